import { approve, decisionWindow } from '../e2e/wallet.ts'
import { expectApprovable } from '../wallet-fixtures/screens.ts'
import { expect, test } from './fixtures.ts'
import { consent, expectPayment, fund, fundWithFees, payments, readPaid, visit } from './paying.ts'

test('Permit2 is paid with a permit that rides along, for exactly this payment', { tag: '@short' }, async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const page = await readPaid(wallet, shop.articles['permit2-sponsored'] ?? '')
  await expectPayment(popup, page.url(), 'delivered')
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: 20_000n }])
  // Nothing is left that Permit2 could take.
  expect(await chain.permit2Allowance(account)).toBe(0n)
})

test('a maximum is shown as one, and less is taken', { tag: '@short' }, async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const page = await visit(wallet, shop.articles.upto ?? '')
  const window = await decisionWindow(wallet)
  await expect(window.getByTestId('payment-amount')).toContainText('0.5')
  await expect(window.getByTestId('decision')).toContainText('At most')
  await consent(wallet)
  await expect(page.getByTestId('article')).toBeVisible()
  await expectPayment(popup, page.url(), 'delivered')
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: 123_456n }])
})

test('of several ways the plainest is chosen, and another can be', async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  const page = await visit(wallet, shop.articles.choice ?? '')
  const window = await decisionWindow(wallet)
  await expect(window.getByTestId('decision')).toContainText('One transfer of exactly this amount')
  await expectApprovable(window)
  // Before the worker can have made the other one, the one before cannot be approved any more.
  const isApproveDisabled = await window.evaluate(async () => {
    document.querySelector<HTMLElement>('[data-testid="payment-choose-1"]')?.click()
    // Everything that the click renders is rendered in microtasks; the worker answers in a later task.
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
    return document.querySelector('[data-testid="approve"]')?.getAttribute('aria-disabled')
  })
  expect(isApproveDisabled).toBe('true')
  await consent(wallet)
  await expect(page.getByTestId('article')).toBeVisible()
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: 10_000n }])
  expect((await payments(popup)).map(({ way }) => way)).toEqual(['permit2'])
})

// In Firefox no script of a test's own runs in a window of the extension.
test('the payment shown is the one paid, also when another method is chosen before the first is built', {
  tag: ['@short', '@chromium'],
}, async ({ wallet, popup, shop }) => {
  await fund(popup)
  // Somebody very quick: the button is pressed as soon as it can be. While a payment is built it cannot.
  await wallet.context.addInitScript(() => {
    const watching = new MutationObserver(() => {
      const button = document.querySelector<HTMLElement>('[data-testid="payment-choose-1"]')
      if (button === null || button.getAttribute('aria-disabled') === 'true') return
      watching.disconnect()
      button.click()
    })
    const everything = { childList: true, subtree: true, attributes: true }
    if (location.pathname === '/approval.html') watching.observe(document, everything)
  })
  const page = await visit(wallet, shop.articles.choice ?? '')
  await consent(wallet)
  await expect(page.getByTestId('article')).toBeVisible()
  expect((await payments(popup)).map(({ way }) => way)).toEqual(['permit2'])
})

test('without a permit, Permit2 is first allowed exactly the price, and then paid with', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fundWithFees(popup)
  const page = await visit(wallet, shop.articles.permit2 ?? '')
  const window = await decisionWindow(wallet)
  await expect(window.getByTestId('decision')).toContainText('It needs Permit2')
  await expect(window.getByTestId('approve')).toHaveAttribute('aria-disabled', 'true')
  await window.getByTestId('payment-allow-0').click()
  await approve(window, 'transaction')
  await expect.poll(() => chain.permit2Allowance(account)).toBe(20_000n)
  await consent(wallet)
  await expect(page.getByTestId('article')).toBeVisible()
  expect(await chain.permit2Allowance(account)).toBe(0n)
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: 20_000n }])
})

test('where a permit would ride along and the terms name no domain to sign it for, Permit2 can still be allowed', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fundWithFees(popup)
  const page = await visit(wallet, shop.hostile.address('sponsored-without-domain'))
  const window = await decisionWindow(wallet)
  await expect(window.getByTestId('decision')).toContainText('It needs Permit2')
  await window.getByTestId('payment-allow-0').click()
  await approve(window, 'transaction')
  await expect.poll(() => chain.permit2Allowance(account)).toBe(10_000n)
  await consent(wallet)
  await expect(page.getByTestId('article')).toBeVisible()
  expect(await chain.permit2Allowance(account)).toBe(0n)
  expect(await chain.transfersFrom(account)).toMatchObject([{ value: 10_000n }])
})

test('paying before the answer is ready is shown', async ({ wallet, popup, shop }) => {
  await fund(popup)
  const page = await visit(wallet, shop.articles.upfront ?? '')
  const window = await decisionWindow(wallet)
  await expect(window.getByTestId('decision')).toContainText('You pay before the answer is made.')
  await consent(wallet)
  await expect(page.getByTestId('article')).toBeVisible()
})
