import { decisionWindow, reject } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { consent, expectPayment, fund, payments, readPaid, visit } from './paying.ts'

const price = 10_000n

test('a page behind 402 is paid for and read: exactly its price, once', { tag: ['@short', '@firefox'] }, async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const before = await chain.dollars(account)
  const page = await visit(wallet, shop.articles.exact ?? '')
  await expect(page.getByTestId('paywall')).toBeVisible()

  const window = await decisionWindow(wallet)
  await expect(window.getByTestId('payment-amount')).toContainText('0.01')
  await consent(wallet)

  await expect(page.getByTestId('article')).toBeVisible()
  expect(before - (await chain.dollars(account))).toBe(price)
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: price }])
  await expectPayment(popup, page.url(), 'delivered')
})

test('a rejected payment moves nothing, and the page is unchanged', async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  const page = await visit(wallet, shop.articles.exact ?? '')
  await reject(await decisionWindow(wallet))
  await expectPayment(popup, page.url(), 'refused')
  await expect(page.getByTestId('paywall')).toBeVisible()
  expect(await chain.transfersFrom(account)).toEqual([])
  expect((await payments(popup)).map(({ attempts }) => attempts)).toEqual([0])
})

test('the first version of the protocol is paid too', async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  await readPaid(wallet, shop.articles.v1 ?? '')
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: price }])
})
