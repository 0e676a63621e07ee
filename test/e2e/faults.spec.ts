import { type FaultyEndpoint, type Mood, startFaultyEndpoint } from './faulty-endpoint.ts'
import { test as base, expect } from './fixtures.ts'
import { call, expectConnected, expectOrder, openShop } from './shop.ts'
import { approve, decisionWindow, drip, expectLevel, expectSealed } from './wallet.ts'

/** The wallet reaches the network through an endpoint whose mood the test changes. */
const test = base.extend<{ endpoint: FaultyEndpoint }>({
  endpoint: async ({ network }, use) => {
    const endpoint = await startFaultyEndpoint(network)
    await use(endpoint)
    await endpoint.close()
  },
  addresses: async ({ endpoint }, use) => use(endpoint),
})

const moods: { mood: Mood; sentence: string; code: number }[] = [
  { mood: 'down', sentence: 'cannot be reached', code: 4901 },
  { mood: 'html', sentence: 'not as a chain node does', code: 4901 },
  { mood: 'rate-limited', sentence: 'asks for a pause', code: -32005 },
  { mood: 'other-chain', sentence: 'another chain', code: 4901 },
]

for (const { mood, sentence, code } of moods) {
  test(`an endpoint that is ${mood}: the person reads why, the page gets its error, and all is well again after`, async ({
    wallet,
    popup,
    shop,
    endpoint,
    account,
  }) => {
    await drip(popup)
    await expectSealed(popup, wei => wei === 10n ** 17n)
    const page = await wallet.context.newPage()
    await openShop(page, shop.url)
    await page.getByTestId('shop-connect').click()
    await approve(await decisionWindow(wallet), 'connect')
    await expectConnected(page, account)

    endpoint.become(mood)
    await expect(popup.getByText(sentence)).toBeVisible()
    expect(await call(page, { method: 'eth_getBalance', params: [account, 'latest'] })).toMatchObject({
      error: { code },
    })
    // What was there is still shown, not replaced by nothing.
    await expectSealed(popup, wei => wei === 10n ** 17n)

    endpoint.become('healthy')
    await expect(popup.getByText(sentence)).toHaveCount(0)
    await page.getByTestId('buy-first-light').click()
    await approve(await decisionWindow(wallet), 'transaction')
    await expectOrder(page, 'paid')
  })
}

test('an endpoint that dies after the approval loses nothing: the same bytes arrive when it is back', async ({
  wallet,
  popup,
  shop,
  endpoint,
  account,
}) => {
  await drip(popup)
  await expectSealed(popup, wei => wei === 10n ** 17n)
  const page = await wallet.context.newPage()
  await openShop(page, shop.url)
  await page.getByTestId('shop-connect').click()
  await approve(await decisionWindow(wallet), 'connect')
  await expectConnected(page, account)
  await page.getByTestId('buy-harbour').click()
  const decision = await decisionWindow(wallet)
  await expect(decision.getByTestId('approve')).toHaveAttribute('aria-disabled', 'false')
  endpoint.become('down')
  await decision.getByTestId('approve').click()
  await expect(popup.getByTestId('transaction-row')).toHaveAttribute('data-level', /^(?:signed|submitted)$/)
  endpoint.become('healthy')
  await expectOrder(page, 'paid')
  await expectLevel(popup, 'sealed')
  await expect(popup.getByTestId('transaction-row')).toHaveCount(1)
})

test('a purchase that costs more than there is cannot be approved, and refusing it is all that is left', async ({
  wallet,
  popup,
  shop,
  account,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const page = await wallet.context.newPage()
  await openShop(page, shop.url)
  await page.getByTestId('shop-connect').click()
  await approve(await decisionWindow(wallet), 'connect')
  await expectConnected(page, account)
  await page.getByTestId('buy-harbour').click()
  const decision = await decisionWindow(wallet)
  await expect(decision.getByText('ETH too little for this, fee included')).toBeVisible()
  await expect(decision.getByTestId('approve')).toHaveAttribute('aria-disabled', 'true')
  await decision.getByTestId('reject').click()
  await expectOrder(page, 'not-paid')
})
