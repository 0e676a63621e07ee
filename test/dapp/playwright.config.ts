import { defineConfig } from '@playwright/test'
import shared from '../../playwright.config.ts'

/** `npm run test:dapp`: what pages do with the provider, and try with it. */
export default defineConfig({
  ...shared,
  testDir: '.',
  outputDir: '../../test-results/dapp',
  reporter: [['list'], ['json', { outputFile: '../../test-results/dapp.json' }]],
})
