import { encodeFunctionData, maxUint160, maxUint256, parseAbi } from 'viem'
import { expect, test } from './fixtures.ts'
import { call, connectedShop, expectConnected, openShop } from './shop.ts'
import { approve, decisionWindow, drip, expectLevel, openHome } from './wallet.ts'

const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])
const spender = '0x00000000000000000000000000000000000000aa'
const lookalike = '0x00000000000000000000000000000000000000bb'

test('what a site got allowed is found on the chain, and taken back with one tap', async ({
  wallet,
  popup,
  shop,
  account,
  network,
}) => {
  await drip(popup)
  const page = await connectedShop(wallet, shop.url, account)

  const { testDollar, permit2 } = network.contracts
  const allow = async (to: string, data: `0x${string}`) => {
    const asked = call(page, { method: 'eth_sendTransaction', params: [{ from: account, to, data }] })
    const window = await decisionWindow(wallet)
    await window.getByTestId('understood').check()
    await approve(window, 'transaction')
    expect(await asked).toMatchObject({ result: expect.any(String) })
  }
  await allow(testDollar, encodeFunctionData({ abi, functionName: 'approve', args: [spender, maxUint256] }))
  await allow(
    permit2,
    encodeFunctionData({ abi, functionName: 'approve', args: [testDollar, lookalike, maxUint160, 2 ** 48 - 1] }),
  )

  // Only what is sealed is read.
  await expectLevel(popup, 'sealed')
  const home = await openHome(wallet, '/sites')
  await home.getByRole('main').getByRole('link', { name: 'Token approvals' }).click()
  const rows = home.getByTestId('allowance')
  await expect(rows).toHaveCount(2)
  await expect(home.getByTestId('allowances')).toHaveAttribute('data-status', 'done')
  const plain = home.locator(`[data-spender="${spender}"]`)
  await expect(plain).toContainText('Unlimited')
  await expect(home.locator(`[data-spender="${lookalike}"]`)).toContainText('through Permit2')

  for (const taken of [spender, lookalike]) {
    await home.locator(`[data-spender="${taken}"]`).getByTestId('revoke').click()
    await expect(home.getByTestId('decision')).toContainText('Take back')
    await approve(home, 'transaction')
    await home.getByTestId('track').first().waitFor()
    await home.getByRole('navigation').getByRole('link', { name: 'Approvals' }).click()
    await expect(home.locator(`[data-spender="${taken}"]`)).toHaveCount(0)
  }
  await expect(home.getByText('Nobody may take anything from this account.')).toBeVisible()
})

test('an allowance without limit needs a second look, and is limited to an amount with one tap', async ({
  wallet,
  popup,
  shop,
  account,
  network,
}) => {
  await drip(popup)
  const page = await wallet.context.newPage()
  await openShop(page, shop.url)
  await page.getByTestId('shop-connect').click()
  await approve(await decisionWindow(wallet), 'connect')
  await expectConnected(page, account)

  const { testDollar, permit2 } = network.contracts
  const data = encodeFunctionData({ abi, functionName: 'approve', args: [permit2, maxUint256] })
  const asked = call(page, { method: 'eth_sendTransaction', params: [{ from: account, to: testDollar, data }] })
  const window = await decisionWindow(wallet)
  await expect(window.getByTestId('understood')).toBeVisible()
  await expect(window.getByTestId('approve')).toHaveAttribute('aria-disabled', 'true')
  await window.getByTestId('limit-amount').fill('12.5')
  await window.getByTestId('limit-set').click()
  await expect(window.getByTestId('decision')).toContainText('12.5 TUSD')
  await expect(window.getByTestId('understood')).toHaveCount(0)
  await approve(window, 'transaction')
  expect(await asked).toMatchObject({ result: expect.any(String) })

  await expectLevel(popup, 'sealed')
  const home = await openHome(wallet, '/allowances')
  await expect(home.locator(`[data-spender="${permit2.toLowerCase()}"]`)).toContainText('up to 12.5')
})
