import { approve, openHome } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { consent, dripUnits, expectPayment, fundWithFees, payments, visit } from './paying.ts'

test('a payment that its seller holds, and that is taken back, is revoked: nothing was paid', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  // The network's blocks are final after 40 s.
  test.setTimeout(180_000)
  await fundWithFees(popup)
  const url = shop.hostile.address('held')
  const sent = () => shop.hostile.paymentsTo('held').length
  const before = sent()
  await visit(wallet, url)
  await consent(wallet)
  await expect.poll(() => sent() - before).toBe(1)

  const desk = await openHome(wallet, '/payments')
  await desk.getByTestId('outstanding').locator('[data-authorization]').getByRole('link').click()
  await desk.getByTestId('take-back').click()
  await approve(desk, 'typed-data')
  await desk.getByTestId('take-back').click()
  await approve(desk, 'transaction')
  await desk.goto(wallet.address('home.html#/payments'))
  await desk.getByTestId('show-past').click()
  await expect(desk.locator('[data-authorization][data-state="cancelled"]')).toHaveCount(1)

  // Now the seller submits it.
  shop.hostile.hurry()
  await desk.goto(wallet.address('home.html#/payments/answers'))
  const answer = desk.getByTestId('answer')
  await expect(answer).toContainText('Revoked', { timeout: 60_000 })
  // While a block could still take that back, it counts as money that may leave.
  await expect(answer).toHaveAttribute('data-state', 'cancelled', { timeout: 120_000 })
  await expectPayment(popup, url, 'cancelled')
  expect(await payments(popup)).toMatchObject([{ charged: 0n, reason: null }])
  await shop.hostile.idle()
  expect(await chain.transfersFrom(account)).toEqual([])
  expect(await chain.dollars(account)).toBe(dripUnits)

  await desk.goto(wallet.address('home.html#/payments/books'))
  await expect(desk.getByTestId('books-unmatched').locator('[data-transfer]')).toHaveCount(1)
  await expect(desk.locator('[data-transfer]').filter({ hasText: new URL(url).host })).toHaveCount(0)
})
