import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, firefox } from '@playwright/test'
import * as z from 'zod'
import type { Browser } from '../commands/browser.ts'
import type { ErrorLog } from '../commands/chromium-errors.ts'
import type { Launched } from '../commands/extension.ts'
import { createConsole } from './console.ts'
import { answerSchema, controlFile, evaluationSchema, installedSchema, treeSchema } from './messages.ts'

/** The id in the manifest. */
export const addonId = 'prelude@prelude.wallet'
/** The id in the extension's addresses; without this setting Firefox makes a new id with each installation. */
const addressId = '11111111-2222-4333-8444-555555555555'
const addressesOfAddons = JSON.stringify({ [addonId]: addressId })

/** A Firefox with the wallet installed. */
export interface LaunchedFirefox extends Launched {
  errors: ErrorLog
  /**
   * Runs the body of an async function in the browser's own window, with all of its privileges.
   * @returns what it returned, through JSON
   * @throws Error in the browser's words
   */
  privileged(body: string): Promise<unknown>
}

/** @throws Error where the test runs in another browser */
export function requireFirefox(wallet: Launched): LaunchedFirefox {
  if (!isFirefox(wallet)) throw new Error('This test runs in Firefox only: npm run test:firefox')
  return wallet
}

/**
 * Whether a page's worker may start workers in a test. Firefox 153 that is driven by WebDriver BiDi does not start one
 * to five of a hundred of them, on pages with the wallet and without; the same Firefox by itself started 300 of 300.
 */
export const startsNestedWorkers = (wallet: Launched): boolean => !isFirefox(wallet)

export const isFirefox = (wallet: Launched): wallet is LaunchedFirefox => 'privileged' in wallet

const controlSchema = z.object({ port: z.number() })

interface BrowserOptions {
  browser: Browser
  profile: string
  headless: boolean
  colorScheme?: 'light' | 'dark'
  /** Settings of `about:config`, beside the usual ones. */
  preferences?: Record<string, string | number | boolean>
}

/** Starts Firefox with a profile of its own and installs the extension for this run. */
export async function launchFirefox(options: BrowserOptions & { extension: string }): Promise<LaunchedFirefox> {
  const wallet = await startFirefox(options)
  await wallet.install(options.extension)
  return wallet
}

/** Starts Firefox with a profile of its own, over the proxy. The extension is not installed yet. */
export async function startFirefox(options: BrowserOptions): Promise<LaunchedFirefox> {
  const launcher = await writeLauncher(options.browser.executable)
  const context = await firefox.launchPersistentContext(options.profile, {
    // Undocumented: WebDriver BiDi to a Firefox as Mozilla publishes it.
    channel: 'moz-firefox',
    executablePath: join(launcher, 'firefox'),
    headless: options.headless,
    // Windows keep the size the extension asked for.
    viewport: null,
    colorScheme: null,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // Without it the extension's own pages cannot be opened, nor the browser's windows be read.
    args: ['--remote-allow-system-access'],
    firefoxUserPrefs: {
      'extensions.webextensions.uuids': addressesOfAddons,
      // Playwright switches it off for the sake of its own build.
      'extensions.experiments.enabled': true,
      // 0 dark, 1 light
      'layout.css.prefers-color-scheme.content-override': options.colorScheme === 'dark' ? 0 : 1,
      'ui.systemUsesDarkTheme': options.colorScheme === 'dark' ? 1 : 0,
      ...options.preferences,
    },
  })
  context.on('close', () => void rm(launcher, { recursive: true, force: true }))
  const { port } = controlSchema.parse(JSON.parse(await readFile(join(options.profile, controlFile), 'utf8')))
  return createFirefox(context, commandsOver(port))
}

function createFirefox(context: BrowserContext, command: Command): LaunchedFirefox {
  const privileged = async (body: string): Promise<unknown> => {
    const tree = treeSchema.parse(await command('browsingContext.getTree', { 'moz:scope': 'chrome' }))
    const window = tree.contexts.find(({ url }) => url.includes('browser.xhtml'))
    if (window === undefined) throw new Error('Firefox has no window open.')
    const expression = `(async () => JSON.stringify((await (async () => { ${body} })()) ?? null))()`
    const answer = evaluationSchema.parse(
      await command('script.evaluate', { expression, target: { context: window.context }, awaitPromise: true }),
    )
    if (answer.type === 'exception') throw new Error(`In Firefox itself: ${answer.exceptionDetails.text}`)
    return JSON.parse(String(answer.result.value))
  }
  return {
    context,
    extensionId: addonId,
    address: path => `moz-extension://${addressId}/${path}`,
    privileged,
    async install(folder) {
      // Firefox forgets the address when the extension is removed.
      await privileged(`Services.prefs.setStringPref('extensions.webextensions.uuids', '${addressesOfAddons}')`)
      const extensionData = { type: 'path', path: folder }
      return installedSchema.parse(await command('webExtension.install', { extensionData })).extension
    },
    async endBackground() {
      await privileged(`
        const { extension } = WebExtensionPolicy.getByID('${addonId}')
        await extension.terminateBackground({ ignoreDevToolsAttached: true, disableResetIdleForTest: true })`)
    },
    errors: createConsole(privileged, addonId, addressId),
  }
}

type Command = (method: string, params: object) => Promise<object>

/** @throws Error in Firefox's words */
function commandsOver(port: number): Command {
  return async (method, params) => {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: JSON.stringify({ method, params }),
    })
    const answer = answerSchema.parse(await response.json())
    if (answer.type === 'error') throw new Error(`${method}: ${answer.error}, ${answer.message}`)
    return answer.result
  }
}

/** A folder with what Playwright starts as "Firefox": it takes one executable, and no script with arguments. */
async function writeLauncher(executable: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'prelude-firefox-'))
  const words = [process.execPath, join(import.meta.dirname, 'proxy.ts'), executable]
  const script = `#!/bin/sh\nexec ${words.map(word => `'${word.replaceAll("'", "'\\''")}'`).join(' ')} "$@"\n`
  await writeFile(join(folder, 'firefox'), script, { mode: 0o755 })
  return folder
}
