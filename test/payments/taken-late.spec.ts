import type { Page } from '@playwright/test'
import type { Launched } from '../commands/extension.ts'
import { expect, test } from './fixtures.ts'
import { channels, consent, expectPayment, fund, payments, readPaid, visit } from './paying.ts'

/**
 * A page is refused three times and then asks why: the seller takes the payment with that question, and answers it
 * once.
 */

const price = 10_000n

/** A tab with the address, paid for. */
async function paid(wallet: Launched, url: string): Promise<Page> {
  const page = await visit(wallet, url)
  await consent(wallet)
  return page
}

test('a page that is paid for when it asks why shows the answer, and its scripts run in their order', {
  tag: '@firefox',
}, async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  const before = shop.hostile.paymentsTo('taken-late').length
  const url = `${shop.hostile.address('taken-late')}?as=scripts`
  const page = await paid(wallet, url)
  await expect(page.getByTestId('article')).toBeVisible()
  await expectPayment(popup, url, 'delivered')
  await shop.hostile.idle()
  expect(page.url()).toBe(url)
  await expect(page.locator('[data-ran]')).toHaveText(['inline', 'from a file', 'inline after it'])
  const sent = shop.hostile.paymentsTo('taken-late').slice(before)
  expect(sent).toHaveLength(4)
  expect(new Set(sent).size, 'one payload was signed').toBe(1)
  expect(await payments(popup)).toHaveLength(1)
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: price }])
})

test('text that is paid for when its page asks why is shown in its place', async ({ wallet, popup, shop }) => {
  await fund(popup)
  const url = `${shop.hostile.address('taken-late')}?as=text`
  const page = await paid(wallet, url)
  await expect(page.locator('body')).toHaveText('Delivered as text')
  await expectPayment(popup, url, 'delivered')
})

for (const form of ['file', 'sandbox'] as const)
  test(`what is paid for when its page asks why is downloaded where it may not be shown: ${form}`, async ({
    wallet,
    popup,
    shop,
  }) => {
    await fund(popup)
    const url = `${shop.hostile.address('taken-late')}?as=${form}`
    const page = await visit(wallet, url)
    const downloading = page.waitForEvent('download')
    await consent(wallet)
    const content = await (await downloading).createReadStream()
    expect(Buffer.concat(await content.toArray()).toString()).toContain('Delivered')
    await expectPayment(popup, url, 'delivered')
    expect(await page.getByTestId('article').count()).toBe(0)
  })

test('a voucher that is taken when its refused page asks why is answered in that page, and counted', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const url = shop.hostile.address('voucher-taken-late')
  const first = await readPaid(wallet, url)
  await expectPayment(popup, url, 'delivered')
  await first.close()
  const before = shop.hostile.paymentsTo('voucher-taken-late').length

  // Three pages are refused; then the last one asks, and the merchant counts the price.
  const refused = await visit(wallet, url)
  await consent(wallet)
  await expect(refused.getByTestId('article')).toBeVisible({ timeout: 20_000 })
  const voucher = async () => (await payments(popup)).find(({ way }) => way === 'voucher')
  await expect.poll(async () => (await voucher())?.state).toBe('delivered')
  expect(await voucher()).toMatchObject({ reason: null, charged: price, attempts: 3 })
  const sent = shop.hostile.paymentsTo('voucher-taken-late').slice(before)
  expect(sent).toHaveLength(4)
  expect(new Set(sent).size).toBe(1)
  expect(await channels(popup)).toMatchObject([{ state: 'open', charged: price * 2n }])
  // The deposit, and nothing more: a voucher leaves nothing on the chain.
  expect((await chain.transfersFrom(account)).map(({ value }) => value)).toEqual([price * 10n])
  await refused.close()

  // The next voucher promises another price on top of both.
  const greedy = await visit(wallet, `${url}?prices=5`)
  await consent(wallet)
  await expect
    .poll(async () =>
      (await payments(popup)).filter(row => row.way === 'voucher').map(({ state, reason }) => [state, reason]),
    )
    .toContainEqual(['delivered', 'overcharged'])
  expect(await channels(popup)).toMatchObject([{ state: 'stopped', charged: price * 2n }])
  await greedy.close()
})
