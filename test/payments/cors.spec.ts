import type { Page } from '@playwright/test'
import { type Launched, pageWhere } from '../commands/extension.ts'
import { approve, decisionWindow, reject } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { consent, expectPayment, fund, payments, switchedOn } from './paying.ts'

/** What another origin lets a page read decides what can be paid for there. */

test('a page gets the paid answer of another origin that lets it read everything', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const page = await switchedOn(wallet, shop.url, '/playground')
  await page.getByTestId('call-open-roast').click()
  // Page and seller are two sites: both are named.
  const statement = (await decisionWindow(wallet)).locator('.does')
  await expect(statement).toContainText(`${new URL(shop.partnerUrl).host} (asked by ${new URL(shop.url).host})`)
  await consent(wallet)
  await expect(page.getByTestId('answer')).toHaveAttribute('data-state', '200')
  await expect(page.getByTestId('answer')).toContainText('Harbour')
  await expectPayment(popup, `${shop.partnerUrl}/open/roast`, 'delivered')
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: 20_000n }])
})

for (const way of ['fetch', 'XMLHttpRequest'])
  test(`terms that another origin keeps from the page the wallet reads itself (${way})`, async ({
    wallet,
    popup,
    shop,
    chain,
    account,
  }) => {
    await fund(popup)
    const page = await switchedOn(wallet, shop.url, '/playground')
    if (way === 'XMLHttpRequest') await page.locator('#xhr').check()
    await page.getByTestId('call-half-beans').click()
    await consent(wallet)
    await expect(page.getByTestId('answer')).toHaveAttribute('data-state', '200')
    await expect(page.getByTestId('answer')).toContainText('First Light')
    await expectPayment(popup, `${shop.partnerUrl}/half/beans`, 'delivered')
    expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: 10_000n }])
  })

for (const way of ['fetch', 'XMLHttpRequest'])
  test(`for what the page would not be let read nothing is paid; the person can open it in a tab (${way})`, {
    tag: way === 'fetch' ? '@short' : [],
  }, async ({ wallet, popup, shop, chain, account }) => {
    await fund(popup)
    const page = await switchedOn(wallet, shop.url, '/playground')
    if (way === 'XMLHttpRequest') await page.locator('#xhr').check()
    await page.getByTestId('call-closed-beans').click()
    const window = await decisionWindow(wallet)
    // The page heard of its failure and of nothing else.
    await expect(page.getByTestId('answer')).toHaveAttribute('data-state', 'failed')
    const address = `${shop.partnerUrl}/closed/beans`
    await expect(window.getByTestId('decision')).toContainText('does not let this page read')
    await expect(window.getByTestId('decision')).toContainText(address)
    await expect(window.getByTestId('approve')).toHaveCount(0)
    await window.getByTestId('payment-open-tab').click()
    const tab = await pageWhere(wallet.context, page => page.url() === address, 'the tab')
    await expectPayment(popup, address, 'refused')
    expect(await chain.transfersFrom(account)).toEqual([])
    // In the tab it is an address like any other.
    await approve(await payable(wallet), 'payment')
    await expect(tab.locator('body')).toContainText('First Light')
    await expectPayment(popup, address, 'delivered')
    expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: 10_000n }])
  })

/** The decision that has a price: not the notice before it, on its way out. */
async function payable(wallet: Launched): Promise<Page> {
  for (;;) {
    const window = await decisionWindow(wallet)
    try {
      await window.getByTestId('payment-amount').waitFor()
      return window
    } catch (error) {
      if (!window.isClosed()) throw error
    }
  }
}

test('a notice is shown once, and never for a free address', async ({ wallet, popup, shop }) => {
  await fund(popup)
  const page = await switchedOn(wallet, shop.url, '/playground')
  await page.getByTestId('call-closed-beans').click()
  await reject(await decisionWindow(wallet))
  await page.evaluate(
    async ([again, free]) => {
      for (const address of [again, free]) await fetch(address).catch(() => undefined)
    },
    [`${shop.partnerUrl}/closed/beans`, `${shop.hostile.url}/`] as const,
  )
  // By the time the next one has a price on screen, the two before it have long been judged.
  await page.getByTestId('call-beans').click()
  await expect((await payable(wallet)).getByTestId('decision')).toContainText(`${shop.url}/api/beans`)
  expect((await payments(popup)).map(({ url }) => url).sort()).toEqual(
    [`${shop.partnerUrl}/closed/beans`, `${shop.url}/api/beans`].sort(),
  )
})
