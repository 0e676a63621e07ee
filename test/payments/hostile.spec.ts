import type { Page } from '@playwright/test'
import type { Launched } from '../commands/extension.ts'
import { expect, test } from '../e2e/fixtures.ts'
import { decisionWindow, reject } from '../e2e/wallet.ts'
import type { HostileScenario } from '../shop/hostile-scenarios.ts'
import { chainOf, consent, expectPayment, fund, payments, visit } from './paying.ts'

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
  'unknown-scheme': /does not know this way to pay \(barter\)/,
  'unknown-network': /network this wallet does not have/,
  'too-many-decimals': /does not say how in a way that can be read/,
  'look-alike-token': /do not have enough/,
  'two-seconds': /too short a time/,
  'never-ends': /more than a week/,
}

test('terms that cannot be paid are refused in words, and nothing is signed', { tag: '@short' }, async ({
  wallet,
  popup,
  shop,
  network,
  account,
}) => {
  const chain = chainOf(network)
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
  await expect(asked.window.getByTestId('decision')).toContainText('another token under the same name')
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
  { scenario: 'price-rises', state: 'sent', charged: 0n, sent: 3, delivered: false },
]

for (const { scenario, state, charged, sent, delivered } of answers) {
  const tag = scenario === 'settle-timeout' || scenario === 'loop' ? '@short' : []
  test(`${scenario}: the same payment goes out ${sent} time(s), and comes to «${state}»`, { tag }, async ({
    wallet,
    popup,
    shop,
    network,
    account,
  }) => {
    const chain = chainOf(network)
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
    // Whatever the merchant says, only one payload was ever signed.
    expect(new Set(shop.hostile.paymentsTo(scenario).slice(before)).size).toBe(1)
    expect(await payments(popup)).toHaveLength(1)
  })
}

test('a redirect does not carry the payment on', { tag: '@short' }, async ({
  wallet,
  popup,
  shop,
  network,
  account,
}) => {
  const chain = chainOf(network)
  await fund(popup)
  const { page } = await ask(wallet, shop.hostile.address('redirect'))
  await consent(wallet)
  await page.waitForURL(/\/caught$/)
  expect(shop.hostile.caught().at(-1)).toBeUndefined()
  expect(await chain.transfersFrom(account)).toEqual([])
})
