import type { Page } from '@playwright/test'
import { createPublicClient, http, toHex } from 'viem'
import {
  english,
  generateMnemonic,
  generatePrivateKey,
  japanese,
  mnemonicToAccount,
  privateKeyToAccount,
} from 'viem/accounts'
import { readMessages } from '../../components/catalogue.fixture.ts'
import {
  address as keystoreAddress,
  password as keystorePassword,
  scryptFile,
} from '../../lib/keys/accounts/keystore.fixture.ts'
import { expect, test } from './fixtures.ts'
import { fund } from './fund.ts'
import { openShop } from './shop.ts'
import {
  approve,
  choosePassword,
  drip,
  expectLevel,
  expectSealed,
  importWallet,
  killWorker,
  openHome,
  password,
  proveBackup,
  readPhrase,
  unlock,
} from './wallet.ts'

const accountOf = (page: Page, address: string) =>
  page.locator(`[data-testid=account][data-address="${address.toLowerCase()}"]`)
const addressesOn = (page: Page) =>
  page.getByTestId('account').evaluateAll(items => items.map(item => item.getAttribute('data-address')))

test('a second recovery phrase brings its first account, and those that were used are found', async ({
  wallet,
  popup,
  network,
  account,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const second = generateMnemonic(english)
  const at = (addressIndex: number) => mnemonicToAccount(second, { addressIndex }).address
  await fund(network, at(3))

  const page = await openHome(wallet, '/accounts')
  await page.getByTestId('phrase-add').click()
  await page.getByTestId('import-words').fill(second.toUpperCase())
  await page.getByTestId('phrase-add-now').click()
  await expect(accountOf(page, at(0))).toBeVisible()
  await expect(page.getByTestId('phrase')).toHaveCount(2)

  // The search is offered as soon as a phrase is there. It asks nobody before it is started.
  await expect(page.getByTestId('discover-start')).toBeVisible()
  await page.getByTestId('discover-start').click()
  await expect(page.getByTestId('discovered')).toContainText('1 used account')
  await expect(page.getByRole('dialog')).toContainText("m/44'/60'/0'/0/3")
  await page.getByTestId('discover-add').click()
  await page.getByTestId('phrase-account-add').last().click()
  await expect(accountOf(page, at(1))).toBeVisible()
  expect(await addressesOn(page)).toEqual([account, ...[at(0), at(3), at(1)].map(address => address.toLowerCase())])

  // Where another wallet numbered them: one that was used, and two that the person names.
  const numbered = (path: `m/44'/60'/${string}`) => mnemonicToAccount(second, { path }).address
  await fund(network, numbered("m/44'/60'/2'/0/0"))
  await page.getByTestId('phrase-discover').last().click()
  await page.getByTestId('discover-start').click()
  await expect(page.getByTestId('discovered')).toContainText('1 used account')
  await expect(page.getByTestId('discovered-account')).toHaveCount(2)
  await page.getByTestId('discover-add').click()
  await expect(accountOf(page, numbered("m/44'/60'/2'/0/0")).getByTestId('account-path')).toContainText(
    "m/44'/60'/2'/0/0",
  )

  await page.getByTestId('phrase-more').last().click()
  await expect(page.getByTestId('path-address')).toContainText("m/44'/60'/0'/0/2")
  await page.getByTestId('path-numbering').selectOption('legacy')
  await expect(page.getByTestId('path-address')).toContainText("m/44'/60'/0'/0")
  await page.locator('#path-number').fill('5')
  await expect(page.getByTestId('path-address')).toContainText("m/44'/60'/0'/4")
  await page.getByTestId('add-at-path').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByTestId('phrase-more').last().click()
  await page.getByTestId('path-numbering').selectOption('own')
  await page.locator('#path-own').fill("m/44'/60'/0'/0/3")
  await expect(page.getByTestId('path-address').getByText('already')).toBeVisible()
  await expect(page.getByTestId('add-at-path')).toHaveAttribute('aria-disabled', 'true')
  await page.locator('#path-own').fill("44h/60h/7'/1/2")
  await expect(page.getByTestId('path-address')).toContainText('Write the path down')
  await page.getByTestId('add-at-path').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (const path of ["m/44'/60'/0'/4", "m/44'/60'/7'/1/2"] as const)
    await expect(accountOf(page, numbered(path))).toBeVisible()

  await page.getByTestId('phrase-add').click()
  await page.getByTestId('import-words').fill(second)
  await page.getByTestId('phrase-add-now').click()
  await expect(
    page
      .getByRole('dialog')
      .getByRole('alert')
      .filter({ hasText: /already/ }),
  ).toBeVisible()
})

test('a search for used accounts that is stopped, or whose worker dies, adds nothing by itself', async ({
  wallet,
  popup,
  network,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const second = generateMnemonic(english)
  const at = (addressIndex: number) => mnemonicToAccount(second, { addressIndex }).address
  await fund(network, at(1))
  const page = await openHome(wallet, '/accounts')
  await page.getByTestId('phrase-add').click()
  await page.getByTestId('import-words').fill(second)
  await page.getByTestId('phrase-add-now').click()

  // An endpoint that takes its time: there is something to stop.
  network.faults.set({ delays: { eth_getBalance: { ms: 2_000, jitterMs: 0 } } })
  await page.getByTestId('discover-start').click()
  await expect(page.getByTestId('discover-progress')).toContainText('1 used')
  await page.getByTestId('discover-stop').click()
  await expect(page.getByTestId('discovered')).toContainText('1 used account')
  await expect(page.getByRole('dialog')).toContainText('stopped before its end')
  await expect(page.getByTestId('account')).toHaveCount(2)

  await page.getByTestId('discover-again').click()
  await page.getByTestId('discover-start').click()
  await expect(page.getByTestId('discover-progress')).toContainText('1 used')
  await killWorker(wallet)
  network.faults.set({ delays: {} })
  await expect(page.getByTestId('discovered')).toContainText('1 used account')
  await expect(page.getByTestId('account')).toHaveCount(2)
  await page.getByTestId('discover-add').click()
  await expect(accountOf(page, at(1))).toBeVisible()
  await expect(page.getByTestId('account')).toHaveCount(3)
})

test('accounts are moved by keyboard, renamed, hidden, imported and watched; a watched one has no key', async ({
  wallet,
  popup,
  account,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const key = generatePrivateKey()
  const imported = privateKeyToAccount(key).address
  const watched = privateKeyToAccount(generatePrivateKey()).address
  const page = await openHome(wallet, '/accounts')

  await page.getByTestId('account-import').click()
  await page.getByTestId('private-key').fill(key)
  await page.getByTestId('account-import-now').click()
  await expect(accountOf(page, imported)).toBeVisible()
  await page.getByTestId('account-watch').click()
  await page.locator('#watch-address').fill(watched)
  await page.getByTestId('account-watch-now').click()
  await expect(accountOf(page, watched)).toContainText('watch-only')
  await expect(accountOf(page, watched).getByTestId('account-reveal')).toHaveCount(0)

  const up = accountOf(page, watched).getByTestId('account-up')
  await up.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => addressesOn(page)).toEqual([account, watched.toLowerCase(), imported.toLowerCase()])
  await expect(up).toBeFocused()
  await page.keyboard.press('Enter')
  const order = [watched.toLowerCase(), account, imported.toLowerCase()]
  await expect.poll(() => addressesOn(page)).toEqual(order)

  await accountOf(page, imported).getByTestId('account-rename').click()
  await page.locator('#account-name').fill('Old savings')
  await page.keyboard.press('Enter')
  await expect(accountOf(page, imported)).toContainText('Old savings')
  await accountOf(page, imported).getByTestId('account-hide').click()
  await expect(accountOf(page, imported)).toContainText('hidden')

  await page.reload()
  await expect(accountOf(page, imported)).toContainText('hidden')
  expect(await addressesOn(page)).toEqual(order)
})

test('an account is removed with its key after the password, and stays removed; the last key stays', async ({
  wallet,
  popup,
  account,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const key = generatePrivateKey()
  const imported = privateKeyToAccount(key).address
  const page = await openHome(wallet, '/accounts')
  await page.getByTestId('account-import').click()
  await page.getByTestId('private-key').fill(key)
  await page.getByTestId('account-import-now').click()
  const row = accountOf(page, imported)
  await row.getByTestId('account-remove').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('lost for good')
  await page.locator('#remove-password').fill('not the password')
  await dialog.getByTestId('account-remove-now').click()
  await expect(dialog.getByRole('alert')).not.toBeEmpty()
  await expect(row).toBeVisible()
  await page.locator('#remove-password').fill(password)
  await dialog.getByTestId('account-remove-now').click()
  await expect(row).toHaveCount(0)
  expect(await addressesOn(page)).toEqual([account])
  await page.reload()
  await expect(accountOf(page, account)).toBeVisible()
  // What is painted first may be from before.
  await expect.poll(() => addressesOn(page)).toEqual([account])

  // The only one left holds the last key.
  await accountOf(page, account).getByTestId('account-remove').click()
  await page.locator('#remove-password').fill(password)
  await dialog.getByTestId('account-remove-now').click()
  await expect(dialog.getByRole('alert')).toContainText('erase the wallet in Settings')
})

test('a recovery phrase is removed with all its accounts after the password, and stays removed; the last stays', async ({
  wallet,
  popup,
  account,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const second = generateMnemonic(japanese)
  const at = (addressIndex: number) => mnemonicToAccount(second, { addressIndex }).address
  const page = await openHome(wallet, '/accounts')
  await page.getByTestId('phrase-add').click()
  await page.getByTestId('import-words').fill(second)
  await page.getByTestId('phrase-add-now').click()
  await expect(page.getByTestId('discover-start')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('phrase')).toHaveCount(2)
  await page.getByTestId('phrase-account-add').last().click()
  await expect(accountOf(page, at(1))).toBeVisible()

  await page.getByTestId('phrase-remove').last().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Only the phrase you wrote down brings it back')
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await page.locator('#remove-password').fill('not the password')
  await dialog.getByTestId('phrase-remove-now').click()
  await expect(dialog.getByRole('alert')).not.toBeEmpty()
  await expect(accountOf(page, at(0))).toBeVisible()
  await page.locator('#remove-password').fill(password)
  await dialog.getByTestId('phrase-remove-now').click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByTestId('phrase')).toHaveCount(1)
  expect(await addressesOn(page)).toEqual([account])
  await killWorker(wallet)
  await page.reload()
  await expect(page.getByTestId('phrase')).toHaveCount(1)
  await expect(accountOf(page, account)).toBeVisible()
  // What is painted first may be from before.
  await expect.poll(() => addressesOn(page)).toEqual([account])

  // The only one left holds the last key.
  await page.getByTestId('phrase-remove').click()
  await expect(dialog).toContainText('erase the wallet in Settings')
  await expect(dialog.getByTestId('phrase-remove-now')).toHaveCount(0)
})

// A random phrase may hold "act" or "age", which the markup of any page contains.
const rareWords =
  'penalty envelope giraffe fashion diamond diagram elevator genuine husband erosion digital inquiry' +
  ' fortune enhance grocery eyebrow example gallery biology festival journey amateur assault chuckle'

// Firefox tells its driver nothing about a download that an extension's page starts.
test('a backup adds what is no longer here, and a phrase has a name', { tag: '@chromium' }, async ({
  wallet,
  home,
  phrase,
}) => {
  await importWallet(home, phrase)
  const page = await openHome(wallet, '/accounts')
  await page.getByTestId('phrase-rename').click()
  await page.locator('#phrase-name').fill('Old laptop')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('phrase')).toContainText('Old laptop')
  await expect(page.getByTestId('account').first()).toContainText('from Old laptop')

  const key = generatePrivateKey()
  const row = accountOf(page, privateKeyToAccount(key).address)
  await page.getByTestId('account-import').click()
  await page.getByTestId('private-key').fill(key)
  await page.getByTestId('account-import-now').click()
  await expect(row).toBeVisible()
  const settings = await openHome(wallet, '/settings')
  await settings.getByRole('button', { name: 'Save file Encrypted backup file' }).click()
  await settings.locator('#backup-password').fill(password)
  const download = settings.waitForEvent('download')
  await settings.getByRole('dialog').getByRole('button', { name: 'Save file' }).click()
  const file = await (await download).path()
  await settings.getByTestId('backup-check').click()
  await settings.getByTestId('backup-file').setInputFiles(file)
  await expect(settings.getByTestId('backup-saved-at')).toContainText('It opens with the password of that time.')
  await settings.locator('#password').fill(password)
  await settings.getByTestId('backup-check-now').click()
  await expect(settings.getByRole('dialog').getByRole('status')).toContainText('All accounts of this wallet are in it.')
  await row.getByTestId('account-remove').click()
  await page.locator('#remove-password').fill(password)
  await page.getByTestId('account-remove-now').click()
  await expect(row).toHaveCount(0)

  await page.getByTestId('account-backup').click()
  await page.getByTestId('backup-file').setInputFiles(file)
  await page.locator('#password').fill('not the password')
  await page.getByTestId('backup-merge-now').click()
  await expect(page.getByRole('dialog').getByRole('alert')).not.toBeEmpty()
  await page.locator('#password').fill(password)
  await page.getByTestId('backup-merge-now').click()
  await expect(page.getByTestId('backup-merged')).toContainText('1 account added')
  await page.getByTestId('backup-merge-done').click()
  await expect(row).toBeVisible()
})

test('a keystore file is opened with its password, and its account imported once its address was seen', {
  tag: '@chromium',
}, async ({ wallet, home, phrase }) => {
  await importWallet(home, phrase)
  const page = await openHome(wallet, '/accounts')
  await page.getByTestId('account-keystore').click()
  const text = (file: object) => ({
    name: 'UTC--2026.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  })
  await page.getByTestId('keystore-file').setInputFiles(text({ ...scryptFile, version: 1 }))
  await page.locator('#keystore-password').fill(keystorePassword)
  await page.getByTestId('keystore-open').click()
  await page.getByText('another version than 3').waitFor()
  const ofHardhat = { _format: 'hh3-keystore', version: 1, crypto: { masterKeyDerivation: { algorithm: 'scrypt' } } }
  await page.getByTestId('keystore-file').setInputFiles(text(ofHardhat))
  await page.getByTestId('keystore-open').click()
  await page.getByText('does not know: hardhat-keystore').waitFor()
  // The form of ethers, with the recovery phrase beside the key, in a list as web3.js writes it.
  const phraseInside = { version: '0.1', mnemonicCounter: '00'.repeat(16), mnemonicCiphertext: '00'.repeat(16) }
  await page.getByTestId('keystore-file').setInputFiles(text([{ ...scryptFile, 'x-ethers': phraseInside }]))
  await page.locator('#keystore-password').fill('wrong')
  await page.getByTestId('keystore-open').click()
  await page.getByText('The password of the file is wrong').waitFor()
  await page.locator('#keystore-password').fill(keystorePassword)
  await page.getByTestId('keystore-open').click()
  await expect(page.getByTestId('keystore-address')).toContainText(/0x.*008A/i)
  await expect(page.getByText('also has a recovery phrase')).toBeVisible()
  await expect(page.getByTestId('account')).toHaveCount(1)
  await page.getByTestId('keystore-import').click()
  const row = accountOf(page, `0x${keystoreAddress}`)
  await expect(row).toBeVisible()

  // Out under another password, removed, and in again.
  await row.getByTestId('account-reveal').click()
  await page.getByTestId('keystore-save').click()
  await page.locator('#reveal-password').fill(password)
  await page.locator('#keystore-file-password').fill('a password² of its own')
  await page.getByTestId('keystore-save-now').click()
  await expect(page.getByText('Some programs read signs such as ²')).toBeVisible()
  await page.locator('#keystore-file-password').fill('a password of its own')
  const download = page.waitForEvent('download')
  await page.getByTestId('keystore-save-now').click()
  const saved = await (await download).path()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await row.getByTestId('account-remove').click()
  await page.locator('#remove-password').fill(password)
  await page.getByTestId('account-remove-now').click()
  await expect(row).toHaveCount(0)
  await page.getByTestId('account-keystore').click()
  await page.getByTestId('keystore-file').setInputFiles(saved)
  await page.locator('#keystore-password').fill('a password of its own')
  await page.getByTestId('keystore-open').click()
  await page.getByTestId('keystore-import').click()
  await expect(row).toBeVisible()
})

test('a phrase and its passphrase are shown after the password, and only while held', async ({ wallet, home }) => {
  const phrase = rareWords
  await home.getByTestId('first-run-import').click()
  await home.getByTestId('import-words').fill(phrase)
  await home.locator('details summary').click()
  await home.getByTestId('passphrase').fill('correct horse')
  await choosePassword(home, password)
  await home.getByTestId('first-run-done').waitFor()

  const page = await openHome(wallet, '/accounts')
  const { address } = mnemonicToAccount(phrase, { passphrase: 'correct horse' })
  await expect(accountOf(page, address)).toBeVisible()
  await page.getByTestId('phrase-reveal').click()
  await page.getByTestId('reveal-password').fill('the wrong password')
  await page.getByTestId('reveal').click()
  await expect(
    page
      .getByRole('dialog')
      .getByRole('alert')
      .filter({ hasText: /password/i }),
  ).toBeVisible()
  await expect(page.getByTestId('hold-to-show')).toHaveCount(0)

  await expect(page.getByTestId('reveal')).toBeEnabled()
  await page.getByTestId('reveal-password').fill(password)
  await page.getByTestId('reveal').click()
  const words = page.getByTestId('phrase-words').getByRole('listitem')
  await expect(words).toHaveCount(24)
  const hidden = await page.content()
  expect(phrase.split(' ').filter(word => hidden.includes(word))).toEqual([])
  await page.getByTestId('hold-to-show').hover()
  await page.mouse.down()
  await expect.poll(async () => (await words.allInnerTexts()).join(' ')).toBe(phrase)
  await expect(page.getByTestId('phrase-passphrase')).toContainText('correct horse')
  await page.mouse.up()
  await expect(page.getByTestId('phrase-passphrase')).not.toContainText('correct horse')

  await page.getByTestId('hold-to-show').focus()
  await page.keyboard.down('Space')
  await expect.poll(async () => (await words.allInnerTexts()).join(' ')).toBe(phrase)
  await page.keyboard.up('Space')
  await expect(page.getByTestId('phrase-passphrase')).not.toContainText('correct horse')
})

// Firefox lets no driver read the clipboard.
test('a copied key is gone from the clipboard after a minute, also when its tab was closed', {
  tag: '@chromium',
}, async ({ wallet, popup, phrase, shop }) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const page = await openHome(wallet, '/accounts')
  await page.getByTestId('account-reveal').click()
  await page.getByTestId('reveal-password').fill(password)
  await page.getByTestId('reveal').click()
  await page.getByTestId('copy-secret').click()
  await expect(page.getByRole('status').filter({ hasText: /clipboard is cleared/ })).toBeVisible()

  // Somewhere else, as a site that was allowed to look would see it.
  const elsewhere = await wallet.context.newPage()
  await openShop(elsewhere, shop.url)
  await wallet.context.grantPermissions(['clipboard-read'], { origin: new URL(shop.url).origin })
  const clipboard = () => elsewhere.evaluate(() => navigator.clipboard.readText())
  const { privateKey } = mnemonicToAccount(phrase).getHdKey()
  // The browser takes the text over after it has told the page so: the tab stays until then.
  await expect.poll(clipboard).toBe(toHex(privateKey ?? new Uint8Array()))
  await page.close()

  // The minute is not waited for: the alarm is rung early, in its own name.
  const left = await popup.evaluate(
    async () => ((await chrome.alarms.get('clipboard'))?.scheduledTime ?? 0) - Date.now(),
  )
  expect(left).toBeGreaterThan(30_000)
  expect(left).toBeLessThanOrEqual(60_000)
  await popup.evaluate(() => chrome.alarms.create('clipboard', { when: Date.now() }))
  await expect.poll(clipboard).toBe('')
  const documents = () =>
    popup.evaluate(async () => (await chrome.runtime.getContexts({ contextTypes: ['OFFSCREEN_DOCUMENT'] })).length)
  await expect.poll(documents).toBe(0)
})

test('a new wallet may have 24 words', async ({ wallet, home }) => {
  await home.getByTestId('first-run-create').click()
  await choosePassword(home, password)
  await home.getByTestId('phrase-length').click()
  await expect(home.getByTestId('phrase-words').getByRole('listitem')).toHaveCount(24)
  const words = await readPhrase(home)
  await home.getByTestId('continue').click()
  await proveBackup(home, words)
  await home.getByTestId('first-run-done').waitFor()
  const page = await openHome(wallet, '/accounts')
  await expect(accountOf(page, mnemonicToAccount(words.join(' ')).address)).toBeVisible()
})

test('an account’s delegation is shown and revoked', async ({ wallet, popup, network, phrase }) => {
  await drip(popup)
  await expectSealed(popup, wei => wei > 0n)
  const owner = privateKeyToAccount(toHex(mnemonicToAccount(phrase).getHdKey().privateKey ?? new Uint8Array()))
  const { address } = owner
  const chain = createPublicClient({ transport: http(network.rpcUrl) })
  const delegate = Object.values(network.contracts)[0]
  if (delegate === undefined) throw new Error('the network has no contract')
  const { chainId } = network
  const authorization = await owner.signAuthorization({ chainId, address: delegate, nonce: 1 })
  await chain.sendRawTransaction({
    serializedTransaction: await owner.signTransaction({
      type: 'eip7702',
      chainId,
      nonce: 0,
      to: '0x00000000000000000000000000000000000000cc',
      gas: 100_000n,
      maxFeePerGas: 10n ** 9n,
      maxPriorityFeePerGas: 10n ** 6n,
      authorizationList: [authorization],
    }),
  })
  await expect.poll(() => chain.getCode({ address })).toBe(`0xef0100${delegate.slice(2).toLowerCase()}`)

  const page = await openHome(wallet, '/accounts')
  await expect(accountOf(page, address).getByTestId('delegation')).toBeVisible()
  await page.getByTestId('delegation-clear').click()
  await expect(page.getByTestId('decision')).not.toContainText(/will fail|fails in the simulation/i)
  await approve(page, 'transaction')
  await expectLevel(page, 'sealed')
  expect(await chain.getCode({ address })).toBeUndefined()
  // Two each: the transaction's own nonce and the authorization's.
  expect(await chain.getTransactionCount({ address })).toBe(4)
  await page.goto(wallet.address('home.html#/accounts'))
  await page.reload()
  await expect(accountOf(page, address)).toBeVisible()
  await expect(page.getByTestId('delegation')).toHaveCount(0)
})

test('an account is delegated to a contract of one’s own choice, says so, and is taken back', {
  tag: '@short',
}, async ({ wallet, popup, network, account }) => {
  await drip(popup)
  await expectSealed(popup, wei => wei > 0n)
  const chain = createPublicClient({ transport: http(network.rpcUrl) })
  const address = account as `0x${string}`
  const contract = network.contracts.testDollar
  const page = await openHome(wallet, '/accounts')
  await page.getByTestId('delegate-open').click()
  const field = page.getByTestId('delegate-contract')
  const dialog = page.getByRole('dialog')
  const next = page.getByTestId('delegate-now')
  for (const [text, words] of [
    [`0x${'0'.repeat(40)}`, 'Use Revoke'],
    [`0x${'0'.repeat(39)}9`, 'The chain keeps this address'],
    [address, 'cannot delegate to itself'],
  ] as const) {
    await field.fill(text)
    await expect(dialog).toContainText(words)
    await expect(next).toHaveAttribute('aria-disabled', 'true')
  }
  await field.fill(privateKeyToAccount(generatePrivateKey()).address)
  await next.click()
  await expect(dialog.getByRole('alert')).toContainText('no contract at this address')

  await field.fill(contract)
  await next.click()
  const decision = page.getByTestId('decision')
  await expect(decision).toContainText('everything in this account')
  await expect(page.getByTestId('delegate-facts')).toContainText('There is some, the endpoint says')
  // This danger is like every other: nothing is approved before the box beside it is checked.
  await expect(page.getByTestId('approve')).toHaveAttribute('data-armed', 'true')
  await expect(page.getByTestId('approve')).toHaveAttribute('aria-disabled', 'true')
  expect(await chain.getCode({ address })).toBeUndefined()
  await page.getByTestId('understood').check()
  await approve(page, 'transaction')
  await expectLevel(page, 'sealed')
  await expect(page.getByTestId('transaction-detail')).toContainText('Delegated to a contract')
  expect(await chain.getCode({ address })).toBe(`0xef0100${contract.slice(2).toLowerCase()}`)
  // Its code runs in the account: `decimals()` of the token.
  expect(BigInt((await chain.call({ to: address, data: '0x313ce567' })).data ?? '0x0')).toBe(6n)

  await page.goto(wallet.address('home.html#/accounts'))
  await page.reload()
  const delegation = accountOf(page, address).getByTestId('delegation')
  await expect(delegation).toContainText('can move everything')
  await page.getByTestId('delegation-clear').click()
  await approve(page, 'transaction')
  await expectLevel(page, 'sealed')
  expect(await chain.getCode({ address })).toBeUndefined()
  expect(await chain.getTransactionCount({ address })).toBe(4)
})

test('the delegation of an account without money is revoked with the money of another one', {
  tag: '@short',
}, async ({ wallet, popup, network, phrase }) => {
  await drip(popup)
  await expectSealed(popup, wei => wei > 0n)
  const [payer, drained] = [0, 1].map(addressIndex => {
    const { privateKey } = mnemonicToAccount(phrase, { addressIndex }).getHdKey()
    return privateKeyToAccount(toHex(privateKey ?? new Uint8Array()))
  })
  if (payer === undefined || drained === undefined) throw new Error('no accounts')
  const chain = createPublicClient({ transport: http(network.rpcUrl) })
  const { chainId } = network
  const authorization = await drained.signAuthorization({ chainId, address: network.contracts.testDollar, nonce: 0 })
  await chain.sendRawTransaction({
    serializedTransaction: await payer.signTransaction({
      ...{ type: 'eip7702', chainId, nonce: 0, to: payer.address, gas: 100_000n },
      ...{ maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 10n ** 6n, authorizationList: [authorization] },
    }),
  })
  await expect.poll(() => chain.getCode(drained)).toMatch(/^0xef0100/)

  const page = await openHome(wallet, '/accounts')
  await page.getByTestId('account-add').click()
  await expect(accountOf(page, drained.address)).toBeVisible()
  await page.getByTestId('delegations-look').click()
  const row = page.getByTestId('delegation-row')
  await row.getByTestId('delegation-row-clear-payer').selectOption(payer.address)
  await row.getByTestId('delegation-row-clear').click()
  await expect(page.getByTestId('decision')).toContainText('Clear the delegation of Account 2')
  await approve(page, 'transaction')
  await expectLevel(page, 'sealed')
  await expect(page.getByTestId('transaction-detail')).toContainText('Delegation cleared')
  expect(await chain.getCode(drained)).toBeUndefined()
  expect(await chain.getBalance(drained)).toBe(0n)
  expect(await chain.getTransactionCount(drained)).toBe(2)
})

test.describe('a database', () => {
  /** Leaves in the wallet's place a database that is not one, and a worker that has yet to find out. */
  async function replaceDatabase(page: Page, version: number | null): Promise<void> {
    await page.evaluate(async wanted => {
      const done = (request: IDBOpenDBRequest) =>
        new Promise<IDBDatabase>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const present = (await indexedDB.databases()).find(({ name }) => name === 'prelude')
      // Both at once: between the two, the worker would open the database again and make an empty one.
      const deleted = done(indexedDB.deleteDatabase('prelude'))
      const opened = await done(indexedDB.open('prelude', wanted ?? present?.version ?? 1))
      await deleted
      opened.close()
    }, version)
  }

  test('that is damaged is reported and replaced by an empty one; the keys come back from their second copy', async ({
    wallet,
    popup,
    account,
  }) => {
    await expect(popup.getByTestId('balance')).toBeVisible()
    const page = await openHome(wallet, '/settings')
    await replaceDatabase(page, null)
    await killWorker(wallet)
    await page.getByTestId('database-rebuild').click()
    await page.getByTestId('database-rebuild-now').click()
    await unlock(popup)
    await page.goto(wallet.address('home.html#/accounts'))
    await expect(accountOf(page, account)).toBeVisible()
  })

  test('of a newer version is left unchanged and reported', async ({ wallet, popup }) => {
    await expect(popup.getByTestId('balance')).toBeVisible()
    const page = await openHome(wallet, '/settings')
    await replaceDatabase(page, 999)
    await killWorker(wallet)
    await expect(page.getByRole('heading', { name: /has to be updated/ })).toBeVisible()
    await expect(popup.getByRole('heading', { name: /has to be updated/ })).toBeVisible()
    expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ version }) => version))).toEqual([999])
  })
})

test('a vault with both copies damaged is reported, and the phrase restores it', async ({
  wallet,
  popup,
  phrase,
  account,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const page = await openHome(wallet, '/settings')
  await page.evaluate(async () => {
    const local = await chrome.storage.local.get(null)
    for (const key of Object.keys(local)) await chrome.storage.local.set({ [key]: 'damaged' })
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open('prelude')
      request.onerror = () => reject(request.error)
      request.onsuccess = () => {
        const transaction = request.result.transaction('keyring', 'readwrite')
        const store = transaction.objectStore('keyring')
        store.put({ key: 'vault', value: { text: 'damaged', checksum: '00' } })
        transaction.oncomplete = () => {
          request.result.close()
          resolve()
        }
      }
    })
  })
  await killWorker(wallet)
  await expect(page.getByRole('heading', { name: /cannot be read/ })).toBeVisible()
  await page.getByTestId('first-run-import').click()
  await page.getByTestId('import-words').fill(phrase)
  await choosePassword(page, password)
  await page.getByTestId('first-run-done').waitFor()
  await page.goto(wallet.address('home.html#/accounts'))
  await expect(accountOf(page, account)).toBeVisible()
})

test('a vault of whose copies only the checksums are damaged is opened by the password, and whole again', async ({
  wallet,
  popup,
  account,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const page = await openHome(wallet, '/settings')
  await page.evaluate(async () => {
    const local = await chrome.storage.local.get<Record<string, object>>(null)
    for (const [key, copy] of Object.entries(local))
      if ('checksum' in copy) await chrome.storage.local.set({ [key]: { ...copy, checksum: '00' } })
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open('prelude')
      request.onerror = () => reject(request.error)
      request.onsuccess = () => {
        const transaction = request.result.transaction('keyring', 'readwrite')
        const store = transaction.objectStore('keyring')
        const stored = store.get('vault')
        stored.onsuccess = () => {
          const { key, value } = stored.result
          store.put({ key, value: { ...value, checksum: '00' } })
        }
        transaction.oncomplete = () => {
          request.result.close()
          resolve()
        }
      }
    })
  })
  await killWorker(wallet)
  await expect(page.getByRole('heading', { name: /cannot be read/ })).toBeVisible()
  await page.getByTestId('damaged-password').fill('not the right password')
  await page.getByTestId('damaged-try').click()
  await expect(page.getByRole('main')).toContainText('This password is not right')
  await page.getByTestId('damaged-password').fill(password)
  await page.getByTestId('damaged-try').click()
  await expect(page.getByRole('heading', { name: /cannot be read/ })).toHaveCount(0)
  await page.goto(wallet.address('home.html#/accounts'))
  await expect(accountOf(page, account)).toBeVisible()
  await killWorker(wallet)
  await page.reload()
  await expect(accountOf(page, account)).toBeVisible()
})

test('a forgotten password: everything is erased after a word, and the phrase and a new password open it', async ({
  wallet,
  popup,
  phrase,
  account,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const page = await openHome(wallet, '/settings')
  await page.getByTestId('lock').click()
  await page.locator('.unlock-help summary').click()
  await page.locator('.unlock-help button').click()
  await expect(page.getByTestId('erase')).toBeDisabled()
  await page.getByTestId('erase-word').fill(readMessages('en').erase_word?.message ?? '')
  await page.getByTestId('erase').click()
  await importWallet(page, phrase, 'another password altogether')
  await page.goto(wallet.address('home.html#/accounts'))
  await expect(accountOf(page, account)).toBeVisible()
})
