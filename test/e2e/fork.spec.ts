import { createPublicClient, getAddress, http } from 'viem'
import { startAnvil } from '../preview-network/anvil.ts'
import { expect, test } from './fixtures.ts'
import { approve, drip, expectLevel, expectSealed, openHome } from './wallet.ts'

const payee = '0x00000000000000000000000000000000000000AA'

test('a local fork stands beside its chain, and what is sent on it is told apart', async ({
  wallet,
  popup,
  account,
  network,
}) => {
  const chain = createPublicClient({ transport: http(network.rpcUrl) })
  const open = async (amount: string) => {
    await popup.getByTestId('send').click()
    await popup.getByTestId('send-to').fill(payee)
    await popup.getByTestId('send-amount').fill(amount)

    await popup.getByTestId('review').click()
  }
  const select = async (name: string) => {
    await popup.getByTestId('network-chip').click()
    await popup.getByRole('dialog').getByRole('button', { name }).click()
    await expect(popup.getByTestId('network-chip')).toContainText(name)
  }
  const shownFirst = () => popup.goto(popup.url().split('#')[0] ?? '')

  await drip(popup)
  await expectSealed(popup, wei => wei === 10n ** 17n)
  const fork = await startAnvil(['--fork-url', network.rpcUrl, '--block-time', '0.5'])

  const home = await openHome(wallet, '/networks')
  await home.getByRole('main').getByRole('button', { name: 'Add network' }).click()
  const dialog = home.getByRole('dialog')
  await dialog.getByLabel('By endpoint').check()
  await dialog.getByTestId('endpoint-http').fill(fork.url)
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog).toContainText('You have Local preview with this chain ID already')
  await expect(dialog.getByTestId('network-testing')).toBeDisabled()
  // Two networks of one chain cannot have one name.
  await dialog.getByTestId('network-name').fill('local preview')
  await expect(dialog.getByRole('button', { name: 'Add network' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByTestId('network-name').fill('My fork')
  await dialog.getByRole('button', { name: 'Add network' }).click()
  await expect(home.locator(`section[data-chain-id="${network.chainId}"]`)).toHaveCount(2)

  await select('My fork')
  await expectSealed(popup, wei => wei === 10n ** 17n)
  await open('0.04')
  await expect(popup.getByText('Also valid on Local preview')).toBeVisible()
  await approve(popup, 'transaction')
  await expectLevel(popup, 'sealed')
  await shownFirst()
  await expectSealed(popup, wei => wei < 6n * 10n ** 16n && wei > 0n)

  await select('Local preview')
  await expectSealed(popup, wei => wei === 10n ** 17n)
  await expect(popup.getByTestId('transaction-row')).toHaveCount(0)
  const of = { address: getAddress(account) }
  expect(await chain.getBalance(of)).toBe(10n ** 17n)
  expect(await chain.getTransactionCount(of)).toBe(0)
  // The chain's next number is still its first: with another one it would wait.
  await open('0.01')
  await expect(popup.getByText('Also valid on My fork')).toBeVisible()
  await approve(popup, 'transaction')
  await expectLevel(popup, 'sealed')
  expect(await chain.getTransactionCount(of)).toBe(1)
  await fork.stop()
})
