import { inspect } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { call, expectConnected, openShop } from './shop.ts'
import {
  approve,
  choosePassword,
  decisionWindow,
  drip,
  expectLevel,
  openHome,
  password,
  proveBackup,
  readPhrase,
  reject,
} from './wallet.ts'

for (const theme of ['light', 'dark'] as const) {
  // In the dark only colours differ.
  test.describe(theme, { tag: theme === 'dark' ? '@long' : [] }, () => {
    test.use({ theme })

    test(`every screen of the first run is accessible (${theme})`, async ({ home }) => {
      await home.getByTestId('first-run-create').waitFor()
      await inspect(home, 'first-run', theme)
      await home.getByTestId('first-run-import').click()
      await home.getByTestId('import-words').fill('not a phrase')
      await home.getByTestId('import-words').blur()
      await inspect(home, 'first-run-import', theme)
      await home.goBack().catch(() => undefined)
      await home.reload()
      await home.getByTestId('first-run-restore').click()
      await inspect(home, 'first-run-restore', theme)
      await home.reload()
      await home.getByTestId('first-run-create').click()
      await inspect(home, 'first-run-password', theme)
      await choosePassword(home, password)
      const phrase = await readPhrase(home)
      await inspect(home, 'first-run-phrase', theme)
      await home.getByTestId('continue').click()
      await home
        .getByTestId(/^backup-word-/)
        .first()
        .waitFor()
      await inspect(home, 'first-run-backup', theme)
      await proveBackup(home, phrase)
      await home.getByTestId('ready').waitFor()
      await inspect(home, 'first-run-ready', theme)
    })

    test(`every screen of daily use is accessible (${theme})`, async ({ wallet, popup }) => {
      await popup.getByTestId('balance').waitFor()
      await inspect(popup, 'popup-empty', theme)
      await drip(popup)
      await popup.getByTestId('receive').click()
      await popup.getByTestId('receive-address').waitFor()
      await inspect(popup, 'popup-receive', theme)
      await popup.reload()
      await popup.getByTestId('send').click()
      await popup.getByTestId('send-to').fill('0x00000000000000000000000000000000000000dd')
      await popup.getByTestId('send-amount').fill('0.02')
      await inspect(popup, 'popup-send', theme)
      await popup.getByTestId('review').click()
      await expect(popup.getByTestId('approve')).toHaveAttribute('aria-disabled', 'false')
      await inspect(popup, 'popup-review', theme)
      await approve(popup, 'transaction')
      await expectLevel(popup, 'sealed')
      await inspect(popup, 'popup-transaction', theme)
      await popup.reload()
      await popup.getByTestId('transaction-row').waitFor()
      await inspect(popup, 'popup-overview', theme)
      await popup.getByTestId('account-switcher').click()
      await inspect(popup, 'popup-accounts', theme)
      await popup.keyboard.press('Escape')
      await popup.getByTestId('network-chip').click()
      await inspect(popup, 'popup-networks', theme)
      await popup.keyboard.press('Escape')
      for (const route of [
        '/',
        '/activity',
        '/accounts',
        '/accounts/move',
        '/networks',
        '/sites',
        '/settings',
        '/send',
        '/receive',
      ]) {
        const page = await openHome(wallet, route)
        await page.getByRole('navigation').waitFor()
        await page.getByRole('heading').first().waitFor()
        await inspect(page, `home-${route === '/' ? 'overview' : route.slice(1).replace('/', '-')}`, theme)
        await page.close()
      }
      await popup.getByTestId('lock').click()
      await popup.getByTestId('unlock').waitFor()
      await inspect(popup, 'popup-locked', theme)
    })

    test(`every decision is accessible (${theme})`, async ({ wallet, popup, shop, account, network }) => {
      await drip(popup)
      const page = await wallet.context.newPage()
      await openShop(page, shop.url)
      await inspect(page, 'shop', theme)
      await page.getByTestId('shop-connect').click()
      const connecting = await decisionWindow(wallet)
      await inspect(connecting, 'decision-connect', theme)
      await approve(connecting, 'connect')
      await expectConnected(page, account)
      const chainId = network.chainId
      const decisions: Record<string, unknown> = {
        transaction: {
          method: 'eth_sendTransaction',
          params: [{ from: account, to: shop.merchant, value: '0x2386f26fc10000' }],
        },
        'transaction-unaffordable': {
          method: 'eth_sendTransaction',
          params: [{ from: account, to: shop.merchant, value: '0xde0b6b3a7640000' }],
        },
        message: { method: 'personal_sign', params: ['Good morning', account] },
        'typed-data': {
          method: 'eth_signTypedData_v4',
          params: [
            account,
            JSON.stringify({
              types: {
                Order: [
                  { name: 'product', type: 'string' },
                  { name: 'grams', type: 'uint256' },
                ],
              },
              primaryType: 'Order',
              domain: { name: 'Small Hours Coffee', chainId },
              message: { product: 'Harbour', grams: '250' },
            }),
          ],
        },
      }
      for (const [name, request] of Object.entries(decisions)) {
        const answer = call(page, request)
        const decision = await decisionWindow(wallet)
        await inspect(decision, `decision-${name}`, theme)
        await reject(decision)
        expect(await answer).toMatchObject({ error: { code: 4001 } })
      }
    })
  })
}
