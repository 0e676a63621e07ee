import { createTestClient, http } from 'viem'
import { call, connectedShop } from '../e2e/shop.ts'
import { approve, decisionWindow, openHome, reject } from '../e2e/wallet.ts'
import { dollarAuthorization } from './chain.ts'
import { expect, test } from './fixtures.ts'
import { fundWithFees } from './paying.ts'

// The chain's clock runs a minute and a half before everybody else's.
test.use({ networkClock: 'ahead' })

test('a clock that differs from the network’s is reported with each signed period: for a site, at the desk, in the ledger', async ({
  wallet,
  popup,
  shop,
  network,
  account,
}) => {
  const developer = createTestClient({ mode: 'anvil', transport: http(new URL(network.explorerUrl).origin) })
  await developer.increaseTime({ seconds: 105 })
  // The block that was begun before, and the first one after.
  await developer.mine({ blocks: 2 })
  await fundWithFees(popup)
  const page = await connectedShop(wallet, shop.url, account)
  const typedData = dollarAuthorization(network, account, shop.merchant, 5_000_000n)
  const answer = call(page, { method: 'eth_signTypedData_v4', params: [account, JSON.stringify(typedData)] })
  const decision = await decisionWindow(wallet)
  const warning = /network’s clock is 1 min [2-5]\d\ss ahead of this device’s/
  await expect(decision.getByTestId('decision')).toContainText(warning)
  await approve(decision, 'typed-data')
  expect(await answer).toHaveProperty('result')

  const desk = await openHome(wallet, '/payments')
  await expect(desk.getByTestId('outstanding').locator('[data-authorization]')).toHaveAttribute('data-state', 'live')
  await expect(desk.getByText('behind the network’s')).toBeVisible()
  await desk.goto(wallet.address('home.html#/payments/pay'))
  await desk.getByRole('radio', { name: 'Later' }).check()
  await desk.getByTestId('promise-to').fill(shop.merchant)
  await desk.getByTestId('promise-amount').fill('4')
  await desk.getByTestId('promise-review').click()
  await expect(desk.getByTestId('decision')).toContainText(warning)
  await reject(desk)
})
