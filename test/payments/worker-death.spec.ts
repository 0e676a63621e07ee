import type { Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { decisionWindow, expectApprovable, heldAt, holdAt, killWorker, openHome } from '../e2e/wallet.ts'
import { takeEverything } from '../shop/channel-desk.ts'
import { expect, test } from './fixtures.ts'
import {
  channels,
  consent,
  expectPayment,
  expectPlanned,
  fetched,
  follow,
  fund,
  payments,
  readPaid,
  readPaidFromNowOn,
  switchedOn,
  visit,
} from './paying.ts'

test.use({ build: 'barriers' })
// Several deaths each, and a page that was on its way is heard before it is loaded again.
test.describe.configure({ timeout: 120_000 })

const price = 10_000n

/** The worker's own steps of a payment, in order; it is held at each and killed there. */
const steps = {
  'payment-sign': 'approved and not signed',
  'payment-record': 'signed and in no ledger',
  'payment-journal': 'in the ledger and not in the journal',
  'payment-send': 'in the journal and not on its way',
  'payment-carry': 'on its way, and no rule carries it',
  'payment-reload': 'carried by a rule, and the page not loaded again',
  'payment-answer': 'sent and not answered',
  'payment-prove': 'answered and not proved',
  'payment-end': 'proved and not written down',
} as const
const all = Object.entries(steps)
/** The steps of a payment below a limit: no approval waits to be carried out. */
const alone = all.filter(([step]) => step !== 'payment-send')

/** Ends the worker at a step of the payment that is under way. */
async function dieAt(popup: Page, wallet: Parameters<typeof killWorker>[0], step: string): Promise<void> {
  await heldAt(popup, step)
  await killWorker(wallet)
}

// Three at a time, so that each browser is worth its start.
for (const [turn, part] of [all.slice(0, 3), all.slice(3, 6), all.slice(6)].entries()) {
  const states = part.map(([, state]) => state).join('; ')
  const tag = turn === 0 ? '@short' : []
  test(`the worker dies when a payment is ${states}: each is charged once, and the page is read`, { tag }, async ({
    wallet,
    popup,
    shop,
    chain,
    account,
  }) => {
    await fund(popup)
    for (const [index, [step]] of part.entries()) {
      const page = await visit(wallet, `${shop.articles.exact}?step=${step}`)
      await holdAt(popup, step)
      await consent(wallet)
      await dieAt(popup, wallet, step)
      await expectPayment(popup, page.url(), 'delivered')
      await expect(page.getByTestId('article'), step).toBeVisible()
      expect(await chain.transfersFrom(account), step).toHaveLength(index + 1)
      await page.close()
    }
    const paid = await chain.transfersFrom(account)
    expect(paid).toEqual(part.map(() => ({ to: shop.merchant.toLowerCase(), value: price })))
    expect(await payments(popup)).toHaveLength(part.length)
  })
}

// A payment of a channel also writes the channel, before its journal.
const ofDeposit = [
  ...all.slice(0, 2),
  ['payment-channel', 'in the ledger and its channel nowhere'] as const,
  ...all.slice(2),
]

for (const [step, state] of ofDeposit) {
  const tag = step === 'payment-channel' ? '@short' : []
  test(`the worker dies when a channel’s deposit is ${state}: it is made once, and the page is read`, { tag }, async ({
    wallet,
    popup,
    shop,
    chain,
    account,
  }) => {
    await takeEverything(shop.channels)
    await fund(popup)
    const page = await visit(wallet, shop.articles.channel ?? '')
    await holdAt(popup, step)
    await consent(wallet)
    await dieAt(popup, wallet, step)
    await expectPayment(popup, page.url(), 'delivered')
    await expect(page.getByTestId('article')).toBeVisible()
    await expect
      .poll(async () => (await channels(popup)).map(({ state, charged }) => `${state} ${charged}`))
      .toEqual(['open 1000'])
    expect(await payments(popup)).toMatchObject([{ way: 'deposit' }])
    expect((await chain.transfersFrom(account)).map(({ value }) => value)).toEqual([10_000n])
  })
}

for (const part of [ofDeposit.slice(0, 5), ofDeposit.slice(5)]) {
  const states = part.map(([, state]) => state).join('; ')
  test(`the worker dies when a voucher is ${states}: each is counted once, and the page is read`, async ({
    wallet,
    popup,
    shop,
    chain,
    account,
  }) => {
    await takeEverything(shop.channels)
    await fund(popup)
    const article = shop.articles.channel ?? ''
    await (await readPaid(wallet, article)).close()
    await expectPayment(popup, article, 'delivered')
    for (const [index, [step]] of part.entries()) {
      const page = await visit(wallet, `${article}?step=${step}`)
      await holdAt(popup, step)
      await consent(wallet)
      await dieAt(popup, wallet, step)
      await expectPayment(popup, page.url(), 'delivered')
      await expect(page.getByTestId('article'), step).toBeVisible()
      await expect
        .poll(async () => (await channels(popup)).map(({ charged }) => charged), step)
        .toEqual([BigInt(index + 2) * 1_000n])
      await page.close()
    }
    expect(await payments(popup)).toHaveLength(part.length + 1)
    expect((await chain.transfersFrom(account)).map(({ value }) => value)).toEqual([10_000n])
    const before = await chain.dollars(shop.merchant)
    await takeEverything(shop.channels)
    expect((await chain.dollars(shop.merchant)) - before).toBe(BigInt(part.length + 1) * 1_000n)
  })
}

for (const [way, article, taken] of [
  ['upto', 'upto', 123_456n],
  ['permit2', 'permit2-sponsored', 20_000n],
] as const)
  for (const part of [all.slice(0, 3), all.slice(3, 6), all.slice(6)]) {
    const states = part.map(([, state]) => state).join('; ')
    test(`the worker dies when a payment (${way}) is ${states}: each is charged once, and the page is read`, async ({
      wallet,
      popup,
      shop,
      chain,
      account,
    }) => {
      await fund(popup)
      for (const [step] of part) {
        const page = await visit(wallet, `${shop.articles[article]}?step=${step}`)
        await holdAt(popup, step)
        await consent(wallet)
        await dieAt(popup, wallet, step)
        await expectPayment(popup, page.url(), 'delivered')
        await expect(page.getByTestId('article'), step).toBeVisible()
        await page.close()
      }
      expect(await payments(popup)).toMatchObject(part.map(() => ({ way })))
      const paid = await chain.transfersFrom(account)
      expect(paid).toEqual(part.map(() => ({ to: shop.merchant.toLowerCase(), value: taken })))
    })
  }

test('the worker dies during automatic payments: each is charged once', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const first = await readPaidFromNowOn(wallet, shop.articles.exact ?? '')
  await expectPayment(popup, first.url(), 'delivered')
  for (const [index, [step]] of alone.entries()) {
    await holdAt(popup, step)
    const page = await follow(wallet, `${shop.articles.exact}?step=${step}`)
    await dieAt(popup, wallet, step)
    await expectPayment(popup, page.url(), 'delivered')
    await expect(page.getByTestId('article'), step).toBeVisible()
    expect(await chain.transfersFrom(account), step).toHaveLength(index + 2)
    await page.close()
  }
})

test('the worker dies while a limit is approved: each payee has exactly what was approved for it', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const deaths = ['payment-sign', 'payment-journal', 'payment-send']
  const payees = deaths.map(() => privateKeyToAddress(generatePrivateKey()))
  const page = (index: number) => `${shop.hostile.address('payee-as-asked')}?payee=${payees[index]}`
  for (const [index, step] of deaths.entries()) {
    const paid = await visit(wallet, page(index))
    const window = await decisionWindow(wallet)
    await window.getByTestId('payment-automatic').click()
    await window.getByTestId('payment-limit-most').fill(`0.0${index + 1}`)
    await expectPlanned(window, `0.0${index + 1}`)
    // Another payee than before is a danger.
    if (index > 0) await window.getByTestId('understood').check()
    await expectApprovable(window)
    await holdAt(popup, step)
    await consent(wallet)
    await dieAt(popup, wallet, step)
    await expectPayment(popup, page(index), 'delivered')
    await expect(paid.getByTestId('article'), step).toBeVisible()
    await paid.close()
  }
  const home = await openHome(wallet, '/payments/answers')
  await expect(home.getByTestId('payment-limit')).toHaveCount(deaths.length)
  for (const most of ['0.01', '0.02', '0.03'])
    await expect(home.getByTestId('payment-limit').filter({ hasText: `Up to ${most} TUSD each` })).toHaveCount(1)
  const dear = await visit(wallet, `${page(0)}&amount=20000`)
  await expect((await decisionWindow(wallet)).getByTestId('payment-limit')).toContainText('0.01 TUSD each time')
  await dear.close()
  for (const payee of payees) expect(await chain.dollars(payee)).toBe(price)
  expect(await chain.transfersFrom(account)).toHaveLength(deaths.length)
})

test('the worker dies while a page’s own request is paid for: it gets its answer, charged once', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const page = await switchedOn(wallet, shop.url)
  for (const [index, [step]] of all.entries()) {
    await holdAt(popup, step)
    const answer = fetched(page, `/api/beans?step=${step}`)
    await consent(wallet)
    await dieAt(popup, wallet, step)
    expect((await answer).status, step).toBe(200)
    await expectPayment(popup, `${shop.url}/api/beans?step=${step}`, 'delivered')
    expect(await chain.transfersFrom(account), step).toHaveLength(index + 1)
  }
})

test('the worker dies while a page’s own request is paid for under a limit: it is signed for and charged once', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  await (await readPaidFromNowOn(wallet, shop.articles.exact ?? '')).close()
  const page = await switchedOn(wallet, shop.url)
  for (const [index, [step]] of alone.entries()) {
    await holdAt(popup, step)
    const answer = fetched(page, `/api/beans?step=${step}`)
    await dieAt(popup, wallet, step)
    expect((await answer).status, step).toBe(200)
    await expectPayment(popup, `${shop.url}/api/beans?step=${step}`, 'delivered')
    expect(await chain.transfersFrom(account), step).toHaveLength(index + 2)
  }
  expect(await payments(popup)).toHaveLength(alone.length + 1)
})

test('the answer to a voucher is lost with its tab: the merchant’s count is taken over, and the next page is read', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  // What the tests before left in channels of their own.
  await takeEverything(shop.channels)
  await fund(popup)
  const article = shop.articles.channel ?? ''
  const first = await readPaid(wallet, article)
  await expectPayment(popup, article, 'delivered')
  await first.close()

  // The merchant has answered; nobody here has read it.
  const lost = await visit(wallet, `${article}?lost`)
  await holdAt(popup, 'payment-prove')
  await consent(wallet)
  await heldAt(popup, 'payment-prove')
  await lost.close()
  await killWorker(wallet)
  await expectPayment(popup, `${article}?lost`, 'expired')

  // The next voucher promises the same sum again, for which the merchant has answered already.
  const next = await visit(wallet, article)
  await expect((await decisionWindow(wallet)).getByTestId('payment-amount')).toContainText('0.001')
  await consent(wallet)
  await expect
    .poll(async () => (await payments(popup)).map(({ reason }) => reason), { timeout: 30_000 })
    .toContain('voucher-corrected')
  await consent(wallet)
  await expect(next.getByTestId('article')).toBeVisible()
  await expect
    .poll(async () => (await channels(popup)).map(({ state, charged }) => `${state} ${charged}`))
    .toEqual(['open 3000'])
  const before = await chain.dollars(shop.merchant)
  await takeEverything(shop.channels)
  expect((await chain.dollars(shop.merchant)) - before).toBe(3_000n)
  expect((await chain.transfersFrom(account)).map(({ value }) => value)).toEqual([10_000n])
})

test('an answer that was paid for is lost with its tab: the same payment gets it, where the server knows it by its id', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const article = shop.articles.exact ?? ''
  const lost = await visit(wallet, article)
  await holdAt(popup, 'payment-prove')
  await consent(wallet)
  await heldAt(popup, 'payment-prove')
  await lost.close()
  await killWorker(wallet)
  await expectPayment(popup, article, 'undelivered')
  expect(await chain.transfersFrom(account)).toHaveLength(1)

  const again = await visit(wallet, article)
  await expect(again.getByTestId('article')).toBeVisible()
  await expectPayment(popup, article, 'delivered')
  expect(await payments(popup)).toHaveLength(1)
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: price }])
})

test('the worker dies while the person signs in to what they bought: it is opened, and nothing is paid', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const article = shop.articles.kept ?? ''
  await (await readPaid(wallet, article)).close()
  await expectPayment(popup, article, 'delivered')
  for (const step of ['payment-sign', 'payment-journal', 'payment-carry', 'payment-answer', 'payment-prove']) {
    const page = await visit(wallet, `${article}?step=${step}`)
    await holdAt(popup, step)
    await consent(wallet)
    await dieAt(popup, wallet, step)
    await expectPayment(popup, page.url(), 'opened')
    await expect(page.getByTestId('article'), step).toBeVisible()
    await page.close()
  }
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: price }])
})
