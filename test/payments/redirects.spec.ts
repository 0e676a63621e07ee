import { expect, test } from './fixtures.ts'
import { consent, expectPayment, fund, visit } from './paying.ts'

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
