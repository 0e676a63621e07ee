import { access, constants } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { chromium } from '@playwright/test'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']

/**
 * Returns the path of a Chromium for the tests: `PRELUDE_CHROMIUM`, Playwright's own, or the first on the PATH.
 * @throws {Error} when there is none
 */
export async function findChromium(): Promise<string> {
  const chosen = process.env.PRELUDE_CHROMIUM
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute)
  const onPath = names.flatMap(name => folders.map(folder => join(folder, name)))
  for (const path of chosen ? [chosen] : [chromium.executablePath(), ...onPath]) {
    if (await isExecutable(path)) return path
  }
  throw new Error('No Chromium was found: run `npx playwright install chromium`, or set PRELUDE_CHROMIUM to one.')
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
