import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { type Browser, type Engine, requireBrowser } from '../commands/browser.ts'
import {
  type Build,
  builds,
  copyExtension,
  installedPage,
  type Launched,
  launchWithExtension,
  type NetworkAddresses,
} from '../commands/extension.ts'
import { createLifetime, type Lifetime } from '../commands/lifetime.ts'
import { launchFirefox } from '../firefox/launch.ts'
import { createPreviewNetwork, type PreviewNetwork } from '../preview-network/index.ts'
import { type Shop, startShop } from '../shop/server.ts'
import { createKeptBrowser, giveOwnId, type KeptBrowser } from './kept-browser.ts'
import { storedWallet } from './stored-wallet.ts'
import { importWallet, openHome, openPopup, password } from './wallet.ts'

interface Options {
  /** Which build of the extension a test runs on; in Firefox that of the same kind. */
  build: 'local' | 'barriers'
  theme: 'light' | 'dark'
  /** Whether the browser has installed the extension just now, and shows its first-run page. */
  isNew: boolean
  /** Preferences of Firefox. */
  preferences: Record<string, string | number | boolean>
}

interface WatchedWallet extends Launched {
  /** Violations of the content security policy by our own pages; a test that provokes some empties it. */
  violations: string[]
}

interface TestFixtures {
  /**
   * How the wallet comes into the browser: put into the storage of an extension that stays installed; by a person,
   * after the extension was installed in a browser that stays; the same in a browser of the test's own.
   */
  beginning: 'stored' | 'installed' | 'own browser'
  /** A film that the browser's camera shows, in YUV4MPEG2; `null` for a browser without a camera. */
  camera: string | null
  /** Where the wallet reaches the network. */
  addresses: NetworkAddresses
  /** A copy of the extension that knows this test's network: what is installed, and what an update installs again. */
  extension: string
  /** Starts a browser for this test alone, with this copy of the extension. */
  launch(extension: string): Promise<Launched>
  /** A browser with the extension and nothing of an earlier test. */
  wallet: WatchedWallet
  /** The full tab; of a wallet that is new, where first run happens. */
  home: Page
  /** Recovery phrase of this test's wallet, so that no two tests share an account. */
  phrase: string
  /** The first account of the phrase, in lower case. */
  account: string
  /** A popup on a wallet made from the phrase, unlocked. */
  popup: Page
}

interface WorkerOptions {
  engine: Engine
  /**
   * Tests that move the clock of their network share it with no test that does not, nor with any that counts on where
   * it is.
   */
  networkClock: 'untouched' | 'moved' | 'ahead'
}

interface WorkerFixtures {
  copies: Copies
  lifetime: Lifetime
  browserInUse: Browser
  keptBrowser: KeptBrowser
  /** An embedded network of this worker's own; the faucet has no cooldown. */
  network: PreviewNetwork
  shop: Shop
}

const buildsOf = {
  chromium: { local: 'local', barriers: 'barriers' },
  firefox: { local: 'firefox', barriers: 'firefoxBarriers' },
} as const satisfies Record<Engine, Record<Options['build'], Build>>

/** @param isShared whether all tests of the worker with this build and network have the same copy */
type Copies = (build: Options['build'], addresses: NetworkAddresses, isShared: boolean) => Promise<string>

function createCopies(lifetime: Lifetime, engine: Engine): Copies {
  const shared = new Map<string, Promise<string>>()

  async function copy(build: Options['build'], addresses: NetworkAddresses): Promise<string> {
    const folder = await copyExtension(lifetime, builds[buildsOf[engine][build]].folder, addresses)
    if (engine === 'chromium') await giveOwnId(folder)
    return folder
  }

  return (build, addresses, isShared) => {
    if (!isShared) return copy(build, addresses)
    const kind = `${build} ${addresses.rpcUrl}`
    const folder = shared.get(kind) ?? copy(build, addresses)
    shared.set(kind, folder)
    return folder
  }
}

export const test = base.extend<TestFixtures & Options, WorkerFixtures & WorkerOptions>({
  build: ['local', { option: true }],
  theme: ['light', { option: true }],
  isNew: [false, { option: true }],
  preferences: [{}, { option: true }],
  engine: ['chromium', { option: true, scope: 'worker' }],
  networkClock: ['untouched', { option: true, scope: 'worker' }],

  lifetime: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const lifetime = createLifetime({ inTestRunner: true })
      await use(lifetime)
      await lifetime.end()
    },
    { scope: 'worker' },
  ],
  browserInUse: [async ({ lifetime, engine }, use) => use(await requireBrowser(lifetime, engine)), { scope: 'worker' }],
  keptBrowser: [
    async ({ browserInUse }, use) => {
      const kept = createKeptBrowser(browserInUse)
      await use(kept)
      await kept.close()
    },
    { scope: 'worker' },
  ],
  network: [
    async ({ lifetime }, use) => {
      const network = await createPreviewNetwork({ faucetCooldownSeconds: 0, control: true })
      lifetime.onEnd(() => network.stop())
      await use(network)
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ lifetime, network }, use) => {
      const shop = await startShop(network)
      lifetime.onEnd(() => shop.close())
      await use(shop)
    },
    { scope: 'worker' },
  ],

  camera: null,
  addresses: async ({ network }, use) => use(network),
  copies: [async ({ lifetime, engine }, use) => use(createCopies(lifetime, engine)), { scope: 'worker' }],
  beginning: async ({ engine, camera, theme, isNew }, use) => {
    const isOwn = engine === 'firefox' || camera !== null || theme === 'dark'
    await use(isOwn ? 'own browser' : isNew ? 'installed' : 'stored')
  },
  extension: async ({ build, addresses, beginning, copies }, use) =>
    use(await copies(build, addresses, beginning === 'stored')),
  wallet: async ({ keptBrowser, launch, extension, beginning, phrase }, use) => {
    const begin = {
      stored: async () => keptBrowser.hold(extension, await storedWallet(phrase, password)),
      installed: () => keptBrowser.install(extension),
      'own browser': () => launch(extension),
    }
    const wallet = await begin[beginning]()
    const violations: string[] = []
    wallet.context.on('console', message => {
      const isOurs = message.page()?.url().startsWith(wallet.address(''))
      if (isOurs && /Content Security Policy|Trusted/.test(message.text())) violations.push(message.text())
    })
    await use({ ...wallet, violations })
    if (beginning !== 'own browser') await keptBrowser.clear(wallet)
    expect(violations, 'our pages stay within their content security policy').toEqual([])
  },
  launch: async ({ browserInUse, engine, camera, theme, preferences }, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'prelude-profile-'))
    const options = { browser: browserInUse, profile, headless: true, colorScheme: theme }
    const args = camera === null ? [] : cameraArguments(camera)
    let launched: Launched | undefined
    await use(async extension => {
      launched =
        engine === 'firefox'
          ? await launchFirefox({ ...options, extension, preferences })
          : await launchWithExtension({ ...options, extension, args })
      return launched
    })
    await launched?.context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  },
  home: async ({ wallet, beginning }, use) =>
    use(beginning === 'stored' ? await openHome(wallet) : await installedPage(wallet)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  phrase: async ({}, use) => use(generateMnemonic(english)),
  account: async ({ phrase }, use) => use(mnemonicToAccount(phrase).address.toLowerCase()),
  popup: async ({ wallet, phrase, beginning }, use) => {
    if (beginning !== 'stored') await importWallet(await installedPage(wallet), phrase)
    await use(await openPopup(wallet))
  },
})

/** For tests that begin with the first-run page, before there is a wallet. */
export const firstRun = test.extend({ isNew: true })

export { expect }

/** The browser's made-up camera, which no person is asked about. */
function cameraArguments(film: string): string[] {
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]
}
