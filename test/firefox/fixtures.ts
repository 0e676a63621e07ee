import { test as base } from '../e2e/fixtures.ts'
import { type LaunchedFirefox, requireFirefox } from './launch.ts'

export const test = base.extend<{ firefox: LaunchedFirefox }>({
  firefox: async ({ wallet }, use) => use(requireFirefox(wallet)),
})

export { expect } from '@playwright/test'
