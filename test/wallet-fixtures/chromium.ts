import { execFile } from 'node:child_process'
import { access, constants, realpath } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { BrowserMissingError } from './errors.ts'

/** A Chromium-based browser that can run the extension. */
export interface Browser {
  executable: string
  /** The browser's own name for itself: `Chromium 156.0.8078.79`. */
  version: string
}

/** From here on an unpacked extension can be loaded over the debugging pipe, which branded Chrome allows too. */
export const oldestMajor = 137

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
 * Returns the browser that `PRELUDE_CHROMIUM` names, else one on the PATH, Playwright's own, or one in a usual place.
 * @param chosen path of a browser instead
 * @throws {BrowserMissingError} when the chosen one cannot run the extension, or none is found
 */
export async function requireChromium(chosen: string | undefined): Promise<Browser> {
  const named = chosen ?? process.env.PRELUDE_CHROMIUM
  const found = named === undefined ? await findBrowser() : await verify(named)
  if (found === undefined) throw new BrowserMissingError(named, oldestMajor)
  return found
}

/** Returns a browser that can run the extension, or undefined. */
export async function findBrowser(): Promise<Browser | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute)
  const onPath = commandNames.flatMap(name => folders.map(folder => join(folder, name)))
  for (const executable of [...onPath, chromium.executablePath(), ...usualPlaces]) {
    const browser = await verify(executable)
    if (browser) return browser
  }
  return undefined
}

/** Returns what a program says of itself, or undefined where it is no browser that can run the extension. */
export async function verify(executable: string): Promise<Browser | undefined> {
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
