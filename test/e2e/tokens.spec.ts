import { createPublicClient, createWalletClient, http, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { PreviewNetwork } from '../preview-network/index.ts'
import { expect, test } from './fixtures.ts'
import { approve, drip, expectApprovable, expectLevel, openPopup } from './wallet.ts'

const dripUnits = 1_000_000_000n
const erc20 = parseAbi([
  'function mint(address to, uint256 amount)',
  'function balanceOf(address) view returns (uint256)',
])
const recipient = '0x00000000000000000000000000000000000000bb'

function dollarOf({ contracts }: PreviewNetwork): `0x${string}` {
  const { testDollar } = contracts
  if (testDollar === undefined) throw new Error('the network has no test dollar')
  return testDollar
}

/** Somebody else makes test dollars for the account. */
async function mintFor(network: PreviewNetwork, to: string, amount: bigint): Promise<void> {
  const account = privateKeyToAccount(generatePrivateKey())
  const body = JSON.stringify({ address: account.address })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${network.faucetUrl}/api/preview/faucet/drip`, { method: 'POST', headers, body })
  const reader = createPublicClient({ transport: http(network.rpcUrl) })
  await expect
    .poll(() => reader.getBalance({ address: account.address, blockTag: 'pending' }), { message: 'money for fees' })
    .toBeGreaterThan(0n)
  const client = createWalletClient({ account, transport: http(network.rpcUrl) })
  await client.writeContract({
    address: dollarOf(network),
    abi: erc20,
    functionName: 'mint',
    args: [`0x${to.slice(2)}`, amount],
    gas: 200_000n,
    chain: null,
  })
}

test('one tap brings test dollars: listed, pre-confirmed, then sealed', async ({ popup, network }) => {
  await popup.getByTestId('faucet-drip-token').click()
  const row = popup.getByTestId('token-row')
  await expect(row).toHaveAttribute('data-token', dollarOf(network).toLowerCase())
  await expect(row).toHaveAttribute('data-source', 'person')
  await expect(row).toHaveAttribute('data-pending', hex(dripUnits))
  await expect(row).toHaveAttribute('data-sealed', hex(dripUnits))
  await expect(row).toContainText('1,000')
})

test('a token is added by its address, after what its contract says was shown, and can be hidden', async ({
  popup,
  network,
}) => {
  await popup.getByTestId('tokens-manage').click()
  await popup.getByTestId('token-add').click()
  // An account is no token.
  await popup.getByTestId('token-address').fill('0x00000000000000000000000000000000000000aa')
  await expect(popup.getByTestId('token-address')).toHaveAttribute('aria-invalid', 'true')
  await expect(popup.getByTestId('token-add-confirm')).toBeDisabled()
  await popup.getByTestId('token-address').fill(dollarOf(network))
  await expect(popup.getByTestId('token-metadata')).toContainText('TUSD')
  await expect(popup.getByTestId('token-metadata')).toContainText('Test Dollar')
  await expect(popup.getByTestId('token-row')).toHaveCount(0)
  await popup.getByTestId('token-add-confirm').click()
  await expect(popup.getByTestId('token-row')).toHaveAttribute('data-sealed', '0x0')
  await popup.getByTestId('token-hide').click()
  await popup.getByTestId('token-show').waitFor()
  await popup.reload()
  await popup.getByTestId('tokens-manage').waitFor()
  await expect(popup.getByTestId('token-row')).toHaveCount(0)
  await popup.getByTestId('tokens-manage').click()
  await popup.getByTestId('token-show').click()
  await popup.getByTestId('token-hide').waitFor()
})

test('a token that merely arrives is no money until the person says so', async ({ popup, network, account }) => {
  await popup.getByTestId('balance').waitFor()
  await mintFor(network, account, 7_000_000n)
  await popup.getByTestId('tokens-found').waitFor()
  await expect(popup.getByTestId('token-row')).toHaveCount(0)
  await popup.getByTestId('tokens-found').click()
  await expect(popup.getByTestId('tokens-found-list').getByTestId('token-row')).toHaveAttribute(
    'data-pending',
    '0x6acfc0',
  )
  await popup.getByTestId('token-keep').click()
  await expect(popup.getByTestId('token-row')).toHaveAttribute('data-source', 'person')
  await expect(popup.getByTestId('tokens-found-list')).toHaveCount(0)
})

test.describe('test dollars', () => {
  test('are sent: the decision says how many and to whom, and both balances follow', async ({ popup, network }) => {
    await drip(popup)
    await popup.getByTestId('faucet-drip-token').click()
    await expect(popup.getByTestId('token-row')).toHaveAttribute('data-sealed', hex(dripUnits))
    const before = await dollarsOf(network, recipient)
    await popup.getByTestId('send').click()
    await popup.getByTestId('send-to').fill(recipient)
    await popup.getByTestId('send-asset').selectOption({ label: 'TUSD' })
    await popup.getByTestId('send-amount').fill('12.5000001')
    await expect(popup.getByTestId('send-amount')).toHaveAttribute('aria-invalid', 'true')
    await expect(popup.getByText('TUSD has at most 6 digits')).toBeVisible()
    await expect(popup.getByTestId('review')).toHaveAttribute('aria-disabled', 'true')
    await popup.getByTestId('send-amount').fill('12.5')
    await popup.getByTestId('review').click()
    await expectApprovable(popup)
    await expect(popup.getByTestId('decision').getByRole('heading')).toContainText('Send 12.5 TUSD to 0x0000…00bb')
    await approve(popup, 'transaction')
    await expectLevel(popup, 'sealed')
    await popup.reload()
    const left = dripUnits - 12_500_000n
    await expect(popup.getByTestId('token-row')).toHaveAttribute('data-sealed', hex(left))
    await expect(popup.getByTestId('token-row')).toHaveAttribute('data-pending', hex(left))
    await expect(popup.getByTestId('transaction-row').first()).toContainText('−12.5 TUSD')
    expect(await dollarsOf(network, recipient)).toBe(before + 12_500_000n)
  })

  test('are sent all at once, and nothing is left', async ({ wallet, popup, network }) => {
    await drip(popup)
    await popup.getByTestId('faucet-drip-token').click()
    await expect(popup.getByTestId('token-row')).toHaveAttribute('data-sealed', hex(dripUnits))
    const before = await dollarsOf(network, recipient)
    await popup.getByTestId('send').click()
    await popup.getByTestId('send-to').fill(recipient)
    await popup.getByTestId('send-asset').selectOption({ label: 'TUSD' })
    await popup.getByTestId('send-all').click()
    // What was typed survives the popup, the asset too.
    const again = await openPopup(wallet)
    await again.getByTestId('send').click()
    await expect(again.getByTestId('send-asset')).toHaveValue(/^0x/)
    await again.close()
    await popup.getByTestId('review').click()
    await approve(popup, 'transaction')
    await expectLevel(popup, 'sealed')
    await popup.reload()
    await expect(popup.getByTestId('token-row')).toHaveAttribute('data-sealed', '0x0')
    expect(await dollarsOf(network, recipient)).toBe(before + dripUnits)
  })
})

function hex(value: bigint): string {
  return `0x${value.toString(16)}`
}

function dollarsOf(network: PreviewNetwork, owner: `0x${string}`): Promise<bigint> {
  const client = createPublicClient({ transport: http(network.rpcUrl) })
  return client.readContract({ address: dollarOf(network), abi: erc20, functionName: 'balanceOf', args: [owner] })
}
