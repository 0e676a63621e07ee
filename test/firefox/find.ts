import { execFile } from 'node:child_process'
import { access, constants, realpath } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from '../wallet-fixtures/chromium.ts'

/** The oldest that the tests have run on. */
export const oldestFirefox = 153

const commandNames = ['firefox-esr', 'firefox']
const usualPlaces = [
  '/usr/lib/firefox-esr/firefox-esr',
  '/usr/lib/firefox/firefox',
  '/opt/firefox/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

const asUser = promisify(execFile)

/** Returns a Firefox on the PATH or in a usual place, or undefined. Playwright's own build cannot load extensions. */
export async function findFirefox(): Promise<Browser | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute)
  const onPath = commandNames.flatMap(name => folders.map(folder => join(folder, name)))
  for (const executable of [...onPath, ...usualPlaces]) {
    const browser = await verifyFirefox(executable)
    if (browser) return browser
  }
  return undefined
}

/** Returns what a program says of itself, or undefined where it is no Firefox that the tests can drive. */
export async function verifyFirefox(executable: string): Promise<Browser | undefined> {
  try {
    await access(executable, constants.X_OK)
    // A snap reads no temporary folders, where the profile and the extension are.
    if ((await realpath(executable)).startsWith('/snap') || (await realpath(executable)) === '/usr/bin/snap') return
    const { stdout } = await asUser(executable, ['--version'], { timeout: 15_000 })
    const version = /Firefox (\d+)[\w.]*/.exec(stdout)
    if (!version || Number(version[1]) < oldestFirefox) return
    return { executable, version: version[0] }
  } catch {
    return undefined
  }
}
