import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { expect, test } from './fixtures.ts'
import { fund } from './fund.ts'
import {
  choosePassword,
  createWallet,
  importWallet,
  openHome,
  openPopup,
  password,
  proveBackup,
  readPhrase,
  unlock,
} from './wallet.ts'

test('installing opens the first-run page, and a new wallet is made from words that were written down', {
  tag: '@firefox',
}, async ({ wallet, home }) => {
  const phrase = await createWallet(home)
  expect(phrase.split(' ')).toHaveLength(12)
  await expect(home.getByTestId('ready')).toBeVisible()
  const popup = await openPopup(wallet)
  await expect(popup.getByTestId('balance')).toBeVisible()
  await expect(popup.getByTestId('network-chip')).toHaveAttribute('data-testing', 'true')
})

test('a wrong backup word is refused, and the wallet is created only when all are right', async ({ wallet, home }) => {
  await home.getByTestId('first-run-create').click()
  await choosePassword(home, password)
  const phrase = await readPhrase(home)
  await home.getByTestId('continue').click()
  await proveBackup(
    home,
    phrase.map(() => 'zoo'),
  )
  await expect(home.getByTestId(/^backup-word-/).first()).toHaveAttribute('aria-invalid', 'true')
  const popup = await openPopup(wallet)
  await expect(popup.getByTestId('set-up')).toBeVisible()
  await proveBackup(home, phrase)
  await expect(home.getByTestId('ready')).toBeVisible()
  await expect(popup.getByTestId('balance')).toBeVisible()
})

test('a password that is too short or typed differently is named before anything is made', async ({ home }) => {
  await home.getByTestId('first-run-create').click()
  await choosePassword(home, 'short')
  await expect(home.getByTestId('password')).toHaveAttribute('aria-invalid', 'true')
  await home.getByTestId('password').fill(password)
  await home.getByTestId('password-repeat').fill(`${password}!`)
  await home.getByTestId('continue').click()
  await expect(home.getByTestId('password-repeat')).toHaveAttribute('aria-invalid', 'true')
  await expect(home.getByTestId('phrase-words')).toHaveCount(0)
})

test('a phrase from elsewhere is taken, and its first account is the one everybody else derives', async ({
  wallet,
  home,
}) => {
  await importWallet(home, 'test test test test test test test test test test test junk')
  const popup = await openPopup(wallet)
  await popup.getByTestId('receive').click()
  await expect(popup.getByTestId('receive-address')).toHaveAttribute(
    'data-address',
    /^0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266$/i,
  )
})

test('after an import the accounts that were used elsewhere are looked for, where the person wants it', async ({
  wallet,
  home,
  network,
}) => {
  const phrase = generateMnemonic(english)
  const used = mnemonicToAccount(phrase, { path: "m/44'/60'/3'/0/0" }).address
  await fund(network, used)
  await importWallet(home, phrase)
  await home.getByTestId('ready-discover').click()
  await expect(home.getByRole('dialog')).toContainText('belong together')
  await home.getByTestId('discover-start').click()
  await expect(home.getByTestId('discovered')).toContainText('1 used account')
  await home.getByTestId('discover-add').click()
  await expect(home.getByRole('dialog')).toHaveCount(0)
  await expect(home.getByTestId('ready')).toContainText('2 accounts')
  const accounts = await openHome(wallet, '/accounts')
  await expect(accounts.locator(`[data-testid=account][data-address="${used.toLowerCase()}"]`)).toBeVisible()
})

test('the wrong word of a phrase is named by its place', async ({ home }) => {
  const words = generateMnemonic(english).split(' ')
  words[6] = 'zzzzzz'
  await home.getByTestId('first-run-import').click()
  await home.getByTestId('import-words').fill(words.join(' '))
  await choosePassword(home, password)
  await expect(home.locator('#import-words-note')).toContainText('7')
  await expect(home.getByTestId('import-words')).toBeFocused()
  await expect(home.getByTestId('first-run-done')).toHaveCount(0)
})

test('twelve real words in a wrong order are refused by their checksum', async ({ home }) => {
  await home.getByTestId('first-run-import').click()
  await home.getByTestId('import-words').fill(Array(12).fill('test').join(' '))
  await choosePassword(home, password)
  await expect(home.getByTestId('import-words')).toHaveAttribute('aria-invalid', 'true')
  await expect(home.getByTestId('first-run-done')).toHaveCount(0)
})

test('a locked wallet shows no balance and opens with the right password only', async ({ popup }) => {
  await popup.getByTestId('lock').click()
  await expect(popup.getByTestId('unlock')).toBeVisible()
  await expect(popup.getByTestId('balance')).toHaveCount(0)
  await popup.getByTestId('password').fill('not the password')
  await popup.getByTestId('unlock').click()
  await expect(popup.getByTestId('password')).toHaveAttribute('aria-invalid', 'true')
  await expect(popup.getByTestId('balance')).toHaveCount(0)
  await unlock(popup)
  await expect(popup.getByTestId('balance')).toBeVisible()
})
