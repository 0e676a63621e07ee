import { approve, decisionWindow, killWorker, reject } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { consent, expectPayment, fund, payments, visit } from './paying.ts'

const price = 10_000n

test('a page behind a login is paid for: the terms are those that its own cookies get', { tag: '@firefox' }, async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const page = await visit(wallet, shop.hostile.url)
  const cookies = page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the login of a site does
    document.cookie = 'member=1'
    // Chromium stores it later than it returns; a navigation could be sent without it. Reading waits for it.
    return document.cookie
  })
  expect(await cookies).toBe('member=1')
  const answered = await page.goto(shop.hostile.address('members-only'), { waitUntil: 'commit' })
  expect(answered?.status()).toBe(402)
  await consent(wallet)
  await expect(page.getByTestId('article')).toBeVisible()
  await expectPayment(popup, page.url(), 'delivered')
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: price }])
})

test('of three tabs of a site one is asked about at a time, in their order, also after the worker died', {
  tag: '@short',
}, async ({ wallet, popup, shop, chain, account }) => {
  await fund(popup)
  const address = (tab: number) => `${shop.articles.exact}?tab=${tab}`
  const first = await visit(wallet, address(1))
  const asked = await decisionWindow(wallet)
  await expect(asked.getByTestId('decision')).toContainText(address(1))
  const second = await visit(wallet, address(2))
  await expect(second.getByTestId('paywall')).toBeVisible()
  const third = await visit(wallet, address(3))
  await expect(third.getByTestId('paywall')).toBeVisible()
  const offered = async () => (await payments(popup)).map(({ url, state }) => [new URL(url).search, state])
  expect(await offered()).toEqual([['?tab=1', 'offered']])

  await killWorker(wallet)
  // A tab that is gone is not asked about.
  await second.close()
  await reject(await decisionWindow(wallet))
  await expect
    .poll(async () => (await offered()).sort())
    .toEqual([
      ['?tab=1', 'refused'],
      ['?tab=3', 'offered'],
    ])
  await expect((await decisionWindow(wallet)).getByTestId('decision')).toContainText(address(3))
  await consent(wallet)
  await expect(third.getByTestId('article')).toBeVisible()
  await expect(first.getByTestId('paywall')).toBeVisible()
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: price }])
})

test('of two windows of a site that show the same page one is paid for; the other, reloaded, says that it was paid', async ({
  wallet,
  popup,
  shop,
  chain,
  account,
}) => {
  await fund(popup)
  const article = shop.articles.exact ?? ''
  const first = await visit(wallet, article)
  const asked = await decisionWindow(wallet)
  const opened = wallet.context.waitForEvent('page')
  await first.evaluate(url => void window.open(url, '_blank', 'popup,width=600,height=600'), article)
  const second = await opened
  await expect(second.getByTestId('paywall')).toBeVisible()
  expect(await payments(popup)).toHaveLength(1)

  await approve(asked, 'payment')
  await expect(first.getByTestId('article')).toBeVisible()
  await expectPayment(popup, article, 'delivered')
  await second.reload({ waitUntil: 'commit' })
  const again = await decisionWindow(wallet)
  await expect(again.getByTestId('decision')).toContainText('You paid for this address within the last hour.')
  await reject(again)
  await expect(second.getByTestId('paywall')).toBeVisible()
  expect(await chain.transfersFrom(account)).toEqual([{ to: shop.merchant.toLowerCase(), value: price }])
})
