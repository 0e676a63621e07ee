import { readFile } from 'node:fs/promises'
import { type Browser, findBrowser, oldestMajor, verify } from '../wallet-fixtures/chromium.ts'
import { type Lifetime, run } from './lifetime.ts'
import { root, tool } from './project.ts'

export type { Browser } from '../wallet-fixtures/chromium.ts'

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
