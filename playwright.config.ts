import { defineConfig } from '@playwright/test'

/** End-to-end tests: the built extension in a real Chromium, each worker with its own embedded network and shop. */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  // For two processors: each test waits for blocks a good part of its time.
  workers: 3,
  // A test that passes only at the second try has found something.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
})
