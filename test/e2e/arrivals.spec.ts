import { readFile } from 'node:fs/promises'
import { createWalletClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { PreviewNetwork } from '../preview-network/index.ts'
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

// Of a download that an extension's page starts, Firefox tells its driver nothing.
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

test('a payment whose pre-confirmation is withdrawn is not called money', async ({ popup, network, account }) => {
  await expect(popup.getByTestId('balance')).toHaveAttribute('data-sealed', '0x0')
  const payer = await somebody(network)
  await eventuallyPaid(() => payer.pay(account, 10n ** 15n))
  const row = popup.getByTestId('arrival-row')
  await expect(row).toHaveAttribute('data-level', 'sealed')
  const second = await payer.pay(account, 2n * 10n ** 15n)
  const other = popup.locator(`[data-testid=arrival-row][data-hash="${second}"]`)
  await expect(other).toHaveAttribute('data-level', 'preconfirmed')
  await network.faults.revoke(second, 'forgotten')
  await expect(other).toHaveAttribute('data-withdrawn', 'true')
  await expect(other).toContainText('not received')
})
