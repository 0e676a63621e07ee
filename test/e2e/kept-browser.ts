import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import type { Browser } from '../commands/browser.ts'
import {
  installedPage,
  type Launched,
  launchBrowser,
  launched,
  loadExtension,
  resizeWindow,
} from '../wallet-fixtures/launch.ts'
import { putStoredWallet, type StoredWallet } from './stored-wallet.ts'

/**
 * One Chromium for many tests: to start it, to install the extension and to go through the screens of first run takes
 * more processor time than most tests.
 */
export interface KeptBrowser {
  /**
   * Installs the extension for one test, as a person does.
   * @param extension folder of a copy with an id of its own, see `giveOwnId`
   */
  install(extension: string): Promise<Launched>
  /**
   * The extension, which stays installed for the tests that follow, with nothing stored but this wallet. One of its
   * files is open in the only page.
   */
  hold(extension: string, stored: StoredWallet): Promise<Launched>
  /** Removes everything that the test's pages left, and an extension that was installed for it. */
  clear(wallet: Launched): Promise<void>
  close(): Promise<void>
}

interface Kept {
  context: BrowserContext
  profile: string
  /** The origins of pages that a test opened. */
  origins: Set<string>
  /** What cannot be undone was done. */
  isAltered: boolean
  /** The extension that stays. */
  held: { folder: string; wallet: Launched } | undefined
}

/** What a test does to all pages of a context cannot be undone: such a browser is not kept. */
const lasting = ['addInitScript', 'exposeBinding', 'exposeFunction', 'route', 'routeWebSocket'] as const

/** Not `close`: Playwright itself waits for it. */
const heardByTests = [
  'console',
  'dialog',
  'page',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'serviceworker',
  'weberror',
] as const

export function createKeptBrowser(browser: Browser): KeptBrowser {
  let kept: Kept | undefined

  async function start(): Promise<Kept> {
    const profile = await mkdtemp(join(tmpdir(), 'prelude-profile-'))
    const context = await launchBrowser({ browser, profile, headless: true, colorScheme: 'light' })
    const started: Kept = { context, profile, origins: new Set(), isAltered: false, held: undefined }
    for (const name of lasting) {
      const original: (...args: never[]) => unknown = context[name].bind(context)
      Object.assign(context, {
        [name]: (...args: never[]) => {
          started.isAltered = true
          return original(...args)
        },
      })
    }
    return started
  }

  async function close(): Promise<void> {
    const ended = kept
    kept = undefined
    if (ended === undefined) return
    await ended.context.close()
    await rm(ended.profile, { recursive: true, force: true, maxRetries: 5 })
  }

  /** Notes which origins the test's pages have. */
  async function begin(): Promise<Kept> {
    kept ??= await start()
    const { context, origins } = kept
    context.on('page', page =>
      page.on('framenavigated', frame => {
        if (/^https?:/.test(frame.url())) origins.add(new URL(frame.url()).origin)
      }),
    )
    return kept
  }

  /** @param folder another one is removed */
  async function heldIn(browser: Kept, folder: string): Promise<Launched> {
    if (browser.held?.folder === folder) return browser.held.wallet
    if (browser.held !== undefined) await remove(browser.context, browser.held.wallet.extensionId)
    const installed = launched(browser.context, await loadExtension(browser.context, folder))
    const wallet: Launched = {
      ...installed,
      install(other) {
        browser.isAltered = true
        return installed.install(other)
      },
    }
    browser.held = { folder, wallet }
    // A page that is closed before it has its texts leaves the next ones in its process without any.
    await (await installedPage(wallet)).getByTestId('first-run-import').waitFor()
    return wallet
  }

  return {
    async install(extension) {
      const browser = await begin()
      const { context, held } = browser
      // Two wallets in one browser would meet in every page.
      if (held !== undefined) await remove(context, held.wallet.extensionId)
      browser.held = undefined
      return launched(context, await loadExtension(context, extension))
    },
    async hold(extension, stored) {
      const browser = await begin()
      const wallet = await heldIn(browser, extension)
      // No window is closed from here on, and no alarm is left: either would start the worker again.
      const [left, ...others] = browser.context.pages()
      const page = left === undefined || others.length > 0 ? await onlyPage(browser.context) : left
      await page.goto(wallet.address('manifest.json'))
      await page.evaluate(() => chrome.alarms.clearAll())
      const session = await browser.context.newCDPSession(page)
      await session.send('ServiceWorker.enable')
      await session.send('ServiceWorker.stopAllWorkers')
      await putStoredWallet(page, session, stored)
      await session.detach()
      return wallet
    },
    async clear({ context, extensionId }) {
      if (kept === undefined || kept.isAltered || context.browser()?.isConnected() !== true) return close()
      const { origins, held } = kept
      for (const event of heardByTests) context.removeAllListeners(event)
      if (extensionId !== held?.wallet.extensionId) await remove(context, extensionId)
      const session = await context.newCDPSession(await onlyPage(context))
      for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      origins.clear()
      await session.send('Network.clearBrowserCache')
      await session.detach()
      await context.clearCookies()
      await context.clearPermissions()
    },
    close,
  }
}

/** Closes all pages but one, which is empty and has a window of the usual size. */
async function onlyPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await Promise.all(context.pages().map(other => (other === page ? undefined : other.close())))
  await resizeWindow(page)
  return page
}

async function remove(context: BrowserContext, extensionId: string): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession()
  if (session === undefined) throw new Error('The browser has closed.')
  const isOurs = (url: string) => url.startsWith(`chrome-extension://${extensionId}/`)
  const workers = context.serviceWorkers().filter(worker => isOurs(worker.url()))
  const ended = workers.map(worker => worker.waitForEvent('close'))
  await session.send('Extensions.uninstall', { id: extensionId })
  await Promise.all(ended)
  await session.detach()
}

/** Gives a copy of the extension a random public key, from which Chromium derives its id. */
export async function giveOwnId(extension: string): Promise<void> {
  const file = join(extension, 'manifest.json')
  const manifest: object = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...manifest, key: randomBytes(256).toString('base64') }))
}
