import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type Hex, recoverMessageAddress, recoverTypedDataAddress } from 'viem'
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
import { film } from './camera.ts'
import { createSoftwareSigner, type SoftwareSigner } from './software-signer.ts'

interface Fixtures {
  /** What the browser's camera shows. */
  filmFile: string
  signer: SoftwareSigner
  /** The wallet with the first account of the device, in a popup. */
  withDevice: Page
}

/** Each test has a camera of its own: a film that it writes. */
const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  filmFile: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'prelude-camera-'))
    await film(join(folder, 'film.y4m'), ['nothing to see'])
    await use(join(folder, 'film.y4m'))
    await rm(folder, { recursive: true, force: true })
  },
  camera: async ({ filmFile }, use) => use(filmFile),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  signer: async ({}, use) => use(createSoftwareSigner()),
  withDevice: async ({ wallet, home, phrase, signer, filmFile }, use) => {
    await importWallet(home, phrase)
    const accounts = await openHome(wallet, '/accounts')
    await film(filmFile, signer.sharedAccounts())
    await accounts.getByTestId('account-device').click()
    await accounts.getByTestId('signer-add').click()
    await expect(accounts.locator(`[data-address="${signer.addresses[0]?.toLowerCase()}"]`).first()).toBeVisible()
    await accounts.close()
    await use(await openPopup(wallet))
  },
})

/** The device reads the request from the page, signs it, and the page's camera reads the answer. */
async function signWith(signer: SoftwareSigner, page: Page, filmFile: string): Promise<void> {
  const request = await signer.read(page.getByTestId('signer-code'))
  await film(filmFile, await signer.answer(request))
  await page.getByTestId('signer-scan').click()
}

const recipient = '0x00000000000000000000000000000000000000AB'

test('money is sent from an account on a device, with a third of the frames lost @short', async ({
  withDevice: popup,
  wallet,
  signer,
  filmFile,
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
  await tab.getByTestId('device-step').waitFor()
  // Nobody waits for the worker: it asks again for the same bytes, and the answer in hand stays good.
  const request = await signer.read(tab.getByTestId('signer-code'))
  await killWorker(wallet)
  await film(filmFile, await signer.answer(request))
  await tab.getByTestId('signer-scan').click()
  await expectLevel(tab, 'sealed')
  const sealed = await openPopup(wallet)
  await expectSealed(sealed, wei => wei < 7n * 10n ** 16n && wei > 0n)
})

test('a page gets what the device signed, a wrong answer is refused, and a request can be taken back', async ({
  withDevice: _popup,
  wallet,
  shop,
  signer,
  filmFile,
}) => {
  const [address = ''] = signer.addresses
  const page = await connectedShop(wallet, shop.url, address)

  const message = 'Only this, nothing else'
  const asked = call(page, { method: 'personal_sign', params: [`0x${Buffer.from(message).toString('hex')}`, address] })
  let window = await decisionWindow(wallet)
  await approve(window, 'message')
  const stranger = createSoftwareSigner()
  const request = await signer.read(window.getByTestId('signer-code'))
  Object.assign(request, { getSourceFingerprint: () => Buffer.from(stranger.fingerprint, 'hex') })
  await film(filmFile, await stranger.answer(request))
  await window.getByTestId('signer-scan').click()
  await window.getByText('The signature is not this account’s').waitFor()
  await window.getByTestId('signer-show').click()
  await signWith(signer, window, filmFile)
  const signed = await asked
  if (!('result' in signed)) throw new Error('refused')
  expect(await recoverMessageAddress({ message, signature: signed.result as Hex })).toBe(address)

  const types = { Order: [{ name: 'what', type: 'string' }] }
  const domain = { name: 'Shop', chainId: 84538453 }
  const typedData = { types, primaryType: 'Order' as const, domain, message: { what: 'coffee '.repeat(200) } }
  const typed = call(page, { method: 'eth_signTypedData_v4', params: [address, JSON.stringify(typedData)] })
  window = await decisionWindow(wallet)
  await approve(window, 'typed-data')
  await signWith(signer, window, filmFile)
  const signedTyped = await typed
  if (!('result' in signedTyped)) throw new Error('refused')
  expect(await recoverTypedDataAddress({ ...typedData, signature: signedTyped.result as Hex })).toBe(address)

  const again = call(page, { method: 'personal_sign', params: ['0x616761696e', address] })
  window = await decisionWindow(wallet)
  await approve(window, 'message')
  await window.getByTestId('signer-take-back').click()
  expect(await again).toMatchObject({ error: { code: 4001 } })
})
