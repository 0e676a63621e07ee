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
import type { Site } from '../dapp/site.ts'
import { launchFirefox } from '../firefox/launch.ts'
import type { MppxMerchant } from '../payments/mppx-merchant.ts'
import { createPreviewNetwork, type PreviewNetwork } from '../preview-network/index.ts'
import { type Shop, startShop } from '../shop/server.ts'
import { createKeptBrowser, giveOwnId, type KeptBrowser } from './kept-browser.ts'
import { storeWallet } from './stored-wallet.ts'
import { importWallet, openPopup } from './wallet.ts'

interface Options {
  /** Which build of the extension a test runs on; in Firefox that of the same kind. */
  build: 'local' | 'barriers'
  theme: 'light' | 'dark'
  /** Whether the popup's wallet is put into storage, which ends the first worker; else it comes by the first run. */
  isStored: boolean
  /** Preferences of Firefox. */
  preferences: Record<string, string | number | boolean>
}

interface WatchedWallet extends Launched {
  /** Violations of the content security policy by our own pages; a test that provokes some empties it. */
  violations: string[]
}

interface TestFixtures {
  /** A film that the browser's camera shows, in YUV4MPEG2; `null` for a browser without a camera. */
  camera: string | null
  /** Where the wallet reaches the network. */
  addresses: NetworkAddresses
  /** A copy of the extension that knows this test's network: what is installed, and what an update installs again. */
  extension: string
  /** A browser of its own with the extension freshly installed. */
  wallet: WatchedWallet
  /** Where first run happens. */
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

/**
 * All of them here, and none beside its tests: Playwright starts another process, network, shop and browser for tests
 * with other worker fixtures.
 */
interface WorkerFixtures {
  lifetime: Lifetime
  browserInUse: Browser
  keptBrowser: KeptBrowser
  /** An embedded network of this worker's own; the faucet has no cooldown. */
  network: PreviewNetwork
  shop: Shop
  /** A merchant of the published server library. */
  late: MppxMerchant
  /** Pages with no code of the wallet's. */
  site: Site
}

const buildsOf = {
  chromium: { local: 'local', barriers: 'barriers' },
  firefox: { local: 'firefox', barriers: 'firefoxBarriers' },
} as const satisfies Record<Engine, Record<Options['build'], Build>>

export const test = base.extend<TestFixtures & Options, WorkerFixtures & WorkerOptions>({
  build: ['local', { option: true }],
  theme: ['light', { option: true }],
  isStored: [true, { option: true }],
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
    async ({ browserInUse, engine }, use) => {
      const kept = createKeptBrowser(browserInUse, engine)
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

  late: [
    async ({ lifetime, network, shop }, use) => {
      const { startMppxMerchant } = await import('../payments/mppx-merchant.ts')
      const merchant = await startMppxMerchant(network, shop.facilitator.url)
      lifetime.onEnd(() => merchant.close())
      await use(merchant)
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ lifetime }, use) => {
      const { startSite } = await import('../dapp/site.ts')
      const site = await startSite()
      lifetime.onEnd(() => site.close())
      await use(site)
    },
    { scope: 'worker' },
  ],

  camera: null,
  addresses: async ({ network }, use) => use(network),
  extension: async ({ lifetime, engine, build, addresses }, use) => {
    const copy = await copyExtension(lifetime, builds[buildsOf[engine][build]].folder, addresses)
    if (engine === 'chromium') await giveOwnId(copy)
    await use(copy)
  },
  wallet: async ({ keptBrowser, browserInUse, engine, extension, camera, theme, preferences }, use) => {
    const isKept = camera === null && theme === 'light' && Object.keys(preferences).length === 0
    const profile = await mkdtemp(join(tmpdir(), 'prelude-profile-'))
    const options = { browser: browserInUse, extension, profile, headless: true, colorScheme: theme }
    const wallet = isKept
      ? await keptBrowser.install(extension)
      : engine === 'firefox'
        ? await launchFirefox({ ...options, preferences })
        : await launchWithExtension({ ...options, ...(camera === null ? {} : { args: cameraArguments(camera) }) })
    const violations: string[] = []
    wallet.context.on('console', message => {
      const isOurs = message.page()?.url().startsWith(wallet.address(''))
      if (isOurs && /Content Security Policy|Trusted/.test(message.text())) violations.push(message.text())
    })
    await use({ ...wallet, violations })
    if (isKept) await keptBrowser.clear(wallet)
    else await wallet.context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    expect(violations, 'our pages stay within their content security policy').toEqual([])
  },
  home: async ({ wallet }, use) => use(await installedPage(wallet)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  phrase: async ({}, use) => use(generateMnemonic(english)),
  account: async ({ phrase }, use) => use(mnemonicToAccount(phrase).address.toLowerCase()),
  popup: async ({ wallet, engine, isStored, phrase }, use) => {
    const installed = await installedPage(wallet)
    if (isStored && engine === 'chromium') await storeWallet(wallet, installed, phrase)
    else await importWallet(installed, phrase)
    await use(await openPopup(wallet))
  },
})

export { expect }

/** The browser's made-up camera, which no person is asked about. */
function cameraArguments(film: string): string[] {
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]
}
