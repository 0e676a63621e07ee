import { defineConfig } from '@playwright/test'
import shared from '../../playwright.config.ts'

/** `npm run test:payments`: HTTP 402 and payments in a real browser, against the shop and its facilitator; the chain is the judge. */
export default defineConfig({
  ...shared,
  testDir: '.',
  outputDir: '../../test-results/payments',
  reporter: [['list'], ['json', { outputFile: '../../test-results/payments.json' }]],
})
