import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import type { Address } from 'viem'
import { z } from 'zod'
import { createPreviewNetwork, type GivenOptions, type PreviewNetwork } from '../preview-network/index.ts'
import { type Browser, requireChromium } from './chromium.ts'
import { DecisionWaitsError, ExtensionMissingError, ExtensionVersionError } from './errors.ts'
import { copyFor } from './extension-copy.ts'
import { type Launched, launchWithExtension } from './launch.ts'
import { createTestNetwork, type TestNetwork } from './network.ts'
import { type Profile, takeProfile } from './profile.ts'
import { version } from './version.ts'
import { createWallet, type Wallet } from './wallet.ts'

/** Options of the fixtures, for `use` in a configuration or `test.use()`. */
export interface WalletOptions {
  /** Folder of a built extension; by default the one in this package. */
  extension: string
  /** Folder of the browser's profile; by default a new one for each test, removed at its end. */
  profile: string | undefined
}

/** Options that hold for a whole worker. */
export interface WalletWorkerOptions {
  /** Options of the preview network. */
  networkOptions: GivenOptions
  /** Path of a Chromium; by default the first of: `PRELUDE_CHROMIUM`, one on the PATH, Playwright's own. */
  chromiumPath: string | undefined
}

export interface WalletFixtures {
  /** The wallet, freshly installed in a browser of its own. `context` and `page` belong to that browser. */
  wallet: Wallet
  /** The chain that the wallet is on; one of its own for each worker. */
  network: TestNetwork
}

interface Inner {
  launchedWallet: { launched: Launched; profile: Profile; account: { address?: Address } }
}
interface InnerWorker {
  chromiumInUse: Browser
  previewNetwork: PreviewNetwork
}

/** Another default of Playwright's own option: the trace of a failed test is kept. The configuration can change it. */
const keptTrace: ['retain-on-failure', { option: true; scope: 'worker' }] = [
  'retain-on-failure',
  { option: true, scope: 'worker' },
]

/**
 * Playwright's `test` with the wallet and its chain.
 * @example
 * test('connects', async ({ wallet, network, page }) => { await wallet.import(); await network.drip() })
 */
export const test = base.extend<WalletFixtures & WalletOptions & Inner, WalletWorkerOptions & InnerWorker>({
  extension: [join(import.meta.dirname, 'extension'), { option: true }],
  profile: [undefined, { option: true }],
  networkOptions: [{}, { option: true, scope: 'worker' }],
  chromiumPath: [undefined, { option: true, scope: 'worker' }],
  trace: keptTrace,

  chromiumInUse: [async ({ chromiumPath }, use) => use(await requireChromium(chromiumPath)), { scope: 'worker' }],
  previewNetwork: [
    async ({ networkOptions }, use) => {
      const network = await createPreviewNetwork(networkOptions)
      await use(network)
      await network.stop()
    },
    { scope: 'worker' },
  ],

  launchedWallet: async ({ chromiumInUse, previewNetwork, extension, profile, headless, colorScheme }, use) => {
    await requireExtension(extension)
    const taken = await takeProfile(profile)
    try {
      await copyFor(previewNetwork, extension, taken.extension)
      const launched = await launchWithExtension({
        browser: chromiumInUse,
        extension: taken.extension,
        profile: taken.folder,
        headless: headless ?? true,
        ...(colorScheme === 'dark' ? { colorScheme } : {}),
      })
      try {
        await use({ launched, profile: taken, account: {} })
      } finally {
        await launched.context.close()
      }
    } finally {
      await taken.end()
    }
  },
  context: async ({ launchedWallet }, use) => use(launchedWallet.launched.context),
  wallet: async ({ launchedWallet }, use, testInfo) => {
    const { launched, profile, account } = launchedWallet
    const wallet = createWallet(launched, profile, address => {
      account.address = address
    })
    await use(wallet)
    // A test that failed already has a better reason.
    if (testInfo.status !== testInfo.expectedStatus) return
    const waiting = await wallet.waiting()
    if (waiting.length > 0) throw new DecisionWaitsError(waiting)
  },
  network: async ({ previewNetwork, launchedWallet }, use) => {
    await use(createTestNetwork(previewNetwork, () => launchedWallet.account.address))
    previewNetwork.faults.clear()
  },
})

/**
 * @throws {ExtensionMissingError} when the folder holds no built extension
 * @throws {ExtensionVersionError} when that is of another version than these fixtures
 */
async function requireExtension(folder: string): Promise<void> {
  const manifest = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new ExtensionMissingError(folder)
  })
  const { version: found } = z.object({ version: z.string() }).parse(JSON.parse(manifest))
  if (found !== version) throw new ExtensionVersionError(folder, found, version)
}

export { expect } from '@playwright/test'
