import { execFile } from 'node:child_process'
import { access, constants, readFile, realpath } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { type Lifetime, run } from './lifetime.ts'
import { root, tool } from './project.ts'

/** A Chromium-based browser that can run the extension. */
export interface Browser {
  executable: string
  /** As it calls itself: `Chromium 156.0.8078.79`. */
  version: string
}

/** From here on an unpacked extension can be loaded over the debugging pipe, which branded Chrome allows too. */
const oldestMajor = 137

// Chromium first: its builds have no update or sign-in machinery that gets in the way.
const commandNames = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
]
const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/lib/chromium/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  '/opt/google/chrome/chrome',
  '/opt/microsoft/msedge/msedge',
]

const asUser = promisify(execFile)

/**
 * The browser to use: `PRELUDE_CHROMIUM`, one on the PATH or in a usual place, or one installed now.
 * @throws Error with one sentence that says what to do
 */
export async function requireBrowser(lifetime: Lifetime): Promise<Browser> {
  const chosen = process.env.PRELUDE_CHROMIUM
  if (chosen) {
    const browser = await verify(chosen)
    if (browser) return browser
    throw new Error(
      `PRELUDE_CHROMIUM is set to ${chosen}, which is not a Chromium of version ${oldestMajor} or newer: point it at one or unset it.`,
    )
  }
  const found = await findBrowser()
  if (found) return found
  console.log('No Chromium found; installing one.')
  await install(lifetime)
  const installed = await findBrowser()
  if (installed) return installed
  throw new Error(
    `No Chromium of version ${oldestMajor} or newer could be found or installed: install Chromium, Chrome or Edge, or set PRELUDE_CHROMIUM to one.`,
  )
}

async function findBrowser(): Promise<Browser | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute)
  const onPath = commandNames.flatMap(name => folders.map(folder => join(folder, name)))
  for (const executable of [...onPath, chromium.executablePath(), ...usualPlaces]) {
    const browser = await verify(executable)
    if (browser) return browser
  }
  return undefined
}

async function verify(executable: string): Promise<Browser | undefined> {
  try {
    await access(executable, constants.X_OK)
    // A snap may read neither temporary nor hidden folders, so it could not load the extension.
    if ((await realpath(executable)).startsWith('/snap') || (await realpath(executable)) === '/usr/bin/snap') return
    const { stdout } = await asUser(executable, ['--version'], { timeout: 15_000 })
    const version = /(?:Chromium|Chrome|Edge)[^\d]*(\d+)[\d.]*/.exec(stdout)
    if (!version || Number(version[1]) < oldestMajor) return
    return { executable, version: version[0] }
  } catch {
    return undefined
  }
}

async function install(lifetime: Lifetime): Promise<void> {
  if (process.getuid?.() === 0 && (await isDebian())) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run(lifetime, 'apt-get', ['update'], { env })
    await run(lifetime, 'apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], { env })
    return
  }
  await run(lifetime, tool('playwright'), ['install', 'chromium'], { cwd: root })
}

/** Debian proper: on its descendants the package `chromium` may be a snap. */
async function isDebian(): Promise<boolean> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^ID="?debian"?$/m.test(release)
}
