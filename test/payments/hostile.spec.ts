import type { Page } from '@playwright/test'
import { encodeFunctionData, erc20Abi } from 'viem'
import type { Launched } from '../commands/extension.ts'
import { call } from '../e2e/shop.ts'
import { approve, decisionWindow, reject } from '../e2e/wallet.ts'
import type { HostileScenario } from '../shop/hostile-scenarios.ts'
import { expect, test } from './fixtures.ts'
import { channels, consent, expectPayment, fetched, fund, fundWithFees, payments, switchedOn, visit } from './paying.ts'

const price = 10_000n

/** Opens an address and waits for what the wallet says of it. */
async function ask(wallet: Launched, url: string): Promise<{ page: Page; window: Page }> {
  const page = await visit(wallet, url)
  return { page, window: await decisionWindow(wallet) }
}

async function leave({ page, window }: { page: Page; window: Page }): Promise<void> {
  await reject(window)
  await page.close()
}

/** What cannot be paid, and the words for it. */
const unpayable: Partial<Record<HostileScenario, RegExp>> = {
  'wrong-domain-name': /not the token’s own/,
  'wrong-domain-version': /not the token’s own/,
  'unknown-scheme': /does not support this payment method \(barter\)/,
  'unknown-network': /network that is not in your list/,
  'too-many-decimals': /its offer cannot be read/,
  'look-alike-token': /balance of this token is too low/,
  'two-seconds': /would expire before it could arrive/,
  'never-ends': /more than a week/,
  'other-protocol': /kind of payment that this wallet does not make: card charge/,
}

test('terms that cannot be paid are refused in words, and nothing is signed', { tag: '@short' }, async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  for (const [scenario, words] of Object.entries(unpayable)) {
    const asked = await ask(wallet, shop.hostile.address(scenario as HostileScenario))
    await expect(asked.window.getByTestId('decision'), scenario).toContainText(words)
    await expect(asked.window.getByTestId('approve')).toHaveAttribute('aria-disabled', 'true')
    await leave(asked)
  }
  expect(await chain.transfersFrom(account)).toEqual([])
  expect(new Set((await payments(popup)).map(({ state }) => state))).toEqual(new Set(['refused']))
})

test('a token under the name of one the person has is called what it is', async ({ wallet, popup, shop }) => {
  await fund(popup)
  const asked = await ask(wallet, shop.hostile.address('look-alike-token'))
  await expect(asked.window.getByTestId('decision')).toContainText('Its name only looks the same')
})

test('another payee than last time is a danger, and so is the address of another site', async ({
  wallet,
  popup,
  shop,
}) => {
  await fund(popup)
  const first = await ask(wallet, shop.hostile.address('no-proof'))
  await consent(wallet)
  await expect(first.page.getByTestId('article')).toBeVisible()
  await expectPayment(popup, first.page.url(), 'delivered')
  const changed = await ask(wallet, shop.hostile.address('payee-changed'))
  await expect(changed.window.getByTestId('decision')).toContainText('paid to another address before')
  await expect(changed.window.getByTestId('understood')).toBeVisible()
  await leave(changed)
  const other = await ask(wallet, shop.hostile.address('other-resource'))
  await expect(other.window.getByTestId('decision')).toContainText('an address of another site')
  await expect(other.window.getByTestId('understood')).toBeVisible()
})

/** What a merchant does after it was paid, and what the wallet says it came to. */
const answers: { scenario: HostileScenario; state: string; charged: bigint; sent: number; delivered: boolean }[] = [
  { scenario: 'no-proof', state: 'delivered', charged: price, sent: 1, delivered: true },
  { scenario: 'unsettled', state: 'unproven', charged: 0n, sent: 1, delivered: true },
  { scenario: 'settle-timeout', state: 'delivered', charged: price, sent: 2, delivered: true },
  { scenario: 'error-then-delivered', state: 'delivered', charged: price, sent: 2, delivered: true },
  { scenario: 'loop', state: 'undelivered', charged: price, sent: 3, delivered: false },
  { scenario: 'error-after-settlement', state: 'undelivered', charged: price, sent: 3, delivered: false },
  // Three pages are refused; then the last one asks for the reason.
  { scenario: 'price-rises', state: 'sent', charged: 0n, sent: 4, delivered: false },
  // A merchant's clock is its own affair: by the chain's the payment is good until its end, and by the chain's it is
  // over then.
  { scenario: 'clock-ahead', state: 'sent', charged: 0n, sent: 4, delivered: false },
  { scenario: 'clock-behind', state: 'delivered', charged: price, sent: 1, delivered: true },
  { scenario: 'false-proof', state: 'unproven', charged: 0n, sent: 1, delivered: true },
]

for (const { scenario, state, charged, sent, delivered } of answers) {
  const tag = scenario === 'settle-timeout' ? '@short' : []
  test(`${scenario}: the same payment goes out ${sent} time(s), and comes to «${state}»`, { tag }, async ({
    wallet,
    popup,
    shop,
    chain,
    account,
  }) => {
    await fund(popup)
    const before = shop.hostile.paymentsTo(scenario).length
    const { page } = await ask(wallet, shop.hostile.address(scenario))
    await consent(wallet)
    await expect.poll(() => shop.hostile.paymentsTo(scenario).length - before, { timeout: 30_000 }).toBe(sent)
    await expectPayment(popup, shop.hostile.address(scenario), state)
    if (delivered) await expect(page.getByTestId('article')).toBeVisible()
    await shop.hostile.idle()
    const total = (await chain.transfersFrom(account)).reduce((sum, { value }) => sum + (value ?? 0n), 0n)
    expect(total).toBe(charged)
    // Only one payload was ever signed, whatever the merchant said.
    expect(new Set(shop.hostile.paymentsTo(scenario).slice(before)).size).toBe(1)
    expect(await payments(popup)).toHaveLength(1)
  })
}

test('unreadable terms are ignored: the page is unchanged and no decision opens', async ({ wallet, popup, shop }) => {
  await fund(popup)
  const unreadable = await visit(wallet, shop.hostile.address('malformed'))
  await unreadable.waitForLoadState()
  const asked = await ask(wallet, shop.hostile.address('no-proof'))
  await expect(asked.window.getByTestId('decision')).toContainText(shop.hostile.address('no-proof'))
  expect((await payments(popup)).map(({ url }) => url)).toEqual([shop.hostile.address('no-proof')])
})

test('slow: what was taken and not answered yet is sent, and not sent twice', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const url = shop.hostile.address('slow')
  const before = shop.hostile.paymentsTo('slow').length
  const { page } = await ask(wallet, url)
  await consent(wallet)
  await expect.poll(async () => (await chain.transfersFrom(account)).length).toBe(1)
  expect((await payments(popup)).map(({ state }) => state)).toEqual(['sent'])
  shop.hostile.hurry()
  await expect(page.getByTestId('article')).toBeVisible()
  await expectPayment(popup, url, 'delivered')
  expect(shop.hostile.paymentsTo('slow').slice(before)).toHaveLength(1)
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: price }])
})

test('a proof that names a transaction that never was proves nothing to a page’s own request either', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const page = await switchedOn(wallet, shop.hostile.url)
  const answer = fetched(page, '/false-proof')
  await consent(wallet)
  expect((await answer).status).toBe(200)
  await expectPayment(popup, shop.hostile.address('false-proof'), 'unproven')
  expect(await chain.transfersFrom(account)).toEqual([])
})

test('a merchant that says it took more than the maximum took what the chain says', async ({
  wallet,
  popup,
  shop,
  network,
  account,
  chain,
}) => {
  const { permit2, testDollar } = network.contracts
  await fundWithFees(popup)
  const page = await switchedOn(wallet, shop.hostile.url)
  const connecting = call(page, { method: 'eth_requestAccounts' })
  await approve(await decisionWindow(wallet), 'connect')
  expect(await connecting).toEqual({ result: [expect.stringMatching(new RegExp(account, 'i'))] })
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [permit2, 1_000_000n] })
  const allowing = call(page, { method: 'eth_sendTransaction', params: [{ from: account, to: testDollar, data }] })
  await approve(await decisionWindow(wallet), 'transaction')
  expect(await allowing).toMatchObject({ result: expect.any(String) })
  await expect.poll(() => chain.permit2Allowance(account)).toBe(1_000_000n)

  const url = shop.hostile.address('charge-above-maximum')
  const answer = fetched(page, '/charge-above-maximum')
  await consent(wallet)
  expect((await answer).status).toBe(200)
  await expectPayment(popup, url, 'delivered')
  await expect.poll(async () => (await payments(popup)).map(({ charged }) => charged)).toEqual([price])
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: price }])
})

test('a voucher the payer never signed stops its channel, and nothing more is signed for it', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const page = await switchedOn(wallet, shop.hostile.url)
  const before = shop.hostile.paymentsTo('forged-voucher-state').length
  const answer = fetched(page, '/forged-voucher-state')
  await consent(wallet)
  expect((await answer).status).toBe(402)
  await expect.poll(async () => (await channels(popup)).map(({ state }) => state)).toEqual(['stopped'])
  expect(new Set(shop.hostile.paymentsTo('forged-voucher-state').slice(before)).size).toBe(1)
  expect(await payments(popup)).toHaveLength(1)
  expect(await chain.transfersFrom(account)).toEqual([])
})

test('a redirect does not carry the payment on', { tag: '@short' }, async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  const { page } = await ask(wallet, shop.hostile.address('redirect'))
  await consent(wallet)
  await page.waitForURL(/\/caught$/)
  expect(shop.hostile.caught().at(-1)).toBeUndefined()
  expect(await chain.transfersFrom(account)).toEqual([])
})
