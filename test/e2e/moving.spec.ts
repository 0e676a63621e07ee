import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { english, generateMnemonic, generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import {
  address as keystoreAddress,
  password as keystorePassword,
  pbkdf2File,
} from '../../lib/keys/accounts/keystore.fixture.ts'
import { expect, test } from './fixtures.ts'
import { fund } from './fund.ts'
import { importWallet, openHome, password } from './wallet.ts'

const file = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
})
const shop = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** An endpoint that answers nothing and counts who asks. */
async function startSilentEndpoint() {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.writeHead(500).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked: () => asked, close: () => server.close() }
}

// Firefox tells its driver nothing about files that are chosen in an extension's page.
test('a whole wallet is moved in one sitting, also over a closed tab, and a second time nothing is doubled', {
  tag: '@chromium',
}, async ({ wallet, home, network, phrase }) => {
  const second = generateMnemonic(english)
  const used = mnemonicToAccount(second, { path: "m/44'/60'/2'/0/0" }).address
  const [one, two] = [generatePrivateKey(), generatePrivateKey()]
  await fund(network, used)
  const endpoint = await startSilentEndpoint()
  let clicks = 0
  const press = async (what: Locator) => {
    clicks += 1
    await what.click()
  }
  const { chainId, contracts } = network
  const hex = (id: number) => `0x${id.toString(16)}`
  const entry = (address: string, name: string) => ({ address, chainId: '0x1', isEns: false, memo: '', name })
  const logs = {
    metamask: {
      addressBook: {
        '0x1': {
          [shop]: entry(shop, 'Coffee shop'),
          a: entry(shop.replace('F79', 'f79'), 'Not the shop'),
          b: entry(used, 'Myself'),
        },
      },
      networkConfigurationsByChainId: {
        '0x1': {
          ...{ chainId: hex(90_210_777), name: 'A chain of our own', nativeCurrency: 'OWN' },
          rpcEndpoints: [{ networkClientId: 'own', type: 'custom', url: endpoint.url }],
        },
      },
      allTokens: {
        [hex(chainId)]: {
          [used]: [
            { address: contracts.testDollar, symbol: 'Dollar', decimals: 6 },
            { address: shop, symbol: 'NONE', decimals: 18 },
          ],
        },
        [hex(90_210_777)]: { [used]: [{ address: shop, symbol: 'OWNT', decimals: 18 }] },
      },
    },
  }

  await importWallet(home, phrase)
  await press(home.getByTestId('ready-move'))

  // Phrases: nothing is asked of a network before the search is started.
  await home.getByTestId('import-words').fill(second)
  await press(home.getByTestId('moving-phrase-add'))
  await press(home.getByTestId('discover-start'))
  await expect(home.getByTestId('discovered')).toContainText('1 used account')
  await press(home.getByTestId('discover-add'))
  await expect(home.getByTestId('moving-phrase')).toHaveCount(2)
  await press(home.getByTestId('moving-next'))

  // Keys: two pasted at once, and a keystore file.
  await home.getByTestId('moving-keys').fill(`${one}\n${two.slice(2)}`)
  await expect(home.getByTestId('moving-key-address')).toHaveCount(2)
  await press(home.getByTestId('moving-keys-import'))
  await expect(home.getByTestId('moving-keys-done')).toContainText('2 accounts added')
  await expect(home.getByTestId('moving-keys')).toHaveValue('')
  await press(home.getByTestId('moving-keystores'))
  await home.getByTestId('keystore-file').setInputFiles(file('UTC--one', pbkdf2File))
  await home.getByTestId('keystore-password').fill(keystorePassword)
  await press(home.getByTestId('keystore-open'))
  await press(home.getByTestId('keystore-import'))
  await expect(home.getByTestId('keystore-open')).toBeVisible()
  await press(home.getByTestId('moving-next'))
  await expect(home.getByTestId('moving-files')).toBeVisible()

  // The tab is closed, and the step is where it was.
  await home.close()
  const page = await openHome(wallet, '/accounts/move')
  await page.getByTestId('moving-files').setInputFiles([file('state-logs.json', logs)])
  await expect(page.getByTestId('moving-plan')).toContainText('1 entry is in your wallet already')
  await expect(page.getByTestId('moving-left')).toContainText('checksum')
  expect(endpoint.asked()).toBe(0)
  await press(page.getByTestId('moving-take'))
  await expect(page.getByTestId('moving-taken')).toContainText('1 contact, 1 network, 1 token')
  await expect(page.getByTestId('moving-left')).toContainText('no token at this address')
  await expect(page.getByTestId('moving-left')).toContainText('did not answer')
  expect(endpoint.asked()).toBeGreaterThan(0)
  await press(page.getByTestId('moving-next'))

  await expect(rowOf(page, 'Recovery phrases')).toHaveText('2, 1 of them new')
  await expect(rowOf(page, 'Accounts')).toHaveText('6, 5 of them new')
  await expect(rowOf(page, 'Contacts')).toHaveText('1, 1 of them new')
  await expect(rowOf(page, 'Networks')).toHaveText('4, 1 of them new')
  await expect(rowOf(page, 'Tokens')).toHaveText('1, 1 of them new')
  await expect(page.getByTestId('moving-left')).toContainText('checksum')
  await press(page.getByTestId('moving-done'))
  expect(clicks, 'clicks for a whole wallet').toBeLessThanOrEqual(13)

  const addresses = [
    mnemonicToAccount(phrase).address,
    mnemonicToAccount(second).address,
    used,
    privateKeyToAccount(one).address,
    privateKeyToAccount(two).address,
    `0x${keystoreAddress}`,
  ]
  for (const address of addresses)
    await expect(page.locator(`[data-testid=account][data-address="${address.toLowerCase()}"]`)).toBeVisible()
  await expect(page.getByTestId('account')).toHaveCount(addresses.length)

  // A second time.
  await page.getByTestId('account-move').click()
  await page.getByTestId('moving-next').click()
  await page.getByTestId('moving-keys').fill(`${one} hello\nhello`)
  await expect(page.getByTestId('moving-key-address')).toHaveCount(1)
  await page.getByTestId('moving-keys-import').click()
  await expect(page.getByTestId('moving-keys-done')).toContainText('1 was here already')
  await expect(page.getByTestId('moving-keys-done')).toContainText('line 2')
  await page.getByTestId('moving-next').click()
  await page.getByTestId('moving-files').setInputFiles([file('state-logs.json', logs)])
  await expect(page.getByTestId('moving-plan')).toContainText('4 entries are in your wallet already')
  await expect(page.getByTestId('moving-network')).toHaveCount(0)

  // What the wallet saves of itself it reads again, and no secret is in it.
  const archive = await takeAlong(wallet)
  const texts = Object.values(unzipSync(archive)).map(content => strFromU8(content))
  for (const secret of [one.slice(2), two.slice(2), phrase, second, password])
    expect(texts.filter(text => text.includes(secret))).toEqual([])
  await page.getByTestId('moving-files').setInputFiles({
    ...{ name: 'prelude.zip', mimeType: 'application/zip' },
    buffer: Buffer.from(archive),
  })
  await expect(page.getByTestId('moving-nothing')).toBeVisible()
  await expect(page.getByTestId('moving-plan')).toContainText('6 entries are in your wallet already')
  await page.getByTestId('moving-next').click()
  await expect(rowOf(page, 'Accounts')).toHaveText('6')
  await expect(rowOf(page, 'Contacts')).toHaveText('1')
  endpoint.close()
})

/** Saves the archive in Settings. */
async function takeAlong(wallet: Parameters<typeof openHome>[0]): Promise<Uint8Array> {
  const settings = await openHome(wallet, '/settings')
  await settings.getByTestId('settings-take-along').click()
  await settings.locator('#take-along-password').fill(password)
  const download = settings.waitForEvent('download')
  await settings.getByTestId('take-along-save').click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^prelude-\d{4}-\d{2}-\d{2}\.zip$/)
  await expect(settings.getByRole('dialog')).toHaveCount(0)
  return readFile(await saved.path())
}

function rowOf(page: Page, label: string): Locator {
  return page.getByTestId('moving-came').locator('.row').filter({ hasText: label }).locator('dd')
}
