import { test as base, expect } from '../dapp/fixtures.ts'
import { ask, meet, resultOf } from '../dapp/page.ts'
import { decisionWindow } from '../e2e/wallet.ts'
import { type LaunchedFirefox, requireFirefox } from './launch.ts'

const test = base.extend<{ firefox: LaunchedFirefox }>({
  firefox: async ({ wallet }, use) => use(requireFirefox(wallet)),
})
const gone = {
  error: { code: 4900, message: 'The wallet was updated or removed. Load this page again.' },
  isError: true,
}

test('a page that waits while the extension is switched off is told so with 4900', { tag: '@firefox' }, async ({
  firefox,
  dapp,
  site,
  funded,
}) => {
  const idle = await firefox.context.newPage()
  await idle.goto(site.at('/', 'idle.localhost'))
  await meet(idle)
  await resultOf(idle, 'eth_chainId')
  const waiting = ask(dapp, 'personal_sign', ['0x00', funded])
  await decisionWindow(firefox)
  const switchTo = (enabled: boolean) =>
    firefox.privileged(`
      const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs')
      const addon = await AddonManager.getAddonByID('${firefox.extensionId}')
      await addon.${enabled ? 'enable' : 'disable'}()`)
  await switchTo(false)
  expect(await waiting).toEqual(gone)
  expect(await ask(idle, 'eth_chainId')).toEqual(gone)
  await switchTo(true)
})

test('a page in a private window has no wallet', async ({ firefox, dapp, site }) => {
  expect(await dapp.evaluate(() => 'ethereum' in window)).toBe(true)
  const windows = () => firefox.privileged(`return [...Services.wm.getEnumerator('navigator:browser')].length`)
  const before = await windows()
  const opening = firefox.context.waitForEvent('page')
  await firefox.privileged(`Services.wm.getMostRecentWindow('navigator:browser').OpenBrowserWindow({ private: true })`)
  const secret = await opening
  // The window's own first page would abort a navigation that begins before it has loaded.
  await secret.waitForLoadState()
  await secret.goto(site.at())
  await expect(secret.getByRole('heading')).toBeVisible()
  expect(await secret.evaluate(() => 'ethereum' in window)).toBe(false)
  await secret.close()
  // A page that is opened while the private window is still there would be private too.
  await expect.poll(windows, { message: 'the private window is closed' }).toBe(before)
})
