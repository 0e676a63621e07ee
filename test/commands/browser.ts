import { readFile } from 'node:fs/promises'
import { findFirefox, oldestFirefox, verifyFirefox } from '../firefox/find.ts'
import { type Browser, findBrowser, oldestMajor, verify } from '../wallet-fixtures/chromium.ts'
import { type Lifetime, run } from './lifetime.ts'
import { root, tool } from './project.ts'

export type { Browser } from '../wallet-fixtures/chromium.ts'
export type Engine = 'chromium' | 'firefox'

interface Kind {
  name: string
  /** The environment variable that names the executable to use. */
  variable: string
  oldestMajor: number
  find(): Promise<Browser | undefined>
  verify(executable: string): Promise<Browser | undefined>
  debianPackage: string
  /** Whether Playwright downloads one that can load the extension. */
  isWithPlaywright: boolean
  advice: string
}

const kinds: Readonly<Record<Engine, Kind>> = {
  chromium: {
    name: 'Chromium',
    variable: 'PRELUDE_CHROMIUM',
    oldestMajor,
    find: findBrowser,
    verify,
    debianPackage: 'chromium',
    isWithPlaywright: true,
    advice: 'install Chromium, Chrome or Edge',
  },
  firefox: {
    name: 'Firefox',
    variable: 'PRELUDE_FIREFOX',
    oldestMajor: oldestFirefox,
    find: findFirefox,
    verify: verifyFirefox,
    debianPackage: 'firefox-esr',
    isWithPlaywright: false,
    advice: 'install Firefox or Firefox ESR',
  },
}

/**
 * The browser to use: the one that `PRELUDE_CHROMIUM` or `PRELUDE_FIREFOX` names, one on the PATH or in a usual place,
 * or one installed now.
 * @throws Error with one sentence that says what to do
 */
export async function requireBrowser(lifetime: Lifetime, engine: Engine = 'chromium'): Promise<Browser> {
  const kind = kinds[engine]
  const { name, variable, oldestMajor: oldest, advice } = kind
  const chosen = process.env[variable]
  if (chosen) {
    const browser = await kind.verify(chosen)
    if (browser) return browser
    throw new Error(
      `${variable} is set to ${chosen}, which is not a ${name} of version ${oldest} or newer: point it at one or unset it.`,
    )
  }
  const found = await kind.find()
  if (found) return found
  console.log(`No ${name} found; installing one.`)
  await install(lifetime, kind)
  const installed = await kind.find()
  if (installed) return installed
  throw new Error(
    `No ${name} of version ${oldest} or newer could be found or installed: ${advice}, or set ${variable} to one.`,
  )
}

async function install(lifetime: Lifetime, { debianPackage, isWithPlaywright }: Kind): Promise<void> {
  if (process.getuid?.() === 0 && (await isDebian())) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run(lifetime, 'apt-get', ['update'], { env })
    await run(lifetime, 'apt-get', ['install', '--yes', '--no-install-recommends', debianPackage], { env })
  } else if (isWithPlaywright) {
    await run(lifetime, tool('playwright'), ['install', 'chromium'], { cwd: root })
  }
}

/** Debian proper: on its descendants the package `chromium` may be a snap. */
async function isDebian(): Promise<boolean> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^ID="?debian"?$/m.test(release)
}
