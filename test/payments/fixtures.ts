import { test as base } from '../e2e/fixtures.ts'
import { chainOf } from './chain.ts'

interface Fixtures {
  /** What the test's own network says. */
  chain: ReturnType<typeof chainOf>
}

export const test = base.extend<Fixtures>({
  chain: async ({ network }, use) => use(chainOf(network)),
})

export { expect } from '@playwright/test'
