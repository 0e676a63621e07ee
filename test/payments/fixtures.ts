import { test as base } from '../e2e/fixtures.ts'
import { chainOf } from './chain.ts'

interface Fixtures {
  /** What the test's own network says. */
  chain: ReturnType<typeof chainOf>
  /** A worker has one shop: where an earlier test hurried its slow sellers, they are slow again. */
  slowSellers: undefined
}

export const test = base.extend<Fixtures>({
  chain: async ({ network }, use) => use(chainOf(network)),
  slowSellers: [
    async ({ shop }, use) => {
      shop.hostile.linger()
      await use(undefined)
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
