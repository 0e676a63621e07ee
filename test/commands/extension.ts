import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import * as z from 'zod'
import { editions } from '../release/editions.ts'
import type { Browser } from './browser.ts'
import { type Lifetime, run } from './lifetime.ts'
import { root, tool } from './project.ts'

/**
 * `local` is what `npm run build` makes, `barriers` the same with places where a test holds and kills the worker,
 * `store` and `storeFirefox` what `npm run zip` packs.
 */
export const builds = {
  local: { folder: join(root, '.output/chrome-mv3'), command: ['build'] },
  barriers: { folder: join(root, '.output/chrome-mv3-barriers'), command: ['build', '--mode', 'barriers'] },
  store: { folder: join(root, editions.chrome.output), command: editions.chrome.build },
  storeFirefox: { folder: join(root, editions.firefox.output), command: editions.firefox.build },
} as const
export type Build = keyof typeof builds

/** Builds the extension, unless a command that runs this one already did. @throws Error with the builder's own words */
export async function buildExtension(lifetime: Lifetime, build: Build = 'local'): Promise<string> {
  const { folder, command } = builds[build]
  if (process.env.PRELUDE_BUILT === 'true') return folder
  const { code, output } = await run(lifetime, tool('wxt'), command, { cwd: root, quiet: true })
  if (code !== 0) throw new Error(`The extension did not build:\n${output}`)
  return folder
}

/** Where the embedded network and its parts are reached. */
export interface NetworkAddresses {
  rpcUrl: string
  wsUrl: string
  faucetUrl: string
  explorerUrl: string
}

/**
 * A copy of a built extension that knows this run's embedded network, in a temporary folder that ends with the command.
 */
export async function copyExtension(lifetime: Lifetime, folder: string, network: NetworkAddresses): Promise<string> {
  const copy = await temporaryFolder(lifetime, 'extension')
  await cp(folder, copy, { recursive: true })
  const { rpcUrl, wsUrl, faucetUrl, explorerUrl } = network
  await writeFile(
    join(copy, 'preview-network.json'),
    JSON.stringify({ rpcUrl, wsUrl, faucetUrl, explorerUrl }, null, 2),
  )
  return copy
}

export async function temporaryFolder(lifetime: Lifetime, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `prelude-${name}-`))
  lifetime.onEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

export interface Launched {
  context: BrowserContext
  extensionId: string
  /** `chrome-extension://<id>/<path>` */
  address(path: string): string
}

/**
 * Each window would load two pages for its address bar, which nobody types into: a good tenth of a test's processor
 * time.
 */
const featuresInTheWay = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** Of two lists the browser takes the last one: what Playwright leaves out stays left out. */
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

/**
 * Starts the browser with a profile of its own and loads the extension over the debugging pipe
 * (branded Chrome from 137 on ignores `--load-extension`).
 */
export async function launchWithExtension(options: {
  browser: Browser
  extension: string
  profile: string
  headless: boolean
  colorScheme?: 'light' | 'dark'
  /** More arguments for the browser. */
  args?: readonly string[]
}): Promise<Launched> {
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
      `--disable-features=${[...featuresInTheWay, ...disabledByPlaywright].join()}`,
      // Not --window-size: it would be the size of every window, popups too.
      ...(options.headless ? ['--screen-info={1600x1200}'] : []),
      ...(options.args ?? []),
    ],
  })
  await resizeFirstWindow(context)
  const extensionId = await loadExtension(context, options.extension)
  return { context, extensionId, address: path => `chrome-extension://${extensionId}/${path}` }
}

/** To that of a small laptop's browser. */
async function resizeFirstWindow(context: BrowserContext): Promise<void> {
  const [page] = context.pages()
  if (!page) return
  const session = await context.newCDPSession(page)
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

/**
 * Loads an unpacked extension; one with the id of a loaded one replaces it, as an update does. Resolves with its id.
 */
export async function loadExtension(context: BrowserContext, folder: string): Promise<string> {
  const browser = context.browser()
  if (!browser) throw new Error('The browser has closed.')
  const session = await browser.newBrowserCDPSession()
  const { id } = await session.send('Extensions.loadUnpacked', { path: folder })
  await session.detach()
  return id
}

const manifestSchema = z.looseObject({
  version: z.string(),
  background: z.looseObject({ service_worker: z.string() }),
  action: z.looseObject({ default_popup: z.string() }),
  content_scripts: z.array(z.looseObject({ js: z.array(z.string()) })),
  permissions: z.array(z.string()),
  host_permissions: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifestSchema>

/** The folder's manifest, as far as the commands need it; the rest is kept as it is. */
export async function readManifest(folder: string): Promise<Manifest> {
  return manifestSchema.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')))
}
