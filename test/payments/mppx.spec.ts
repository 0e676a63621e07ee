import { keccak256, toHex } from 'viem'
import { approve, decisionWindow, heldAt, holdAt, killWorker, openHome, reject } from '../e2e/wallet.ts'
import { openRows } from '../open-rows.ts'
import { expect, test } from './fixtures.ts'
import type { Changes } from './mppx-merchant.ts'
import {
  consent,
  dripUnits,
  expectPayment,
  fetched,
  follow,
  fund,
  payments,
  readPaid,
  readPaidFromNowOn,
  switchedOn,
  visit,
} from './paying.ts'

/** Machine Payments, against the publisher's own server: the chain judges who paid how much. */

const price = 10_000n

test('a page is paid for once, by the publisher’s server, with the nonce of its challenge', {
  tag: ['@short', '@firefox'],
}, async ({ wallet, popup, late, chain, account }) => {
  await fund(popup)
  const before = late.settled.length
  const page = await visit(wallet, `${late.url}/articles/harbour`)
  const window = await decisionWindow(wallet)
  await expect(window.getByTestId('payment-amount')).toContainText('0.01 TUSD')
  for (const said of ['bound to this offer', 'The Late Roast', 'An article about beans', 'Valid until', 'promise'])
    await expect(window.getByTestId('decision')).toContainText(said)
  await approve(window, 'payment')
  await expect(page.getByTestId('article')).toHaveText('harbour')
  await expectPayment(popup, page.url(), 'delivered')
  expect(await chain.transfersFrom(account)).toEqual([{ to: late.recipient.toLowerCase(), value: price }])
  expect(dripUnits - (await chain.dollars(account))).toBe(price)
  expect(await chain.dollars(late.recipient)).toBeGreaterThanOrEqual(price)

  const [paid] = late.settled.slice(before)
  const [row] = await openRows<{ terms: string; payload: string; plan: string }>(popup, 'payments')
  const sent = JSON.parse(Buffer.from((row?.payload ?? '').replace('Payment ', ''), 'base64url').toString())
  expect(paid?.nonce).toBe(keccak256(toHex(`${sent.challenge.id}${sent.challenge.realm}`)))
  // It is among what was signed, like everything else.
  const desk = await openHome(wallet, '/payments')
  await desk.getByTestId('show-past').click()
  await expect(desk.locator('[data-authorization]')).toHaveAttribute('data-state', 'used')
})

test('the publisher’s own answer to a page, Problem Details, is offered too', { tag: '@chromium' }, async ({
  wallet,
  popup,
  late,
}) => {
  await fund(popup)
  const page = await visit(wallet, `${late.url}/articles/harbour?bare`)
  await consent(wallet)
  await expect(page.getByTestId('article')).toBeVisible()
})

test('a page’s own request with a body is paid for, and its receipt is kept', { tag: ['@short', '@firefox'] }, async ({
  wallet,
  popup,
  late,
  chain,
  account,
}) => {
  await fund(popup)
  const page = await switchedOn(wallet, late.url)
  const headers = { 'content-type': 'application/json' }
  const answer = fetched(page, '/roast', { method: 'POST', body: '{"beans":"Harbour"}', headers })
  await consent(wallet)
  expect(await answer).toEqual({ status: 200, body: '{"roasted":{"beans":"Harbour"}}' })
  await expectPayment(popup, `${late.url}/roast`, 'delivered')
  expect(await chain.transfersFrom(account)).toEqual([{ to: late.recipient.toLowerCase(), value: 20_000n }])
  const [row] = await openRows<{ settlement: string; transaction: `0x${string}` }>(popup, 'payments')
  expect(JSON.parse(row?.settlement ?? '{}')).toEqual({ success: true, transaction: row?.transaction })
  const receipt = await chain.client.getTransactionReceipt({ hash: row?.transaction ?? '0x' })
  expect(receipt).toMatchObject({ status: 'success', from: late.recipient.toLowerCase() })
})

test('offers of both protocols are ways of one decision, and either is paid', async ({
  wallet,
  popup,
  late,
  chain,
  account,
}) => {
  await fund(popup)
  const page = await visit(wallet, `${late.url}/either`)
  const window = await decisionWindow(wallet)
  await expect(window.getByTestId('decision')).toContainText('bound to this offer')
  await window.getByTestId('payment-choose-0').click()
  await expect(window.getByTestId('payment-choose-1')).toBeVisible()
  await approve(window, 'payment')
  await expect(page.getByTestId('article')).toBeVisible()
  await expectPayment(popup, page.url(), 'delivered')
  await page.close()

  const other = await readPaid(wallet, `${late.url}/either?challenge`)
  await expectPayment(popup, other.url(), 'delivered')
  const rows = await openRows<{ url: string; payload: string }>(popup, 'payments')
  const schemes = rows.map(({ url, payload }) => [url.endsWith('?challenge'), payload.startsWith('Payment ')])
  expect(schemes.sort()).toEqual([
    [false, false],
    [true, true],
  ])
  expect(await chain.transfersFrom(account)).toEqual([
    { to: late.recipient.toLowerCase(), value: price },
    { to: late.recipient.toLowerCase(), value: price },
  ])
})

test('below a limit that the person allowed it is paid without asking', async ({
  wallet,
  popup,
  late,
  chain,
  account,
}) => {
  await fund(popup)
  await readPaidFromNowOn(wallet, `${late.url}/articles/one`)
  await expectPayment(popup, `${late.url}/articles/one`, 'delivered')
  const page = await follow(wallet, `${late.url}/articles/two`)
  await expect(page.getByTestId('article')).toHaveText('two')
  await expect(popup.getByTestId('automatic')).toHaveAttribute('data-spent', String(price))
  expect(await chain.transfersFrom(account)).toHaveLength(2)
})

test('a challenge that was paid is not signed again, nor is another one under its id', { tag: '@short' }, async ({
  wallet,
  popup,
  late,
  chain,
  account,
}) => {
  await fund(popup)
  const id = crypto.randomUUID()
  const expires = new Date(Date.now() + 600_000).toISOString()
  const first = late.challenge({ id, expires })
  const url = late.say('once', first)
  await readPaid(wallet, url)
  await expectPayment(popup, url, 'delivered')

  const refused: [header: string, words: string][] = [
    [first, 'signed only once'],
    [late.challenge({ id, expires, request: { amount: '20000' } }), 'changed an offer'],
    [late.challenge({ id, expires, request: { recipient: `0x${'12'.repeat(20)}` } }), 'changed an offer'],
  ]
  for (const [header, words] of refused) {
    late.say('once', header)
    const page = await visit(wallet, url)
    const window = await decisionWindow(wallet)
    await expect(window.getByTestId('decision')).toContainText(words)
    await expect(window.getByTestId('approve')).toHaveAttribute('aria-disabled', 'true')
    await reject(window)
    await page.close()
  }
  expect(await chain.transfersFrom(account)).toEqual([{ to: late.recipient.toLowerCase(), value: price }])
})

test('two tabs with one challenge: it is signed for in one of them', async ({
  wallet,
  popup,
  late,
  chain,
  account,
}) => {
  await fund(popup)
  const header = late.challenge()
  const page = await visit(wallet, late.say('here', header))
  const window = await decisionWindow(wallet)
  await expect(window.getByTestId('payment-amount')).toContainText('0.01')
  // The same seller under another name, so that its decision need not wait for the first.
  const other = await visit(wallet, late.say('there', header).replace('127.0.0.1', 'localhost'))
  await approve(window, 'payment')
  await expect(page.getByTestId('article')).toBeVisible()
  await expectPayment(popup, page.url(), 'delivered')
  await approve(await decisionWindow(wallet), 'payment')
  await expect
    .poll(async () => (await payments(popup)).map(({ url, state }) => `${new URL(url).hostname} ${state}`).sort())
    .toEqual(['127.0.0.1 delivered', 'localhost refused'])
  expect(await chain.transfersFrom(account)).toHaveLength(1)
  await other.close()
})

/** What cannot be paid, and the words for it. */
const unpayable: Record<string, { changes: Changes | ((header: string) => string); words: RegExp }> = {
  ended: { changes: { expires: '2026-01-01T00:00:00Z' }, words: /would expire before it could arrive/ },
  'wrong-chain': { changes: { methodDetails: { chainId: 999_999 } }, words: /network that is not in your list/ },
  'no-token': { changes: { request: { currency: `0x${'34'.repeat(20)}` } }, words: /no token at the address/ },
  nothing: { changes: { request: { amount: '0' } }, words: /does not name an amount/ },
  'no-amount': { changes: { request: { amount: '0.01' } }, words: /its offer cannot be read/ },
  'no-payee': { changes: { request: { recipient: 'somebody' } }, words: /its offer cannot be read/ },
  'own-field': { changes: header => `${header}, header="Cookie"`, words: /its offer cannot be read/ },
  'twice-said': { changes: header => `${header}, id="b"`, words: /its offer cannot be read/ },
  'no-end-of-text': { changes: header => `${header}, hello="`, words: /its offer cannot be read/ },
  forever: { changes: { expires: '2099-01-01T00:00:00Z' }, words: /more than a week/ },
  'through-permit2': {
    changes: { methodDetails: { credentialTypes: ['permit2', 'hash'] } },
    words: /does not support this payment method \(evm charge permit2, hash\)/,
  },
  divided: {
    changes: { methodDetails: { splits: [{ amount: '1', recipient: `0x${'12'.repeat(20)}` }] } },
    words: /does not support this payment method \(evm charge splits\)/,
  },
  'with-a-body': {
    changes: { digest: `sha-256=${'A'.repeat(43)}=` },
    words: /request with other contents/,
  },
  'too-dear': { changes: { request: { amount: '99000000000000' } }, words: /balance of this token is too low/ },
  'other-method': {
    changes: { method: 'tempo' },
    words: /kind of payment that this wallet does not make: tempo charge/,
  },
  'other-intent': { changes: { intent: 'session' }, words: /does not make: evm session/ },
}

test('a challenge that cannot be paid is refused in words, and nothing is signed', { tag: '@short' }, async ({
  wallet,
  popup,
  late,
  chain,
  account,
}) => {
  await fund(popup)
  for (const [name, { changes, words }] of Object.entries(unpayable)) {
    const header = typeof changes === 'function' ? changes(late.challenge()) : late.challenge(changes)
    const page = await visit(wallet, late.say(name, header))
    const window = await decisionWindow(wallet)
    await expect(window.getByTestId('decision'), name).toContainText(words)
    await expect(window.getByTestId('approve')).toHaveAttribute('aria-disabled', 'true')
    await reject(window)
    await page.close()
  }
  expect(await chain.transfersFrom(account)).toEqual([])
  expect((await payments(popup)).map(({ state }) => state)).toEqual(Object.keys(unpayable).map(() => 'refused'))
})

test('a challenge that ends while it is on screen is not signed', async ({ wallet, popup, late, chain, account }) => {
  await fund(popup)
  const expires = new Date(Date.now() + 24_000).toISOString()
  await visit(wallet, late.say('soon', late.challenge({ expires })))
  const window = await decisionWindow(wallet)
  await expect(window.getByTestId('payment-amount')).toContainText('0.01')
  await expect(window.getByRole('alert')).toContainText(/expired/, { timeout: 45_000 })
  expect(await chain.transfersFrom(account)).toEqual([])
  expect(late.settled.filter(({ from }) => from.toLowerCase() === account)).toEqual([])
})

test('the price rises between two answers: what was signed is what was shown, once', async ({
  wallet,
  popup,
  late,
  chain,
  account,
}) => {
  await fund(popup)
  const page = await visit(wallet, late.say('rises', late.challenge()))
  const window = await decisionWindow(wallet)
  await expect(window.getByTestId('payment-amount')).toContainText('0.01')
  // By the time it is paid, the seller wants another challenge paid, for twice as much.
  late.say('rises', late.challenge({ request: { amount: '20000' } }))
  await approve(window, 'payment')
  await expect
    .poll(async () => (await payments(popup)).map(({ state, reason }) => `${state} ${reason}`), { timeout: 30_000 })
    .toEqual(['sent asked-again'])
  const home = await openHome(wallet, '/payments/answers')
  await expect(home.getByTestId('answer').first()).toContainText('This challenge is not ours.')
  await home.close()
  // Until it can no longer be taken, nothing else is signed for this address.
  await page.reload()
  await expect.poll(async () => (await payments(popup)).map(({ attempts }) => attempts)).toEqual([4])
  expect(await payments(popup)).toHaveLength(1)
  expect(await chain.transfersFrom(account)).toEqual([])
})

for (const way of ['fetch', 'XMLHttpRequest'])
  test(`why the payment of a page’s own request is refused is kept (${way})`, async ({
    wallet,
    popup,
    late,
    chain,
  }) => {
    await fund(popup)
    const page = await switchedOn(wallet, late.url)
    const url = late.say(way, late.challenge())
    const answer =
      way === 'fetch'
        ? fetched(page, url).then(({ status }) => status)
        : page.evaluate(
            address =>
              new Promise<number>(resolve => {
                const request = new XMLHttpRequest()
                request.onloadend = () => resolve(request.status)
                request.open('GET', address)
                request.send()
              }),
            url,
          )
    const window = await decisionWindow(wallet)
    await expect(window.getByTestId('payment-amount')).toContainText('0.01')
    late.say(way, late.challenge())
    await approve(window, 'payment')
    expect(await answer).toBe(402)
    const [row] = await openRows<{ state: string; settlement: string; account: string }>(popup, 'payments')
    expect([row?.state, row?.settlement]).toEqual([
      'sent',
      JSON.stringify({ success: false, errorReason: 'This challenge is not ours.' }),
    ])
    expect(await chain.transfersFrom(row?.account ?? '')).toEqual([])
  })

test.describe('while the worker dies', () => {
  test.use({ build: 'barriers' })
  test.describe.configure({ timeout: 120_000 })

  const steps = ['payment-sign', 'payment-record', 'payment-journal', 'payment-carry', 'payment-prove', 'payment-end']
  test('a challenge is charged once, and the page is read', async ({ wallet, popup, late, chain, account }) => {
    await fund(popup)
    for (const [index, step] of steps.entries()) {
      const page = await visit(wallet, `${late.url}/articles/${step}`)
      await holdAt(popup, step)
      await consent(wallet)
      await heldAt(popup, step)
      await killWorker(wallet)
      await expectPayment(popup, page.url(), 'delivered')
      await expect(page.getByTestId('article'), step).toBeVisible()
      expect(await chain.transfersFrom(account), step).toHaveLength(index + 1)
      await page.close()
    }
    expect(await payments(popup)).toHaveLength(steps.length)
  })

  test('a challenge comes again whose answer was lost: it gets the same payment, and nothing is signed', {
    tag: '@short',
  }, async ({ wallet, popup, late, chain, account }) => {
    await fund(popup)
    const url = late.say('lost', late.challenge())
    const lost = await visit(wallet, url)
    await holdAt(popup, 'payment-prove')
    await consent(wallet)
    await heldAt(popup, 'payment-prove')
    await lost.close()
    await killWorker(wallet)
    await expectPayment(popup, url, 'undelivered')
    expect(await chain.transfersFrom(account)).toHaveLength(1)

    const again = await visit(wallet, url)
    await expect(again.getByTestId('article')).toBeVisible()
    await expectPayment(popup, url, 'delivered')
    expect(await payments(popup)).toHaveLength(1)
    expect(await chain.transfersFrom(account)).toEqual([{ to: late.recipient.toLowerCase(), value: price }])
  })
})
