import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type FaultyGateway, startFaultyGateway } from '../faulty-gateway.ts'
import { test as base, expect } from './fixtures.ts'
import { drip, expectSealed, killWorker, openHome, workerOf } from './wallet.ts'

/** The wallet reaches the network through a gateway that a test can spoil. */
const test = base.extend<{ gateway: FaultyGateway }>({
  gateway: async ({ network }, use) => {
    const gateway = await startFaultyGateway(network)
    await use(gateway)
    await gateway.close()
  },
  addresses: async ({ gateway, network }, use) => use({ ...network, rpcUrl: gateway.url, wsUrl: gateway.socketUrl }),
})

const faultsOn = (page: Page, words: string) => page.getByTestId('fault').filter({ hasText: words })

async function saved(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download')
  await page.getByTestId('report-save').click()
  return readFile(await (await downloading).path(), 'utf8')
}

test('unseen errors are listed in words, outlive the worker, and are saved without private data', async ({
  wallet,
  popup,
  gateway,
  phrase,
  account,
}) => {
  await drip(popup)
  await expectSealed(popup, wei => wei === 10n ** 17n)
  const secret = `${phrase} ${account} https://shop.example/pay?key=1234567890`

  gateway.faults.noSockets = true
  gateway.faults.http = { status: 200, body: `<!doctype html><title>${secret}</title>` }
  gateway.dropSockets()
  await expect(popup.getByText('not like an Ethereum node')).toBeVisible()
  gateway.faults.http = null
  await expect(popup.getByText('not like an Ethereum node')).toHaveCount(0)

  // An error that a page throws, one that it lets go of, and one in the worker.
  await popup.evaluate(text => {
    setTimeout(() => {
      throw new RangeError(text)
    })
    void Promise.reject(new TypeError(`${text} is not iterable`))
  }, secret)
  const worker = await workerOf(wallet)
  await worker.evaluate(text => void Promise.reject(new ReferenceError(text)), secret)

  const page = await openHome(wallet, '/settings')
  // The search of the settings opens what is folded, and hides the rest.
  await page.getByTestId('settings-search').fill('report a')
  await expect(page.getByRole('region', { name: 'Erase wallet' })).toBeHidden()
  await page.getByRole('region', { name: 'Report a problem' }).getByRole('button').click()
  const garbage = faultsOn(page, 'The endpoint sent an unreadable answer.')
  await expect(garbage.first()).toContainText('Endpoint of a network')
  await expect(garbage.first()).toContainText('Local preview')
  const own = (where: string) => faultsOn(page, 'An error in the wallet’s own code.').filter({ hasText: where })
  // The page reads them once, and the popup tells the worker of its own a moment later.
  await expect(async () => {
    await page.reload()
    await expect(own('One of the wallet’s pages')).toHaveCount(2, { timeout: 3_000 })
    await expect(own('Background of the wallet')).toHaveCount(1, { timeout: 3_000 })
  }).toPass({ timeout: 30_000 })

  await killWorker(wallet)
  await page.reload()
  await expect(faultsOn(page, 'unreadable answer')).not.toHaveCount(0)
  const text = await saved(page)
  const report = JSON.parse(text)
  expect(report).toMatchObject({ format: 'prelude-report', version: expect.any(String), language: expect.any(String) })
  expect(report.browser).toContain('Chrom')
  expect(report.faults).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        where: 'endpoint',
        kind: 'RpcError/not-json-rpc',
        position: expect.stringContaining('background:'),
      }),
      expect.objectContaining({ where: 'screen', kind: 'RangeError', count: 1 }),
      expect.objectContaining({ where: 'screen', kind: 'TypeError', message: 'not-iterable' }),
      expect.objectContaining({ where: 'worker', kind: 'ReferenceError' }),
    ]),
  )
  const preview = report.networks.find(
    ({ source, testing }: { source: string; testing: boolean }) => source === 'preset' && testing,
  )
  expect(preview.endpoints[0]).toMatchObject({ state: expect.any(String), socket: true })
  expect(report.networks.some(({ sealed }: { sealed: unknown }) => sealed !== undefined)).toBe(true)

  const words = phrase.split(' ')
  const privateTexts = [
    account.slice(2),
    'shop.example',
    '1234567890',
    new URL(gateway.url).host,
    ...words.slice(2).map((_, at) => words.slice(at, at + 3).join(' ')),
  ]
  for (const privateText of privateTexts) expect(text.toLowerCase()).not.toContain(privateText.toLowerCase())

  await page.getByTestId('report-clear').click()
  await expect(page.getByTestId('report-empty')).toBeVisible()
  await page.reload()
  await expect(faultsOn(page, 'own code')).toHaveCount(0)
})

test('theme, language, and how numbers are written can be chosen, and hold for each page', async ({
  wallet,
  popup,
}) => {
  const page = await openHome(wallet, '/settings')
  const isDark = (of: Page) => expect(of.locator('body')).toHaveCSS('background-color', 'rgb(23, 20, 18)')
  await page.getByTestId('prefer-theme').selectOption('dark')
  await isDark(page)
  await page.getByTestId('prefer-language').selectOption('de')
  await expect(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible()
  await page.getByTestId('prefer-region').selectOption('CH')
  await expect(page.getByTestId('prefer-region')).toHaveValue('CH')
  await popup.reload()
  await expect(popup.getByTestId('send')).toContainText('Senden')
  await isDark(popup)
  await popup.getByTestId('send').click()
  await popup.getByTestId('send-amount').fill('1’234.5')
  // It was read as a number, of more than there is.
  await expect(popup.getByText('Mehr als du hast')).toBeVisible()
  await page.getByTestId('prefer-language').selectOption('')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
})
