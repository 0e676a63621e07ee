import { getAddress } from 'viem/utils'
import { expect, test } from './fixtures.ts'
import { call, connectedShop, expectOrder, openShop } from './shop.ts'
import { approve, decisionWindow, drip, expectLevel, expectSealed, reject, unlock } from './wallet.ts'

test('a customer connects, pays for coffee, and the shop sees the money on the network by itself', {
  tag: '@firefox',
}, async ({ wallet, popup, shop, account }) => {
  await drip(popup)
  const page = await connectedShop(wallet, shop.url, account)
  await page.getByTestId('buy-harbour').click()
  const decision = await decisionWindow(wallet)
  await expect(decision.getByTestId('decision')).toContainText('0.006')
  await approve(decision, 'transaction')
  await expectOrder(page, 'paid')
  await expect(page.getByTestId('order-paid')).toHaveAttribute('data-state', 'done')
  await expectLevel(popup, 'sealed')
})

test('declining in the wallet is told to the shop, and nothing is paid', async ({ wallet, popup, shop, account }) => {
  await drip(popup)
  await expectSealed(popup, wei => wei === 10n ** 17n)
  const page = await connectedShop(wallet, shop.url, account)
  await page.getByTestId('buy-first-light').click()
  await reject(await decisionWindow(wallet))
  await expectOrder(page, 'not-paid')
  await expect(page.getByTestId('order-note')).toContainText('declined')
  await expect(popup.getByTestId('transaction-row')).toHaveCount(0)
})

test('refusing to connect is a 4001, and closing the window with its X is the same refusal', async ({
  wallet,
  popup,
  shop,
}) => {
  await popup.waitForLoadState()
  const page = await wallet.context.newPage()
  await openShop(page, shop.url)
  const refused = call(page, { method: 'eth_requestAccounts' })
  await reject(await decisionWindow(wallet))
  expect(await refused).toMatchObject({ error: { code: 4001 } })
  const closed = call(page, { method: 'eth_requestAccounts' })
  await (await decisionWindow(wallet)).close()
  expect(await closed).toMatchObject({ error: { code: 4001 } })
  expect(await call(page, { method: 'eth_accounts' })).toEqual({ result: [] })
})

test('the page hears of locking and unlocking, and a locked wallet asks for its password first', async ({
  wallet,
  popup,
  shop,
  account,
}) => {
  const page = await connectedShop(wallet, shop.url, account)
  await popup.getByTestId('lock').click()
  await expect(page.locator('[data-testid=heard-row][data-event=accountsChanged]').first()).toContainText('[]')
  await expect(page.getByTestId('shop-connect')).toBeVisible()
  await unlock(popup)
  await expect(page.locator('[data-testid=heard-row][data-event=accountsChanged]').first()).toContainText(
    getAddress(account),
  )
})

test('the shop takes no payment that is not for this order', async ({ request, shop, network }) => {
  const drip = await request.post(`${network.faucetUrl}/api/preview/faucet/drip`, {
    data: { address: '0x00000000000000000000000000000000000000bb' },
  })
  const { tx_hash: hash } = await drip.json()
  const order = await request.post(`${shop.url}/api/orders`, {
    data: { product: 'harbour', buyer: '0x00000000000000000000000000000000000000bb' },
  })
  const { id } = await order.json()
  expect((await request.post(`${shop.url}/api/orders/${id}/payment`, { data: { hash } })).status()).toBe(202)
  await expect
    .poll(async () => (await request.get(`${shop.url}/api/orders/${id}`)).json())
    .toMatchObject({ status: 'refused', reason: 'It pays somebody else.' })
  const other = await (
    await request.post(`${shop.url}/api/orders`, {
      data: { product: 'harbour', buyer: '0x00000000000000000000000000000000000000bb' },
    })
  ).json()
  expect((await request.post(`${shop.url}/api/orders/${other.id}/payment`, { data: { hash } })).status()).toBe(409)
})
