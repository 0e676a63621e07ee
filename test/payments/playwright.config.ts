import { defineConfig } from '@playwright/test'
import shared from '../../playwright.config.ts'

/** `npm run test:payments`: HTTP 402 and payments in a real browser, against the shop and its facilitator; the chain is the judge. */
export default defineConfig({
  ...shared,
  testDir: '.',
  // A payment crosses the page, the worker, the merchant and the chain.
  expect: { timeout: 20_000 },
  outputDir: '../../test-results/payments',
  reporter: [['list'], ['json', { outputFile: '../../test-results/payments.json' }]],
})
