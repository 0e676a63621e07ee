import type { Locator, Page } from '@playwright/test'
import { type Address, createPublicClient, http } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { approve, decisionWindow, reject } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { buildWagmiPage } from './wagmi-page/build.ts'

const recipient: Address = '0x00000000000000000000000000000000000000aa'

/** What an action came to, once it is over. */
async function outcome(page: Page, name: string): Promise<unknown> {
  const output = page.getByTestId(`${name}-result`)
  await expect(output).toHaveAttribute('data-status', 'success')
  return JSON.parse((await output.textContent()) ?? 'null')
}
const click = (page: Page, name: string) => page.getByTestId(name).click()
const text = async (locator: Locator) => JSON.parse((await locator.textContent()) || 'null')

test('a dapp of wagmi and viem finds the wallet, and does everything with it that a dapp does', {
  tag: '@short',
}, async ({ wallet, site, funded, phrase, network }) => {
  test.slow()
  const { html, script } = await buildWagmiPage()
  site.put('/wagmi.html', html)
  site.put('/wagmi.js', script)
  const page = await wallet.context.newPage()
  const faults: unknown[] = []
  page.on('pageerror', error => {
    // Firefox counts an endpoint of the page that cannot be reached among them.
    if (!String(error).includes('Cross-Origin Request Blocked')) faults.push(error)
  })
  const query = new URLSearchParams({
    chainId: String(network.chainId),
    rpcUrl: network.rpcUrl,
    token: network.contracts.testDollar ?? '',
  })
  await page.goto(site.at(`/wagmi.html?${query}`))
  const chain = createPublicClient({ transport: http(network.rpcUrl) })
  const signer = mnemonicToAccount(phrase)
  const decide = async (kind: string) => approve(await decisionWindow(wallet), kind)

  // Found by EIP-6963, once; a refusal first, then the consent.
  await expect(page.getByTestId('connector')).toHaveAttribute('data-rdns', 'wallet.prelude')
  await click(page, 'connect')
  await reject(await decisionWindow(wallet))
  await expect(page.getByTestId('connect-error')).toHaveText('UserRejectedRequestError')
  await click(page, 'connect')
  await decide('connect')
  const connection = page.getByTestId('connection')
  await expect(connection).toHaveAttribute('data-status', 'connected')
  await expect(connection).toHaveText(new RegExp(`^${funded}$`, 'i'))
  await expect(connection).toHaveAttribute('data-chain', String(network.chainId))

  await expect(page.getByTestId('balance')).toHaveText(String(10n ** 19n))
  await click(page, 'wallet-balance')
  expect(await outcome(page, 'wallet-balance')).toBe(String(10n ** 19n))
  const chainKey = String(network.chainId)
  await expect
    .poll(() => text(page.getByTestId('capabilities')))
    .toMatchObject({ [chainKey]: { atomic: { status: 'ready' }, preconfirmations: { supported: true } } })

  // Sealed only once the page listens: a level that is over is not told.
  network.faults.set({ withheld: 'all' })
  await click(page, 'send')
  await decide('transaction')
  const hash = await outcome(page, 'send')
  // Read from the chain first, the same level is not told once more by the wallet.
  await expect(page.getByTestId('levels')).toContainText(/by the (wallet|chain)/)
  network.faults.set({ withheld: [] })
  await expect(page.getByTestId('receipt')).toHaveAttribute('data-status', 'success')
  await expect(page.getByTestId('receipt')).toHaveText(String(hash))
  // The first level may be read from the chain before the wallet speaks; from then on the wallet alone tells.
  await expect(page.getByTestId('levels')).toHaveText(/preconfirmed by the (wallet|chain).*sealed by the wallet/)
  await click(page, 'transfer-token')
  await decide('transaction')
  expect(await outcome(page, 'transfer-token')).toMatch(/^0x[0-9a-f]{64}$/)

  await click(page, 'send-calls')
  await decide('calls')
  expect(await outcome(page, 'send-calls')).toMatchObject({ id: expect.any(String) })
  await expect(page.getByTestId('calls')).toHaveAttribute('data-status', 'success')
  await expect(page.getByTestId('calls')).toHaveText('["success","success"]')

  await click(page, 'sign-message')
  await decide('message')
  expect(await outcome(page, 'sign-message')).toBe(await signer.signMessage({ message: 'Good morning' }))
  await click(page, 'sign-typed-data')
  await decide('typed-data')
  expect(await outcome(page, 'sign-typed-data')).toBe(
    await signer.signTypedData({
      domain: { name: 'Coffee', chainId: network.chainId, verifyingContract: network.contracts.testDollar },
      types: {
        Order: [
          { name: 'product', type: 'string' },
          { name: 'grams', type: 'uint256' },
        ],
      },
      primaryType: 'Order',
      message: { product: 'Harbour', grams: 250n },
    }),
  )

  await click(page, 'switch-away')
  await decide('switch-network')
  await outcome(page, 'switch-away')
  await expect(connection).toHaveAttribute('data-chain', '8453')
  await click(page, 'switch-back')
  await decide('switch-network')
  await outcome(page, 'switch-back')
  await expect(connection).toHaveAttribute('data-chain', chainKey)
  await click(page, 'watch-asset')
  await decide('add-token')
  expect(await outcome(page, 'watch-asset')).toBe(true)

  // viem alone, on window.ethereum; then a reload, over which wagmi finds its connection again.
  await click(page, 'viem-accounts')
  expect(await outcome(page, 'viem-accounts')).toMatch(new RegExp(`^${funded}$`, 'i'))
  await click(page, 'viem-send')
  await decide('transaction')
  const last = await outcome(page, 'viem-send')
  expect(await chain.getTransaction({ hash: `0x${String(last).slice(2)}` })).toMatchObject({ value: 3n })
  await click(page, 'viem-capabilities')
  expect(await outcome(page, 'viem-capabilities')).toMatchObject({ atomic: { status: 'ready' } })
  await page.reload()
  await expect(connection).toHaveAttribute('data-status', 'connected')
  await expect(connection).toHaveAttribute('data-connector', 'wallet.prelude')

  await click(page, 'disconnect')
  await expect(connection).toHaveAttribute('data-status', 'disconnected')
  await page.reload()
  await page.getByTestId('connector').waitFor()
  await expect(connection).toHaveAttribute('data-status', 'disconnected')
  const accounts = await page.evaluate(() =>
    (window as unknown as { ethereum: { request(call: object): Promise<unknown> } }).ethereum.request({
      method: 'eth_accounts',
    }),
  )
  expect(accounts, 'wagmi gives the permission back').toEqual([])

  await expect.poll(() => chain.getTransactionCount({ address: funded })).toBe(5)
  expect(await chain.getBalance({ address: recipient })).toBeGreaterThanOrEqual(1n + 1n + 2n + 3n)
  expect(faults).toEqual([])
})
