import type { Page } from '@playwright/test'
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  http,
  keccak256,
  maxUint160,
  maxUint256,
  parseAbi,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import * as z from 'zod'
import type { Launched } from '../commands/extension.ts'
import { payoutsAbi } from '../preview-network/contracts/abi/checkout.ts'
import type { Shop } from '../shop/server.ts'
import { expect, test } from './fixtures.ts'
import { call, connectedShop } from './shop.ts'
import { approve, decisionWindow, drip, expectApprovable, expectLevel, openHome } from './wallet.ts'

const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])
const spender = '0x00000000000000000000000000000000000000aa'
const hashOf = (value: unknown): Hash => `0x${String(value).slice(2)}`
const lookalike = '0x00000000000000000000000000000000000000bb'

test('a danger that was understood stays so while the fee moves, and a dangerous fee is another', async ({
  wallet,
  popup,
  shop,
  account,
  network,
}) => {
  await drip(popup)
  const page = await connectedShop(wallet, shop.url, account)
  const data = encodeFunctionData({ abi, functionName: 'approve', args: [spender, maxUint256] })
  const params = [{ from: account, to: network.contracts.testDollar, data }]
  const asked = call(page, { method: 'eth_sendTransaction', params })
  const window = await decisionWindow(wallet)
  const decision = window.getByTestId('decision')
  const understood = window.getByTestId('understood')
  const withBaseFee = async (baseFee: bigint) => {
    const before = (await decision.getAttribute('data-digest')) ?? ''
    network.faults.set({ lies: { baseFee } })
    await expect(decision).not.toHaveAttribute('data-digest', before)
  }
  await understood.check()
  await expect(window.getByTestId('approve')).not.toHaveAttribute('aria-disabled', 'true')
  const { baseFeePerGas } = await createPublicClient({ transport: http(network.rpcUrl) }).getBlock()
  await withBaseFee(((baseFeePerGas ?? 0n) * 3n) / 2n)
  await expect(understood).toBeChecked()
  await withBaseFee(5_000_000_000n)
  await expect(decision).toContainText('The fee is far above what is usual')
  await expect(understood).not.toBeChecked()
  await understood.check()
  await withBaseFee(6_000_000_000n)
  await expect(understood).toBeChecked()
  network.faults.clear()
  await expect(decision).not.toContainText('The fee is far above what is usual')
  await understood.check()
  await approve(window, 'transaction')
  expect(await asked).toMatchObject({ result: expect.any(String) })
})

test('an allowance given to a site is found on the chain and revoked with one tap', async ({
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
    const answer = await asked
    if (!('result' in answer)) throw new Error('the page got no hash')
    return hashOf(answer.result)
  }
  await allow(testDollar, encodeFunctionData({ abi, functionName: 'approve', args: [spender, maxUint256] }))
  const last = await allow(
    permit2,
    encodeFunctionData({ abi, functionName: 'approve', args: [testDollar, lookalike, maxUint160, 2 ** 48 - 1] }),
  )

  // Only what is sealed is read.
  const row = popup.locator(`[data-testid=transaction-row][data-hash="${last}"]`)
  await expect(row).toHaveAttribute('data-level', /^(?:sealed|safe|final)$/)
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
    await expect(home.getByTestId('decision')).toContainText('Revoke')
    await approve(home, 'transaction')
    await home.getByTestId('track').first().waitFor()
    await home.getByRole('navigation').getByRole('link', { name: 'Approvals' }).click()
    await expect(home.locator(`[data-spender="${taken}"]`)).toHaveCount(0)
  }
  await expect(home.getByText('Nobody may take anything from this account.')).toBeVisible()
})

test('all allowances are revoked with one decision, and made together they are one transaction', async ({
  wallet,
  popup,
  network,
  phrase,
}) => {
  await drip(popup)
  const owner = mnemonicToAccount(phrase)
  const chain = createPublicClient({ transport: http(network.rpcUrl) })
  await expect.poll(() => chain.getBalance({ address: owner.address })).toBeGreaterThan(0n)
  const client = createWalletClient({ account: owner, transport: http(network.rpcUrl) })
  const { testDollar } = network.contracts
  for (const to of [spender, lookalike] as const) {
    const data = encodeFunctionData({ abi, functionName: 'approve', args: [to, maxUint256] })
    const hash = await client.sendTransaction({ to: testDollar, data, chain: null })
    const { blockNumber } = await chain.waitForTransactionReceipt({ hash, pollingInterval: 100 })
    // There is a receipt before the block is sealed; the search reads sealed blocks.
    await expect.poll(() => chain.getBlockNumber({ cacheTime: 0 })).toBeGreaterThanOrEqual(blockNumber)
  }
  const home = await openHome(wallet, '/allowances')
  await expect(home.getByTestId('allowance')).toHaveCount(2)
  await home.getByTestId('revoke-all').click()
  await expect(home.getByTestId('together-apart')).toBeChecked()
  await home.getByTestId('together-once').click()
  await expect(home.getByTestId('together-once')).toBeChecked()
  await expectApprovable(home)
  await approve(home, 'calls')
  // Two allowances, and two numbers each for the batch and for the end of the delegation.
  await expect.poll(() => chain.getTransactionCount({ address: owner.address })).toBe(6)
  expect(await chain.getCode({ address: owner.address })).toBeUndefined()
  for (const to of [spender, lookalike] as const)
    expect(
      await chain.readContract({
        ...{ address: testDollar, abi: erc20Abi, functionName: 'allowance' },
        args: [owner.address, to],
      }),
    ).toBe(0n)
  const again = await openHome(wallet, '/allowances')
  await expect(again.getByText('Nobody may take anything from this account.')).toBeVisible()
})

interface Shopping {
  wallet: Launched
  popup: Page
  shop: Shop
  account: string
}

/** A page connected to an account with ether, and 1000 test dollars. */
async function connectWithDollars({ wallet, popup, shop, account }: Shopping): Promise<Page> {
  await drip(popup)
  await popup.getByTestId('faucet-drip-token').click()
  await expect(popup.getByTestId('token-row')).toContainText('1,000')
  return connectedShop(wallet, shop.url, account)
}

test('an allowance without limit is limited to what the account has; another amount is typed, and the site’s wish needs a second look', async ({
  wallet,
  popup,
  shop,
  account,
  network,
}) => {
  const page = await connectWithDollars({ wallet, popup, shop, account })
  const { testDollar, permit2 } = network.contracts
  const data = encodeFunctionData({ abi, functionName: 'approve', args: [permit2, maxUint256] })
  const asked = call(page, { method: 'eth_sendTransaction', params: [{ from: account, to: testDollar, data }] })
  const window = await decisionWindow(wallet)
  const decision = window.getByTestId('decision')
  await expect(decision.getByRole('heading')).toContainText('1,000 TUSD')
  await expect(decision).toContainText(
    'The site asked for an unlimited amount. The wallet limited it to what you have.',
  )
  await expect(window.getByTestId('understood')).toHaveCount(0)
  await expectApprovable(window)

  await window.getByTestId('limit').click()
  await window.getByTestId('limit-asked').check()
  await expect(window.getByTestId('understood')).toBeVisible()
  await expect(window.getByTestId('approve')).toHaveAttribute('aria-disabled', 'true')
  await expect(decision).toContainText('The allowance has no limit')

  await window.getByTestId('limit-own').check()
  await window.getByTestId('limit-amount').fill('12.5')
  await window.getByTestId('limit-set').click()
  await expect(decision.getByRole('heading')).toContainText('12.5 TUSD')
  await expect(window.getByTestId('understood')).toHaveCount(0)
  // What is typed and not set is not what would be signed.
  await expectApprovable(window)
  await window.getByTestId('limit-amount').fill('13')
  await expect(window.getByTestId('approve')).toHaveAttribute('aria-disabled', 'true')
  await window.getByTestId('limit-amount').fill('12.5')
  await window.getByTestId('limit-set').click()
  await approve(window, 'transaction')

  const answer = await asked
  if (!('result' in answer)) throw new Error('the page got no hash')
  const reader = createPublicClient({ transport: http(network.rpcUrl) })
  const signed = await reader.getTransaction({ hash: hashOf(answer.result) })
  expect(signed.input).toBe(encodeFunctionData({ abi, functionName: 'approve', args: [permit2, 12_500_000n] }))
  await expectLevel(popup, 'sealed')
  const home = await openHome(wallet, '/allowances')
  await expect(home.locator(`[data-spender="${permit2.toLowerCase()}"]`)).toContainText('up to 12.5')
})

test('in a batch an allowance is limited to what the calls after it take, and the batch goes through', async ({
  wallet,
  popup,
  shop,
  account,
  network,
}) => {
  const page = await connectWithDollars({ wallet, popup, shop, account })
  const { testDollar, payouts, permit2 } = network.contracts
  const allow = encodeFunctionData({ abi, functionName: 'approve', args: [payouts, maxUint256] })
  const exact = encodeFunctionData({ abi, functionName: 'approve', args: [permit2, 3_000_000n] })
  const pay = encodeFunctionData({
    abi: payoutsAbi,
    functionName: 'sendPayouts',
    args: [keccak256('0x01'), [spender, lookalike], [4_000_000n, 3_500_000n]],
  })
  const calls = [
    { to: testDollar, data: allow },
    { to: testDollar, data: exact },
    { to: payouts, data: pay },
  ]
  const params = [
    { version: '2.0.0', from: account, chainId: `0x${network.chainId.toString(16)}`, atomicRequired: false, calls },
  ]
  const asked = call(page, { method: 'wallet_sendCalls', params })
  const window = await decisionWindow(wallet)
  const each = window.locator('.call')
  await expect(each.nth(0)).toContainText('7.5 TUSD')
  await expect(each.nth(0)).toContainText('The wallet limited it to what the calls after it take.')
  await expect(each.nth(1)).toContainText('3 TUSD')
  await expect(each.nth(1)).not.toContainText('limited')
  await approve(window, 'calls')
  const answer = await asked
  if (!('result' in answer)) throw new Error('the page got no batch')

  const { id } = z.object({ id: z.string() }).parse(answer.result)
  const status = async () => {
    const told = await call(page, { method: 'wallet_getCallsStatus', params: [id] })
    return z.object({ result: z.looseObject({ status: z.number() }) }).parse(told).result
  }
  await expect.poll(async () => (await status()).status).toBe(200)
  const { receipts } = z
    .object({ receipts: z.array(z.object({ transactionHash: z.string(), status: z.string() })) })
    .parse(await status())
  expect(receipts.map(receipt => receipt.status)).toEqual(['0x1', '0x1', '0x1'])
  const reader = createPublicClient({ transport: http(network.rpcUrl) })
  const signed = await Promise.all(
    receipts.map(({ transactionHash }) => reader.getTransaction({ hash: hashOf(transactionHash) })),
  )
  expect(signed.map(({ input }) => input)).toEqual([
    encodeFunctionData({ abi, functionName: 'approve', args: [payouts, 7_500_000n] }),
    exact,
    pay,
  ])
})
