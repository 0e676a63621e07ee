import { expect, test } from './fixtures.ts'
import { consent, expectPayment, fund, payments, visit } from './paying.ts'

test('a paid request that is sent on to what was bought is delivered', { tag: '@short' }, async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const url = shop.hostile.address('redirect-when-paid')
  const page = await visit(wallet, url)
  await consent(wallet)
  await page.waitForURL(`${shop.hostile.url}/`)
  await expectPayment(popup, url, 'delivered')
  expect(await chain.transfersFrom(account)).toHaveLength(1)
})

test('a payment is not sent again over another page of its tab', async ({ wallet, popup, shop }) => {
  await fund(popup)
  const url = shop.hostile.address('error-after-settlement')
  const page = await visit(wallet, url)
  // Each answer is an error. After the second the next try is two seconds away: the person is elsewhere by then.
  const failed = () => page.waitForResponse(response => response.url() === url && response.status() === 500)
  const first = failed()
  await consent(wallet)
  await first
  await failed()
  await page.goto(`${shop.url}/playground`)
  await page.evaluate(() => {
    document.title = 'half written'
  })
  await expect
    .poll(async () => (await payments(popup)).find(row => row.url === url)?.reason, { timeout: 20_000 })
    .toBe('tab-gone')
  expect(await page.title()).toBe('half written')
})
