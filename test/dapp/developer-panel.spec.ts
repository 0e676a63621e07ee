import type { Page } from '@playwright/test'
import { numberToHex } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { z } from 'zod'
import { builds, copyExtension, type Launched, temporaryFolder } from '../commands/extension.ts'
import { test as plain } from '../e2e/fixtures.ts'
import { approve, decisionWindow, killWorker, openHome, reject } from '../e2e/wallet.ts'
import { startRawBrowser } from '../raw-browser.ts'
import { byTestId, importWallet } from '../raw-wallet.ts'
import { expect, test } from './fixtures.ts'
import { ask } from './page.ts'
import { startSite } from './site.ts'

const evaluatedSchema = z.object({ result: z.object({ value: z.boolean() }) })
const settingName = 'Panel in the developer tools'

/** The panel of a tab, in a tab of its own. */
async function openPanel(wallet: Launched, tab: Page): Promise<Page> {
  const home = await openHome(wallet, '/settings')
  await home.getByTestId('settings-advanced').click()
  const setting = home.getByLabel(settingName)
  await expect(setting).toBeEnabled()
  // The switch changes once the worker has kept it.
  if (!(await setting.isChecked())) await setting.click()
  await expect(setting).toBeChecked()
  const tabs = await home.evaluate(async () => chrome.tabs.query({}))
  const { id } = z.object({ id: z.number() }).parse(tabs.find(({ url }) => url === tab.url()))
  await home.goto(wallet.address(`panel.html?tab=${id}`))
  return home
}

function entry(panel: Page, method: string) {
  return panel.locator('.panel-entry').filter({ has: panel.getByText(method, { exact: true }) })
}

test('the developer panel has what a page asks, decides and is told, and a test of it', { tag: '@short' }, async ({
  wallet,
  dapp,
  funded,
}) => {
  const panel = await openPanel(wallet, dapp)
  await expect(panel.getByText('has not asked the wallet for anything yet')).toBeVisible()

  expect(await ask(dapp, 'eth_chainId')).toHaveProperty('result')
  await expect(entry(panel, 'eth_chainId').last()).toContainText('0x')

  const sending = ask(dapp, 'eth_sendTransaction', [{ from: funded, to: `0x${'dd'.repeat(20)}`, value: '0x1' }])
  const sent = entry(panel, 'eth_sendTransaction')
  await expect(sent).toContainText('no answer yet')
  await expect(sent).toContainText('Transaction: waits')
  await approve(await decisionWindow(wallet), 'transaction')
  const { result: hash } = z.object({ result: z.string() }).parse(await sending)
  await expect(sent).toContainText('Transaction: approved')
  await expect(sent).toContainText('sealed')
  await sent.locator('summary').click()
  for (const level of ['signed', 'submitted', 'pre-confirmed', 'sealed']) await expect(sent).toContainText(level)
  await expect(sent).toContainText(hash)
  await panel.context().grantPermissions(['clipboard-read'])
  await sent.getByRole('button', { name: 'Copy as a test' }).click()
  await expect.poll(() => panel.evaluate(() => navigator.clipboard.readText())).toContain('await wallet.approve()')

  const signing = ask(dapp, 'personal_sign', ['0x48656c6c6f', funded])
  await reject(await decisionWindow(wallet))
  await signing
  await expect(entry(panel, 'personal_sign')).toContainText('Sign a message: rejected')
  await expect(entry(panel, 'personal_sign')).toContainText('4001')
})

test('the developer panel keeps its entries when the worker ends, shows other tabs nothing, and hides all when locked', async ({
  wallet,
  dapp,
  site,
}) => {
  const panel = await openPanel(wallet, dapp)
  expect(await ask(dapp, 'net_version')).toHaveProperty('result')
  await expect(entry(panel, 'net_version')).toHaveCount(1)
  await killWorker(wallet)
  expect(await ask(dapp, 'eth_gasPrice')).toHaveProperty('result')
  await expect(entry(panel, 'eth_gasPrice')).toHaveCount(1)
  await expect(entry(panel, 'net_version')).toHaveCount(1)

  const elsewhere = await wallet.context.newPage()
  await elsewhere.goto(site.at('/', 'elsewhere.localhost'))
  const other = await openPanel(wallet, elsewhere)
  await expect(other.getByText('has not asked the wallet for anything yet')).toBeVisible()

  await other.goto(wallet.address('popup.html'))
  await other.getByTestId('lock').click()
  await expect(panel.getByText('Unlock the wallet')).toBeVisible()
  await expect(entry(panel, 'eth_gasPrice')).toHaveCount(0)
})

test('nothing is recorded before the person turns the developer panel on', async ({ wallet, dapp }) => {
  const panel = await openHome(wallet, '/settings')
  await panel.goto(wallet.address('panel.html?tab=1'))
  await expect(panel.getByText('Requests are not recorded')).toBeVisible()
  expect(await ask(dapp, 'eth_chainId')).toHaveProperty('result')
  const shown = await openPanel(wallet, dapp)
  await expect(shown.getByText('has not asked the wallet for anything yet')).toBeVisible()
})

plain(
  'Chromium’s own developer tools show the panel once it is turned on',
  { tag: ['@short', '@chromium'] },
  async ({ lifetime, browserInUse, network }) => {
    const site = await startSite()
    lifetime.onEnd(() => site.close())
    const extension = await copyExtension(lifetime, builds.local.folder, network)
    const profile = await temporaryFolder(lifetime, 'profile')
    const { raw, extensionId } = await startRawBrowser(lifetime, browserInUse, {
      ...{ profile, extension },
      args: ['--auto-open-devtools-for-tabs'],
    })
    const own = (path: string) => `chrome-extension://${extensionId}/${path}`
    const phrase = generateMnemonic(english)
    await network.faults.alter('anvil_setBalance', [mnemonicToAccount(phrase).address, numberToHex(10n ** 18n)])
    const home = await raw.find(own('home.html'))
    await importWallet(home, phrase)

    await raw.open(site.at())
    const tools = await raw.find('devtools://', { title: new URL(site.at()).host })
    /** Opens the panel whose id holds the extension's, as a press on its tab does; false while there is none. */
    const showPanel = async () => {
      const expression = `(async () => {
        const { ViewManager } = await import('./ui/legacy/legacy.js')
        const manager = ViewManager.ViewManager.instance()
        const panel = [...manager.views.keys()].find(name => name.includes('${extensionId}'))
        if (panel !== undefined) await manager.showView(panel)
        return panel !== undefined
      })()`
      const asked = { expression, awaitPromise: true, returnByValue: true }
      return evaluatedSchema.parse(await raw.send('Runtime.evaluate', asked, tools.sessionId)).result.value
    }
    expect(await showPanel()).toBe(false)

    await home.run(() => location.assign('#/settings'), null)
    const tick = () =>
      home.run(name => {
        const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.includes(name))
        const box = label?.querySelector('input') ?? null
        box?.click()
        return box !== null
      }, settingName)
    await expect.poll(tick).toBe(true)
    await expect.poll(showPanel).toBe(true)

    const panel = await raw.find(own('panel.html'), { type: 'iframe' })
    await panel.waitFor('.panel')
    const page = await raw.find(site.at())
    await page.run(() => {
      const { ethereum } = window as unknown as { ethereum: { request(call: object): Promise<unknown> } }
      return ethereum.request({ method: 'eth_chainId' })
    }, null)
    await panel.waitFor(`${byTestId('panel-entry')} .panel-method`)
    const list = () => panel.run(() => document.querySelector('.panel-list')?.textContent ?? '', null)
    expect(await list()).toContain('eth_chainId')
    await expect.poll(list).toContain(numberToHex(network.chainId))
  },
)
