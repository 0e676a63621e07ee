import { readFile } from 'node:fs/promises'
import { createPublicClient, createWalletClient, type Hex, http, toHex } from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { createPreviewNetwork, type PreviewNetwork } from '../preview-network/index.ts'
import { expect, test } from './fixtures.ts'
import { openHome } from './wallet.ts'

/** Somebody with test money. */
async function somebody(network: PreviewNetwork) {
  const account = privateKeyToAccount(generatePrivateKey())
  const body = JSON.stringify({ address: account.address })
  const headers = { 'content-type': 'application/json' }
  await fetch(`${network.faucetUrl}/api/preview/faucet/drip`, { method: 'POST', headers, body })
  const client = createWalletClient({ account, transport: http(network.rpcUrl) })
  return {
    address: account.address,
    pay: (to: string, value: bigint) =>
      client.sendTransaction({ to: `0x${to.slice(2)}`, value, chain: null, gas: 21_000n }),
  }
}

async function eventuallyPaid(pay: () => Promise<`0x${string}`>): Promise<`0x${string}`> {
  let hash: `0x${string}` | undefined
  await expect
    .poll(
      async () => {
        hash = await pay().catch(() => undefined)
        return hash !== undefined
      },
      { message: 'the payer has its money' },
    )
    .toBe(true)
  if (hash === undefined) throw new Error('not paid')
  return hash
}

test('an incoming transfer appears by itself, with its sender, and is shown as sealed once it is', async ({
  wallet,
  popup,
  network,
  account,
}) => {
  await expect(popup.getByTestId('balance')).toHaveAttribute('data-sealed', '0x0')
  const payer = await somebody(network)
  const hash = await eventuallyPaid(() => payer.pay(account, 10n ** 15n))
  const row = popup.getByTestId('arrival-row')
  await expect(row).toHaveAttribute('data-hash', hash)
  await expect(row).toContainText('Received')
  await expect(row).toContainText(`${payer.address.slice(0, 6)}…${payer.address.slice(-4)}`)
  await expect(row).toContainText('+0.001 ETH')
  await expect(row).toHaveAttribute('data-level', 'sealed')
  await row.getByRole('button').click()
  await expect(popup.getByTestId('arrival-detail')).toContainText(hash)
  // It is still there when the page comes again.
  await expect((await openHome(wallet, '/activity')).getByTestId('arrival-row')).toHaveCount(1)
})

// Firefox tells its driver nothing about a download that an extension's page starts.
test('an incoming transfer is in the export of the full page', { tag: '@chromium' }, async ({
  wallet,
  popup,
  network,
  account,
}) => {
  await expect(popup.getByTestId('balance')).toHaveAttribute('data-sealed', '0x0')
  const payer = await somebody(network)
  const hash = await eventuallyPaid(() => payer.pay(account, 10n ** 15n))
  const home = await openHome(wallet, '/activity')
  await expect(home.getByTestId('arrival-row')).toHaveAttribute('data-level', 'sealed')
  await home.getByTestId('activity-export').click()
  const [download] = await Promise.all([home.waitForEvent('download'), home.getByTestId('export-csv').click()])
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toContain(hash)
  expect(csv.split('\r\n')[1]).toMatch(/^received,/)
})

const onDemand = test.extend<{ slow: PreviewNetwork }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  slow: async ({}, use) => {
    const network = await createPreviewNetwork({ faucetCooldownSeconds: 0, blockMs: 3_600_000 })
    await use(network)
    await network.stop()
  },
  addresses: async ({ slow }, use) => use(slow),
})

onDemand('a payment whose pre-confirmation is withdrawn is not called money', async ({ popup, slow, account }) => {
  await expect(popup.getByTestId('balance')).toHaveAttribute('data-sealed', '0x0')
  const payer = await somebody(slow)
  await eventuallyPaid(() => payer.pay(account, 10n ** 15n))
  await slow.faults.seal()
  const row = popup.getByTestId('arrival-row')
  await expect(row).toHaveAttribute('data-level', 'sealed')
  const second = await payer.pay(account, 2n * 10n ** 15n)
  const other = popup.locator(`[data-testid=arrival-row][data-hash="${second}"]`)
  await expect(other).toHaveAttribute('data-level', 'preconfirmed')
  await slow.faults.revoke(second, 'forgotten')
  await expect(other).toHaveAttribute('data-withdrawn', 'true')
  await expect(other).toContainText('not received')
})

test('what came in and was sent before the account was in the wallet is found in past blocks', {
  tag: '@short',
}, async ({ wallet, popup: _popup, network, phrase }) => {
  const payer = await somebody(network)
  const { privateKey } = mnemonicToAccount(phrase, { addressIndex: 1 }).getHdKey()
  const account = privateKeyToAccount(toHex(privateKey ?? new Uint8Array()))
  const came = await eventuallyPaid(() => payer.pay(account.address, 2n * 10n ** 16n))
  const elsewhere = createWalletClient({ account, transport: http(network.rpcUrl) })
  const sent = await eventuallyPaid(() =>
    elsewhere.sendTransaction({ to: payer.address, value: 3n * 10n ** 15n, chain: null, gas: 21_000n }),
  )
  const chain = createPublicClient({ transport: http(network.rpcUrl) })
  const { blockNumber } = await chain.waitForTransactionReceipt({ hash: sent, pollingInterval: 50 })
  await expect.poll(() => chain.getBlockNumber({ cacheTime: 0 })).toBeGreaterThan(blockNumber)

  const home = await openHome(wallet, '/accounts')
  await home.getByTestId('account-add').click()
  await expect(home.locator(`[data-address="${account.address.toLowerCase()}"]`).first()).toBeVisible()
  await home.goto(wallet.address('home.html#/activity'))
  await expect(home.getByTestId('transaction-row')).toHaveCount(0)
  await home.getByTestId('look-back').click()
  await expect(home.getByTestId('look-back-status')).toHaveAttribute('data-done', 'end')
  await expect(home.getByTestId('look-back-status')).toContainText('2 entries were new')
  const arrival = home.getByTestId('arrival-row')
  await expect(arrival).toHaveAttribute('data-hash', came)
  await expect(arrival).toContainText('+0.02 ETH')
  const row = home.getByTestId('transaction-row')
  await expect(row).toHaveAttribute('data-hash', sent)
  await expect(row).toContainText('−0.003 ETH')
  await row.getByRole('button').click()
  await expect(home.getByTestId('transaction-detail')).toContainText('This wallet did not send it')
  await expect(home.getByTestId('track')).toHaveCount(0)
  // The list stays beside it.
  await expect(row.getByRole('button')).toHaveAttribute('aria-current', 'true')
  await arrival.getByRole('button').click()
  await expect(home.getByTestId('beside').getByTestId('arrival-detail')).toContainText('+0.02')
  await expect(row.getByRole('button')).not.toHaveAttribute('aria-current')

  // Another wallet makes a native transaction of the account (EIP-8130): a part of it fails, and a key is added.
  const key = `0x${'ab'.repeat(32)}`
  const nobody = `0x${'00'.repeat(12)}`
  const native = await network.faults.sendNative({
    ...{ wire: 'keystore', sender: account.address, nonceKey: 7, gasLimit: 300_000, maxFeePerGas: 10 ** 9 },
    calls: [[{ to: payer.address }], [{ to: network.contracts.testDollar, data: '0xdeadbeef' }]],
    accountChanges: [
      {
        type: 'configChange',
        changes: [{ changeType: 0, payload: `${key}${nobody.slice(2)}${'11'.repeat(20)}${'00'.repeat(128)}` as Hex }],
      },
    ],
  })
  const included = await chain.waitForTransactionReceipt({ hash: native, pollingInterval: 50 })
  expect(included).toMatchObject({ status: 'reverted', phaseStatuses: ['0x1', '0x0'] })
  await expect.poll(() => chain.getBlockNumber({ cacheTime: 0 })).toBeGreaterThan(included.blockNumber)
  await home.getByTestId('look-back').click()
  const nativeRow = home.locator(`[data-testid=transaction-row][data-hash="${native}"]`)
  await expect(nativeRow).toContainText('Happened in part')
  await nativeRow.getByRole('button').click()
  const facts = home.getByTestId('native-facts')
  await expect(facts).toContainText('1 of 2 happened')
  await expect(facts).toContainText(`A key was added with full power over the account. ${key}`)
  await home.goto(wallet.address('home.html#/allowances'))
  await expect(home.getByTestId('powers')).toContainText('Removing the delegation does not remove this')
})

test('a search of past blocks stops at once, says how far it came, and goes on from there', async ({
  wallet,
  popup: _popup,
  network,
  phrase,
}) => {
  const payer = await somebody(network)
  const account = mnemonicToAccount(phrase, { addressIndex: 1 }).address
  const chain = createPublicClient({ transport: http(network.rpcUrl) })
  const paid: string[] = []
  for (const wei of [1n, 2n, 3n, 4n, 5n, 6n]) {
    const hash = await eventuallyPaid(() => payer.pay(account, wei * 10n ** 15n))
    const { blockNumber } = await chain.waitForTransactionReceipt({ hash, pollingInterval: 50 })
    await expect.poll(() => chain.getBlockNumber({ cacheTime: 0 })).toBeGreaterThan(blockNumber)
    paid.push(hash)
  }
  const home = await openHome(wallet, '/accounts')
  await home.getByTestId('account-add').click()
  await expect(home.locator(`[data-address="${account.toLowerCase()}"]`).first()).toBeVisible()
  await home.goto(wallet.address('home.html#/activity'))
  const status = home.getByTestId('look-back-status')
  network.faults.set({ delays: { eth_getBalance: { ms: 500 } } })
  await home.getByTestId('look-back').click()
  await expect(status).toBeVisible({ timeout: 30_000 })
  // The next step of the search takes half a minute.
  network.faults.set({ delays: { eth_getBalance: { ms: 3_000 } } })
  await home.getByTestId('look-back-stop').click()
  await expect(home.getByTestId('look-back')).toBeVisible({ timeout: 8_000 })
  await expect(home.getByTestId('look-back')).toHaveText('Go on')
  await expect(status).not.toHaveAttribute('data-done')
  const known = await home.getByTestId('arrival-row').count()
  expect(known).toBeLessThan(paid.length)

  network.faults.set({ delays: {} })
  await home.getByTestId('look-back').click()
  await expect(status).toHaveAttribute('data-done', 'end', { timeout: 30_000 })
  await expect(home.getByTestId('arrival-row')).toHaveCount(paid.length)
  const found = await home
    .getByTestId('arrival-row')
    .evaluateAll(rows => rows.map(row => row.getAttribute('data-hash')))
  expect(new Set(found)).toEqual(new Set(paid))
})
