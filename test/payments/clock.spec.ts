import { expect as base } from '@playwright/test'
import { createTestClient, http } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from '../e2e/fixtures.ts'
import { call, expectConnected, openShop } from '../e2e/shop.ts'
import { approve, decisionWindow, drip, openHome, reject } from '../e2e/wallet.ts'
import { dollarOf, fund } from './paying.ts'

const expectSoon = base.configure({ timeout: 20_000 })

// The chain's clock runs a minute and a half before everybody else's.
test.use({ networkClock: 'ahead' })

test('what is signed for a time says when the network counts it otherwise: for a site, at the desk, and in the ledger', {
  tag: '@short',
}, async ({ wallet, popup, shop, network, account }) => {
  const developer = createTestClient({ mode: 'anvil', transport: http(new URL(network.explorerUrl).origin) })
  await developer.increaseTime({ seconds: 95 })
  // The block that was begun before, and the first one after.
  await developer.mine({ blocks: 2 })
  await drip(popup)
  await fund(popup)
  const page = await wallet.context.newPage()
  await openShop(page, shop.url)
  await page.getByTestId('shop-connect').click()
  await approve(await decisionWindow(wallet), 'connect')
  await expectConnected(page, account)
  const typedData = {
    domain: { name: 'Test Dollar', version: '1', chainId: network.chainId, verifyingContract: dollarOf(network) },
    primaryType: 'TransferWithAuthorization',
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    message: {
      from: account,
      to: shop.merchant,
      value: '5000000',
      validAfter: '0',
      validBefore: `${Math.floor(Date.now() / 1_000) + 900}`,
      nonce: generatePrivateKey(),
    },
  }
  const answer = call(page, { method: 'eth_signTypedData_v4', params: [account, JSON.stringify(typedData)] })
  const decision = await decisionWindow(wallet)
  const warning = /network’s clock is 9\d seconds ahead of this device’s/
  await expectSoon(decision.getByTestId('decision')).toContainText(warning)
  await approve(decision, 'typed-data')
  expect(await answer).toHaveProperty('result')

  const desk = await openHome(wallet, '/payments')
  await expect(desk.getByTestId('outstanding').locator('[data-authorization]')).toHaveAttribute('data-state', 'live')
  await expectSoon(desk.getByText('behind the network’s')).toBeVisible()
  await desk.goto(wallet.address('home.html#/payments/pay'))
  await desk.getByRole('radio', { name: 'Later, once' }).check()
  await desk.getByTestId('promise-to').fill(shop.merchant)
  await desk.getByTestId('promise-amount').fill('4')
  await desk.getByTestId('promise-review').click()
  await expectSoon(desk.getByTestId('decision')).toContainText(warning)
  await reject(desk)
})
