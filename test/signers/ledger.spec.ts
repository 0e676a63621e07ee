import type { Page } from '@playwright/test'
import {
  type Address,
  concat,
  createPublicClient,
  type Hex,
  hashTypedData,
  http,
  keccak256,
  recoverMessageAddress,
  recoverTypedDataAddress,
} from 'viem'
import { english, generateMnemonic } from 'viem/accounts'
import { pageWhere } from '../commands/extension.ts'
import { test as base, expect } from '../e2e/fixtures.ts'
import { call, connectedShop } from '../e2e/shop.ts'
import {
  approve,
  decisionWindow,
  drip,
  expectLevel,
  expectSealed,
  importWallet,
  killWorker,
  openHome,
  openPopup,
} from '../e2e/wallet.ts'
import { type PluggedLedger, plugLedger } from './fake-hid.ts'
import { createSoftwareLedger } from './software-ledger.ts'

interface Fixtures {
  ledgerPhrase: string
  ledger: PluggedLedger
  /** The wallet with the second account of the device, as Ledger Live numbers them, in a popup. */
  withLedger: Page
}

const path = "m/44'/60'/1'/0/0"
const recipient = '0x00000000000000000000000000000000000000AB'

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  ledgerPhrase: async ({}, use) => use(generateMnemonic(english)),
  ledger: async ({ wallet, ledgerPhrase }, use) => use(await plugLedger(wallet.context, ledgerPhrase)),
  withLedger: async ({ wallet, home, phrase, ledger }, use) => {
    await importWallet(home, phrase)
    const accounts = await openHome(wallet, '/accounts')
    await ledger.reach(accounts)
    await accounts.getByTestId('account-ledger').click()
    await accounts.getByTestId('ledger-read').click()
    await expect(accounts.getByTestId('signer-account')).toHaveCount(5)
    // The first one is chosen; the second is wanted.
    await accounts.getByTestId('signer-account').nth(0).uncheck()
    await accounts.getByTestId('signer-account').nth(1).check()
    await accounts.getByTestId('ledger-check').nth(1).click()
    await expect(accounts.getByText('Same address', { exact: true })).toBeVisible()
    await accounts.getByTestId('signer-add').click()
    const address = ledger.software.addressOf(path)
    await expect(accounts.locator(`[data-address="${address.toLowerCase()}"]`).first()).toBeVisible()
    await accounts.close()
    await use(await openPopup(wallet))
  },
})

test('money is sent from an account on a Ledger; the worker is killed while the device waits @short', async ({
  withLedger: popup,
  wallet,
  ledger,
  network,
}) => {
  await drip(popup)
  await expectSealed(popup, wei => wei === 10n ** 17n)
  await popup.getByTestId('send').click()
  await popup.getByTestId('send-to').fill(recipient)
  await popup.getByTestId('send-amount').fill('0.03')
  await popup.getByTestId('review').click()
  await popup.getByTestId('approve').click()
  await popup.getByTestId('signer-in-tab').click()
  const tab = await pageWhere(wallet.context, page => page.url().includes('#/review/'), 'the tab')
  ledger.software.isWaiting = true
  await ledger.reach(tab)
  await tab.getByTestId('ledger-sign').click()
  await expect(tab.getByTestId('ledger-sign')).toHaveAttribute('aria-busy', 'true')
  // A worker that starts again asks for the same bytes: what the person does with the device goes on.
  await killWorker(wallet)
  await expect(tab.getByTestId('ledger-sign')).toHaveAttribute('aria-busy', 'true')
  await ledger.unplug()
  await tab.getByText('Your Ledger is not connected any more').waitFor()
  ledger.software.isWaiting = false
  ledger.plug()
  // The answer comes before the worker that takes its place has asked.
  await killWorker(wallet)
  await tab.getByTestId('ledger-sign').click()
  await expectLevel(tab, 'sealed')
  const chain = createPublicClient({ transport: http(network.rpcUrl) })
  const address = ledger.software.addressOf(path) as Address
  expect(await chain.getTransactionCount({ address, blockTag: 'pending' })).toBe(1)
  expect(await chain.getBalance({ address: recipient })).toBeGreaterThanOrEqual(3n * 10n ** 16n)
})

test('a page gets what a Ledger signed; what goes wrong there is said in words, and nothing is signed', async ({
  withLedger: _popup,
  wallet,
  shop,
  ledger,
}) => {
  const address = ledger.software.addressOf(path)
  const page = await connectedShop(wallet, shop.url, address)
  const message = 'Only this, nothing else'
  const hex = `0x${Buffer.from(message).toString('hex')}`
  const asked = call(page, { method: 'personal_sign', params: [hex, address] })
  let window = await decisionWindow(wallet)
  await ledger.reach(window)
  await approve(window, 'message')
  const faults = {
    locked: 'Your Ledger is locked',
    'wrong-app': 'The Ethereum app is not open',
    rejected: 'You rejected this on your Ledger',
  } as const
  for (const fault of ['locked', 'wrong-app', 'rejected'] as const) {
    ledger.software.fault = fault
    await window.getByTestId('ledger-sign').click()
    await window.getByText(faults[fault]).waitFor()
  }
  ledger.software.fault = null
  ledger.software.isHeld = true
  await window.getByTestId('ledger-sign').click()
  await window.getByText('Another tab or program is using your Ledger').waitFor()
  ledger.software.isHeld = false
  await ledger.unplug()
  await window.getByTestId('ledger-sign').click()
  await window.getByText('No Ledger was chosen').waitFor()
  ledger.plug()
  const own = ledger.software
  ledger.exchange(createSoftwareLedger(generateMnemonic(english)))
  await window.getByTestId('ledger-sign').click()
  await window.getByText('This Ledger does not have this account').waitFor()
  ledger.exchange(own)
  await window.getByTestId('ledger-sign').click()
  const signed = await asked
  if (!('result' in signed)) throw new Error('refused')
  expect(await recoverMessageAddress({ message, signature: signed.result as Hex })).toBe(address)

  const again = call(page, { method: 'personal_sign', params: [hex, address] })
  window = await decisionWindow(wallet)
  await ledger.reach(window)
  await approve(window, 'message')
  own.isWaiting = true
  await window.getByTestId('ledger-sign').click()
  await expect(window.getByTestId('ledger-sign')).toHaveAttribute('aria-busy', 'true')
  await window.getByTestId('signer-take-back').click()
  expect(await again).toMatchObject({ error: { code: 4001 } })
})

test('typed data comes with its values, or as hashes that the wallet shows too', async ({
  withLedger: _popup,
  wallet,
  shop,
  ledger,
  ledgerPhrase,
}) => {
  const address = ledger.software.addressOf(path) as Address
  const page = await connectedShop(wallet, shop.url, address)
  const types = { Order: [{ name: 'what', type: 'string' }] }
  const domain = { name: 'Shop', chainId: 84538453 }
  const typedData = { types, primaryType: 'Order' as const, domain, message: { what: 'coffee '.repeat(60) } }
  const old = createSoftwareLedger(ledgerPhrase, { hasValues: false })
  for (const device of [ledger.software, old]) {
    ledger.exchange(device)
    const asked = call(page, { method: 'eth_signTypedData_v4', params: [address, JSON.stringify(typedData)] })
    const window = await decisionWindow(wallet)
    await ledger.reach(window)
    await approve(window, 'typed-data')
    device.isWaiting = device === old
    await window.getByTestId('ledger-sign').click()
    if (device === old) {
      const text = (await window.getByTestId('ledger-hashes').textContent()) ?? ''
      const [domainHash = '0x', messageHash = '0x'] = (text.match(/0x[0-9a-f]{64}/g) ?? []) as Hex[]
      expect(keccak256(concat(['0x1901', domainHash, messageHash]))).toBe(hashTypedData(typedData))
      await ledger.unplug()
      await window.getByText('Your Ledger is not connected any more').waitFor()
      device.isWaiting = false
      ledger.plug()
      await window.getByTestId('ledger-sign').click()
    }
    const signed = await asked
    if (!('result' in signed)) throw new Error('refused')
    expect(await recoverTypedDataAddress({ ...typedData, signature: signed.result as Hex })).toBe(address)
    expect(device.shown).toBe(device === old ? 'hashes' : 'values')
  }
})

test('of two Ledgers that are plugged in, the one that holds the account signs', async ({
  withLedger: _popup,
  wallet,
  shop,
  ledger,
}) => {
  const own = ledger.software
  const address = own.addressOf(path) as Address
  const other = createSoftwareLedger(generateMnemonic(english))
  ledger.exchange(other)
  ledger.plugBeside(own)

  // Another one than the one that was allowed first.
  const accounts = await openHome(wallet, '/accounts')
  await ledger.reach(accounts)
  await accounts.getByTestId('account-ledger').click()
  await accounts.getByTestId('ledger-read').click()
  await expect(accounts.getByTestId('signer-account')).toHaveCount(5)
  await expect(accounts.locator('main')).toContainText(other.addressOf("m/44'/60'/0'/0/0").slice(-4))
  await accounts.close()

  const page = await connectedShop(wallet, shop.url, address)
  const message = 'From the second one'
  const hex = `0x${Buffer.from(message).toString('hex')}`
  const asked = call(page, { method: 'personal_sign', params: [hex, address] })
  const window = await decisionWindow(wallet)
  await ledger.reach(window)
  await approve(window, 'message')
  await window.getByTestId('ledger-sign').click()
  await window.getByText('This Ledger does not have this account').waitFor()
  ledger.chosen = 1
  own.fault = 'locked'
  await window.getByTestId('ledger-other').click()
  await window.getByText('Your Ledger is locked').waitFor()
  own.fault = null
  // Both are allowed now, and the first one that is asked is not it.
  await window.getByTestId('ledger-sign').click()
  const signed = await asked
  if (!('result' in signed)) throw new Error('refused')
  expect(await recoverMessageAddress({ message, signature: signed.result as Hex })).toBe(address)
})
