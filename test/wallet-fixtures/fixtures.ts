import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import type { Address } from 'viem'
import { createPreviewNetwork, type GivenOptions, type PreviewNetwork } from '../preview-network/index.ts'
import { type Browser, requireChromium } from './chromium.ts'
import { DecisionWaitsError, ExtensionMissingError } from './errors.ts'
import { copyFor } from './extension-copy.ts'
import { type Launched, launchWithExtension } from './launch.ts'
import { createTestNetwork, type TestNetwork } from './network.ts'
import { takeProfile } from './profile.ts'
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
  launchedWallet: { launched: Launched; account: { address?: Address } }
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
    await access(join(extension, 'manifest.json')).catch(() => {
      throw new ExtensionMissingError(extension)
    })
    const taken = await takeProfile(profile)
    const copy = await mkdtemp(join(tmpdir(), 'prelude-extension-'))
    try {
      await copyFor(previewNetwork, extension, copy)
      const launched = await launchWithExtension({
        browser: chromiumInUse,
        extension: copy,
        profile: taken.folder,
        headless: headless ?? true,
        ...(colorScheme === 'dark' ? { colorScheme } : {}),
      })
      try {
        await use({ launched, account: {} })
      } finally {
        await launched.context.close()
      }
    } finally {
      await taken.end()
      await rm(copy, { recursive: true, force: true, maxRetries: 5 })
    }
  },
  context: async ({ launchedWallet }, use) => use(launchedWallet.launched.context),
  wallet: async ({ launchedWallet }, use, testInfo) => {
    const { launched, account } = launchedWallet
    const wallet = createWallet(launched, address => {
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

export { expect } from '@playwright/test'
