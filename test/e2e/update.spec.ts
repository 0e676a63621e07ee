import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { drip, expectLevel, openHome, openPopup, sendMoney, unlock } from './wallet.ts'

test('version 2 installed over version 1 keeps the vault and the journal, and is locked', { tag: '@firefox' }, async ({
  wallet,
  popup,
  extension,
}) => {
  await drip(popup)
  await sendMoney(popup, '0x00000000000000000000000000000000000000cc', '0.01')
  await expectLevel(popup, 'sealed')
  await popup.reload()
  const hash = await popup.getByTestId('transaction-row').getAttribute('data-hash')
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/)

  const manifestFile = join(extension, 'manifest.json')
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8'))
  await writeFile(manifestFile, JSON.stringify({ ...manifest, version: '99.0.0' }))
  const id = await wallet.install(extension)

  expect(id).toBe(wallet.extensionId)
  const home = await openHome(wallet)
  expect(await home.evaluate(() => chrome.runtime.getManifest().version)).toBe('99.0.0')
  const newPopup = await openPopup(wallet, home)
  await unlock(newPopup)
  await expect(newPopup.getByTestId('transaction-row')).toHaveAttribute('data-hash', hash ?? '')
})
