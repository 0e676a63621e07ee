import { defineConfig } from '@playwright/test'
import type { Engine } from './test/commands/browser.ts'
import { firefoxScenarios } from './test/firefox/scenarios.ts'

/**
 * The built extension in a real browser, each worker with its own embedded network and shop. `npm test` sets
 * `PRELUDE_SHORT`: of the long suites only what is tagged `@short`, of the end-to-end tests all but what is tagged
 * `@long`.
 */
const isShort = process.env.PRELUDE_SHORT === 'true'
const isFirefox = process.env.PRELUDE_ENGINE === 'firefox'

/** One project, because Playwright starts another process, network, shop and browser for each. */
const short = {
  name: 'short',
  testDir: 'test',
  testMatch: '{e2e,dapp,payments,signers}/**/*.spec.ts',
  grep: /^short test\/e2e\/(?!.*@long)|@short/,
}

export default defineConfig<object, { engine: Engine }>({
  testMatch: '**/*.spec.ts',
  globalSetup: './test/compiled-contracts.ts',
  outputDir: 'test-results/playwright',
  fullyParallel: true,
  // For two processors: each test waits for blocks half of its time.
  workers: 4,
  // A test that passes only at the second try has found something.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Ends what hangs; how long a test takes is the machine's affair.
  timeout: 120_000,
  // A payment crosses the page, the worker, the merchant and the chain.
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: `test-results/${isFirefox ? 'firefox' : 'playwright'}.json` }]],
  projects: [
    ...(isShort
      ? [short]
      : [
          { name: 'e2e', testDir: 'test/e2e' },
          // What pages do with the provider, and try with it.
          { name: 'dapp', testDir: 'test/dapp' },
          // HTTP 402 and payments, with the chain as the judge.
          { name: 'payments', testDir: 'test/payments' },
          // Accounts whose keys are on a device: a software signer in front of the browser's camera.
          { name: 'signers', testDir: 'test/signers' },
        ]),
    // The scenarios of these suites that a person depends on, and what Firefox does in its own way. Only `npm run
    // test:firefox` has the builds for them.
    ...(isFirefox
      ? [{ name: 'firefox', testDir: 'test', ...firefoxScenarios(isShort), use: { engine: 'firefox' as const } }]
      : []),
  ],
})
