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
  const url = shop.hostile.address('error-then-delivered')
  const page = await visit(wallet, url)
  // The first answer is an error, and the next try is a second away: the person is elsewhere by then.
  const answered = page.waitForResponse(response => response.url() === url && response.status() === 503)
  await consent(wallet)
  await answered
  await page.goto(`${shop.url}/playground`)
  await page.evaluate(() => {
    document.title = 'half written'
  })
  await expect
    .poll(async () => (await payments(popup)).find(row => row.url === url)?.reason, { timeout: 20_000 })
    .toBe('tab-gone')
  expect(await page.title()).toBe('half written')
})
