import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import type { Browser } from './chromium.ts'

export interface Launched {
  context: BrowserContext
  extensionId: string
  /** `chrome-extension://<id>/<path>`, or what Firefox has instead */
  address(path: string): string
  /**
   * Loads an unpacked extension; one with the id of a loaded one replaces it, as an update does. Resolves with its id.
   */
  install(folder: string): Promise<string>
  /** Ends the worker as the browser does when it runs out of memory. The next event starts a new one. */
  endBackground(): Promise<void>
}

/**
 * Each window would load two pages for its address bar, which nobody types into: a good tenth of a test's processor
 * time.
 */
const featuresInTheWay = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** The browser takes the last of two such lists, so this list repeats what Playwright disables. */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

interface BrowserOptions {
  browser: Pick<Browser, 'executable'>
  profile: string
  headless: boolean
  colorScheme?: 'light' | 'dark'
  /** More arguments for the browser. */
  args?: readonly string[]
}

interface LaunchOptions extends BrowserOptions {
  extension: string
}

/**
 * Starts the browser with a profile of its own and loads the extension over the debugging pipe (branded Chrome from 137
 * on ignores `--load-extension`). Older versions of Playwright give no access to that pipe; there the argument is used.
 */
export async function launchWithExtension(options: LaunchOptions): Promise<Launched> {
  const context = await launchBrowser(options)
  const extensionId = await loadedId(context, options.extension)
  if (extensionId !== undefined) return launched(context, extensionId)
  await context.close()
  const id = await idByKey(options.extension)
  const { extension } = options
  return launched(
    await launchBrowser(options, [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`]),
    id,
  )
}

/** The id of the extension, loaded over the debugging pipe; undefined where Playwright gives no access to it. */
async function loadedId(context: BrowserContext, extension: string): Promise<string | undefined> {
  return context.browser() === null ? undefined : loadExtension(context, extension)
}

/** The extension with this id, in a browser that has loaded it. */
export function launched(context: BrowserContext, extensionId: string): Launched {
  const address = (path: string) => `chrome-extension://${extensionId}/${path}`
  return {
    context,
    extensionId,
    address,
    install: folder => loadExtension(context, folder),
    endBackground: () => endWorker(ownPage({ context, address })),
  }
}

/** An open page of the extension. @throws Error where none is */
export function ownPage({ context, address }: Pick<Launched, 'context' | 'address'>): Page {
  const page = context.pages().find(candidate => candidate.url().startsWith(address('')))
  if (!page) throw new Error('None of the extension’s own pages is open.')
  return page
}

async function endWorker(own: Page): Promise<void> {
  const session = await own.context().newCDPSession(own)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}

const keySchema = z.looseObject({ key: z.string() })

/** The id that a browser derives from the public key in a manifest. */
async function idByKey(extension: string): Promise<string> {
  const { key } = keySchema.parse(JSON.parse(await readFile(join(extension, 'manifest.json'), 'utf8')))
  const digest = createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 32)
  return digest.replace(/./g, digit => String.fromCharCode(97 + Number.parseInt(digit, 16)))
}

/** Starts the browser with a profile of its own, without the extension. */
export async function launchBrowser(options: BrowserOptions, args: readonly string[] = []): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(options.profile, {
    executablePath: options.browser.executable,
    headless: options.headless,
    // Windows keep the size the extension asked for.
    viewport: null,
    colorScheme: options.colorScheme ?? null,
    chromiumSandbox: process.getuid?.() !== 0,
    // The command that started the browser ends it, in order.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      '--enable-unsafe-extension-debugging',
      // Older versions of Playwright start the old headless mode, which has no extensions.
      ...(options.headless ? ['--headless=new'] : []),
      `--disable-features=${[...featuresInTheWay, ...disabledByPlaywright].join()}`,
      // Not --window-size: it would be the size of every window, popups too.
      ...(options.headless ? ['--screen-info={1600x1200}'] : []),
      ...args,
      ...(options.args ?? []),
    ],
  })
  const [page] = context.pages()
  if (page) await resizeWindow(page)
  return context
}

/** To that of a small laptop's browser. */
export async function resizeWindow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { windowId } = await session.send('Browser.getWindowForTarget')
  await session.send('Browser.setWindowBounds', { windowId, bounds: { left: 0, top: 0, width: 1280, height: 860 } })
  await session.detach()
}

/** The first-run page that the extension opens when it is installed. */
export async function installedPage({ context, address }: Launched): Promise<Page> {
  return pageWhere(context, page => page.url().startsWith(address('home.html')), 'the first-run page')
}

/** A page that is there or comes, known by its address; a new window has none yet when it is announced. */
export function pageWhere(context: BrowserContext, isIt: (page: Page) => boolean, what: string): Promise<Page> {
  return new Promise((resolve, reject) => {
    const watch = (page: Page) => {
      if (isIt(page) && !page.isClosed()) finish(page)
      else page.on('framenavigated', look)
    }
    const look = () => {
      const found = context.pages().find(page => isIt(page) && !page.isClosed())
      if (found) finish(found)
    }
    const stop = () => {
      clearTimeout(timer)
      context.off('page', watch)
      for (const page of context.pages()) page.off('framenavigated', look)
    }
    const finish = (page: Page) => {
      stop()
      resolve(page)
    }
    const timer = setTimeout(() => {
      stop()
      reject(new Error(`Waited in vain for ${what}; open are: ${context.pages().map(page => page.url())}`))
    }, 30_000)
    context.on('page', watch)
    for (const page of context.pages()) watch(page)
  })
}

/** Resolves with the extension's id. */
export async function loadExtension(context: BrowserContext, folder: string): Promise<string> {
  const browser = context.browser()
  if (!browser) throw new Error('The browser has closed.')
  const session = await browser.newBrowserCDPSession()
  const { id } = await session.send('Extensions.loadUnpacked', { path: folder })
  await session.detach()
  return id
}
