import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { encryptedStoreNames } from '../../lib/storage/stores.ts'
import { installedPage, launchWithExtension, temporaryFolder } from '../commands/extension.ts'
import { openRows } from '../open-rows.ts'
import { createPreviewNetwork, type PreviewNetwork } from '../preview-network/index.ts'
import { test as base, expect } from './fixtures.ts'
import { drip, expectLevel, expectSealed, importWallet, openHome, openPopup, sendMoney, unlock } from './wallet.ts'

const friend = { name: 'Rosalind Franklin', address: '0xfeed00000000000000000000000000000000beef' }
const payee = '0xcafe00000000000000000000000000000000f00d'

/** Everything that lies in the stores of encrypted rows, as a person with the disk sees it: as text, in lower case. */
async function seenFromOutside(page: Page): Promise<string> {
  const text = await page.evaluate(async names => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await done(indexedDB.open('prelude'))
    const transaction = database.transaction(names)
    const rows = await Promise.all(names.map(name => done(transaction.objectStore(name).getAll())))
    database.close()
    return JSON.stringify(rows, (_, value) => {
      if (value instanceof Uint8Array) return new TextDecoder('latin1').decode(value)
      return typeof value === 'bigint' ? `${value}` : value
    })
  }, encryptedStoreNames)
  return text.toLowerCase()
}

/** The files of the profile in which one of the texts stands, as letters of one byte or of two. */
async function filesWith(profile: string, text: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(profile, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const bytes = await readFile(join(entry.parentPath, entry.name))
    if (bytes.includes(Buffer.from(text)) || bytes.includes(Buffer.from(text, 'utf16le')))
      found.push(join(entry.parentPath, entry.name))
  }
  return found
}

// Its blocks are final soon.
const test = base.extend<{ chain: PreviewNetwork }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  chain: async ({}, use) => {
    const network = await createPreviewNetwork({ faucetCooldownSeconds: 0, safeBlocks: 1, finalizedBlocks: 2 })
    await use(network)
    await network.stop()
  },
  addresses: async ({ chain }, use) => use(chain),
})

test('the disk tells nothing of contacts and tokens, nor of a payment that is final; the password brings all of it back', {
  tag: '@chromium',
}, async ({ browserInUse, chain, extension, lifetime, phrase, account }) => {
  const profile = await temporaryFolder(lifetime, 'profile')
  const launch = () => launchWithExtension({ browser: browserInUse, extension, profile, headless: true })
  const before = await launch()
  await importWallet(await installedPage(before), phrase)
  const popup = await openPopup(before)
  await drip(popup)
  await expectSealed(popup, wei => wei === 10n ** 17n)
  await popup.getByTestId('faucet-drip-token').click()
  await expect(popup.getByTestId('token-row').first()).toHaveAttribute('data-sealed', /^0x[1-9a-f]/)
  const [token] = await openRows<{ symbol: string; address: string }>(popup, 'tokens')
  expect(token?.symbol.length).toBeGreaterThan(2)

  const home = await openHome(before, '/contacts')
  await home.getByTestId('contact-add').click()
  await home.getByTestId('contact-name').fill(friend.name)
  await home.getByTestId('contact-address').fill(friend.address)
  await home.getByTestId('contact-save').click()
  await expect(home.getByTestId('contact')).toContainText(friend.name)

  chain.faults.set({ withheld: 'all' })
  await sendMoney(popup, payee, '0.0123456789')
  await expectLevel(popup, 'accepted')
  // A locked wallet would send it again.
  expect(await seenFromOutside(popup)).toContain(payee)
  chain.faults.clear()
  await expect
    .poll(() => openRows(popup, 'transactions'))
    .toMatchObject([{ value: 12345678900000000n, level: 'final' }])
  const told = [friend.name, friend.address, payee, '12345678900000000', token?.symbol ?? '', token?.address ?? '']
  const seen = await seenFromOutside(popup)
  for (const text of told) expect(seen).not.toContain(text.toLowerCase())
  await before.context.close()

  expect(await filesWith(profile, account.toLowerCase())).not.toEqual([])
  for (const text of [friend.name, friend.address, token?.symbol ?? ''])
    expect(await filesWith(profile, text)).toEqual([])

  const after = await launch()
  const page = await openHome(after)
  await unlock(page)
  await page.goto(after.address('home.html#/contacts'))
  await expect(page.getByTestId('contact')).toContainText(friend.name)
  const again = await openPopup(after)
  await expect(again.getByTestId('token-row').first()).toContainText(token?.symbol ?? '')
  await expect(again.getByTestId('transaction-row').first()).toHaveAttribute('data-level', 'final')
  await after.context.close()
})
