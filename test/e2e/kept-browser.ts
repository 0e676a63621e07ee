import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import type { Browser, Engine } from '../commands/browser.ts'
import { startFirefox } from '../firefox/launch.ts'
import { type Launched, launchBrowser, launched, loadExtension, resizeWindow } from '../wallet-fixtures/launch.ts'

/**
 * One browser for many tests: its start takes more processor time than most tests. Each test gets a new installation of
 * the extension, a window with one empty tab, and nothing of what earlier tests stored.
 */
export interface KeptBrowser {
  /** Installs the extension in the browser, which is started if none is there. @param extension its folder */
  install(extension: string): Promise<Launched>
  /** Removes the extension and everything that the test's pages left. */
  clear(wallet: Launched): Promise<void>
  close(): Promise<void>
}

/** What differs from browser to browser. */
interface Kind {
  start(profile: string): Promise<Started>
}
interface Started {
  context: BrowserContext
  /** @param alter is to be called when a test does what cannot be undone */
  install(extension: string, alter: () => void): Promise<Launched>
  /**
   * Removes the extension, closes all pages and opens an empty one.
   * @param origins those of all pages that were opened
   * @returns false where the browser is in no state for another test
   */
  startAfresh(wallet: Launched, origins: ReadonlySet<string>): Promise<boolean>
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

export function createKeptBrowser(browser: Browser, engine: Engine): KeptBrowser {
  const { start } = engine === 'firefox' ? keptFirefox(browser) : keptChromium(browser)
  let kept: { started: Started; profile: string; origins: Set<string>; isAltered: boolean } | undefined

  async function open(): Promise<NonNullable<typeof kept>> {
    const profile = await mkdtemp(join(tmpdir(), 'prelude-profile-'))
    const started = await start(profile)
    const opened = { started, profile, origins: new Set<string>(), isAltered: false }
    const { context } = started
    for (const name of lasting) {
      const original: (...args: never[]) => unknown = context[name].bind(context)
      Object.assign(context, {
        [name]: (...args: never[]) => {
          opened.isAltered = true
          return original(...args)
        },
      })
    }
    return opened
  }

  async function close(): Promise<void> {
    const ended = kept
    kept = undefined
    if (ended === undefined) return
    await ended.started.context.close()
    await rm(ended.profile, { recursive: true, force: true, maxRetries: 5 })
  }

  return {
    async install(extension) {
      kept ??= await open()
      const current = kept
      const note = (page: Page) =>
        page.on('framenavigated', frame => {
          if (/^https?:/.test(frame.url())) current.origins.add(new URL(frame.url()).origin)
        })
      current.started.context.on('page', note)
      return current.started.install(extension, () => {
        current.isAltered = true
      })
    },
    async clear(wallet) {
      const { context } = wallet
      if (kept === undefined || kept.isAltered || context.browser()?.isConnected() !== true) return close()
      for (const event of heardByTests) context.removeAllListeners(event)
      if (!(await kept.started.startAfresh(wallet, kept.origins))) return close()
      kept.origins.clear()
      await context.clearCookies()
      await context.clearPermissions()
    },
    close,
  }
}

/**
 * Each installation has an id of its own, see `giveOwnId`: nothing is stored under it. The browser's first window
 * stays, with an empty page that no test touches: a new window takes as much processor time as the popup.
 */
function keptChromium(browser: Browser): Kind {
  return {
    async start(profile) {
      const context = await launchBrowser({ browser, profile, headless: true, colorScheme: 'light' })
      const [empty] = context.pages()
      if (empty === undefined) throw new Error('The browser started without a window.')
      let isEmpty = true
      const touched = () => {
        isEmpty = false
      }
      empty.on('framenavigated', touched)
      empty.on('close', touched)
      const closePages = () => Promise.all(context.pages().map(page => page === empty || page.close()))
      return {
        context,
        install: async extension => launched(context, await loadExtension(context, extension)),
        async startAfresh({ extensionId }, origins) {
          if (!isEmpty) return false
          // A window whose only page goes with the extension would get the browser's page for new tabs.
          await closePages()
          if (!(await uninstall(context, extensionId))) return false
          await closePages()
          await resizeWindow(empty)
          const session = await context.newCDPSession(empty)
          for (const origin of origins)
            await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
          await session.send('Network.clearBrowserCache')
          await session.detach()
          return true
        },
      }
    },
  }
}

/** How often the browser is asked whether the worker has ended. A worker that hangs takes the browser with it. */
const questions = 500

/**
 * Removes the extension. Playwright may still list a worker that has ended long ago, so the browser itself is asked.
 * @returns whether its worker has ended
 */
async function uninstall(context: BrowserContext, extensionId: string): Promise<boolean> {
  const session = await context.browser()?.newBrowserCDPSession()
  if (session === undefined) throw new Error('The browser has closed.')
  await session.send('Extensions.uninstall', { id: extensionId })
  const isOurs = ({ url }: { url: string }) => url.startsWith(`chrome-extension://${extensionId}/`)
  for (let asked = 0; asked < questions; asked++) {
    const { targetInfos } = await session.send('Target.getTargets')
    if (targetInfos.some(isOurs)) continue
    await session.detach()
    return true
  }
  return false
}

/** Firefox deletes what an extension stored when it is removed. */
function keptFirefox(browser: Browser): Kind {
  return {
    async start(profile) {
      const firefox = await startFirefox({ browser, profile, headless: true, colorScheme: 'light' })
      const { context, extensionId, privileged } = firefox
      return {
        context,
        async install(extension, alter) {
          await firefox.install(extension)
          const watched = (body: string) => {
            alter()
            return privileged(body)
          }
          return { ...firefox, privileged: watched }
        },
        async startAfresh() {
          await privileged(`
            const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs')
            const addon = await AddonManager.getAddonByID('${extensionId}')
            await addon?.uninstall()`)
          const opening = context.waitForEvent('page', page => page.url() === 'about:blank')
          const isReady = await privileged(`
            if (!window.toolbar.visible) return false
            for (const other of Services.wm.getEnumerator('navigator:browser')) if (other !== window) other.close()
            const tab = gBrowser.addTrustedTab('about:blank', { inBackground: false })
            gBrowser.removeAllTabsBut(tab, { animate: false, skipWarnAboutClosingTabs: true })
            await new Promise(done => Services.clearData.deleteData(Ci.nsIClearDataService.CLEAR_ALL, { onDataDeleted: done }))
            return true`)
          if (isReady === true) await opening
          else opening.catch(() => undefined)
          return isReady === true
        },
      }
    },
  }
}

/** Gives a copy of the extension a random public key, from which Chromium derives its id. */
export async function giveOwnId(extension: string): Promise<void> {
  const file = join(extension, 'manifest.json')
  const manifest: object = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...manifest, key: randomBytes(256).toString('base64') }))
}
