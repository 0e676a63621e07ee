import { test as base, expect } from '../dapp/fixtures.ts'
import { meet, resultOf } from '../dapp/page.ts'
import { openHome } from '../e2e/wallet.ts'
import { type LaunchedFirefox, requireFirefox } from './launch.ts'
import { answerYes } from './surfaces.ts'

const test = base.extend<{ firefox: LaunchedFirefox }>({
  firefox: async ({ wallet }, use) => use(requireFirefox(wallet)),
})
// A person needs a moment before the button of the browser's question takes a click; the test does not.
test.use({ preferences: { 'security.notification_enable_delay': 0 } })

/** Does what the switch on Firefox's page of extensions does. */
const revokeHostAccess = ({ privileged, extensionId }: LaunchedFirefox) =>
  privileged(`
    const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs')
    const { extension } = WebExtensionPolicy.getByID('${extensionId}')
    const origins = extension.allowedOrigins.patterns.map(({ pattern }) => pattern)
    await ExtensionPermissions.remove('${extensionId}', { permissions: [], origins }, extension)`)

test('access to websites that was taken back is asked for again, and given back with one click', {
  tag: '@firefox',
}, async ({ firefox, dapp, network, funded }) => {
  const home = await openHome(firefox)
  await expect(home.getByTestId('balance')).toBeVisible()
  await expect(home.getByTestId('host-access')).toBeHidden()

  await revokeHostAccess(firefox)
  const banner = home.getByTestId('host-access')
  await expect(banner).toBeInViewport()
  await expect(banner).toContainText('Nothing is lost.')
  // The process of the page hears of it by itself.
  await expect
    .poll(async () => {
      await dapp.reload()
      return dapp.evaluate(() => 'ethereum' in window)
    })
    .toBe(false)
  // The banner is there too on a page that is opened in this state.
  await home.reload()
  await expect(banner).toBeInViewport()

  await banner.getByTestId('host-access-grant').click()
  await answerYes(firefox)
  await expect(banner).toBeHidden()
  await dapp.reload()
  await meet(dapp)
  expect(await resultOf(dapp, 'eth_chainId')).toBe(`0x${network.chainId.toString(16)}`)
  expect(await resultOf(dapp, 'eth_accounts'), 'consent is the person’s, and stays').toEqual([funded])
})
