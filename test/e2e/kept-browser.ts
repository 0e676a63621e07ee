import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import type { Browser } from '../commands/browser.ts'
import { type Launched, launchBrowser, launched, loadExtension, resizeWindow } from '../wallet-fixtures/launch.ts'

/**
 * One Chromium for many tests: its start takes more processor time than most tests. Each test gets the extension under
 * an id of its own, so that no storage, permission or rule of an earlier one is there, in a window of its own.
 */
export interface KeptBrowser {
  /**
   * Installs the extension in the browser, which is started if none is there.
   * @param extension folder of a copy with an id of its own, see `giveOwnId`
   */
  install(extension: string): Promise<Launched>
  /** Removes the extension and everything that the test's pages left. */
  clear(wallet: Launched): Promise<void>
  close(): Promise<void>
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
  let kept: { context: BrowserContext; profile: string; origins: Set<string>; isAltered: boolean } | undefined

  async function start(): Promise<NonNullable<typeof kept>> {
    const profile = await mkdtemp(join(tmpdir(), 'prelude-profile-'))
    const context = await launchBrowser({ browser, profile, headless: true, colorScheme: 'light' })
    const started = { context, profile, origins: new Set<string>(), isAltered: false }
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

  return {
    async install(extension) {
      kept ??= await start()
      const { context, origins } = kept
      const note = (page: Page) =>
        page.on('framenavigated', frame => {
          if (/^https?:/.test(frame.url())) origins.add(new URL(frame.url()).origin)
        })
      context.on('page', note)
      return launched(context, await loadExtension(context, extension))
    },
    async clear({ context, extensionId }) {
      if (kept === undefined || kept.isAltered || context.browser()?.isConnected() !== true) return close()
      const { origins } = kept
      for (const event of heardByTests) context.removeAllListeners(event)
      const left = context.pages()
      const session = await startAfresh(context, extensionId)
      await Promise.all(left.map(page => page.close()))
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

/** Removes the extension, and opens an empty window. Resolves with a session of its page. */
async function startAfresh(context: BrowserContext, extensionId: string): Promise<CDPSession> {
  const ofBrowser = await context.browser()?.newBrowserCDPSession()
  if (ofBrowser === undefined) throw new Error('The browser has closed.')
  const isOurs = (url: string) => url.startsWith(`chrome-extension://${extensionId}/`)
  const workers = context.serviceWorkers().filter(worker => isOurs(worker.url()))
  const ended = workers.map(worker => worker.waitForEvent('close'))
  await ofBrowser.send('Extensions.uninstall', { id: extensionId })
  await Promise.all(ended)
  const opening = context.waitForEvent('page', page => page.url() === 'about:blank')
  await ofBrowser.send('Target.createTarget', { url: 'about:blank', newWindow: true })
  const page = await opening
  await ofBrowser.detach()
  await resizeWindow(page)
  return context.newCDPSession(page)
}

/** Gives a copy of the extension a random public key, from which Chromium derives its id. */
export async function giveOwnId(extension: string): Promise<void> {
  const file = join(extension, 'manifest.json')
  const manifest: object = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...manifest, key: randomBytes(256).toString('base64') }))
}
