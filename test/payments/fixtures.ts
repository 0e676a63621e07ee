import { test as base } from '../e2e/fixtures.ts'
import { chainOf } from './chain.ts'
import { startMppxMerchant } from './mppx-merchant.ts'

interface Fixtures {
  /** What the test's own network says. */
  chain: ReturnType<typeof chainOf>
  /** A worker has one shop: where an earlier test hurried its slow sellers, they are slow again. */
  slowSellers: undefined
}

interface WorkerFixtures {
  /** Here and not beside its tests: a test with worker fixtures of its own starts another worker, network and shop. */
  late: Awaited<ReturnType<typeof startMppxMerchant>>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  late: [
    async ({ lifetime, network, shop }, use) => {
      const merchant = await startMppxMerchant(network, shop.facilitator.url)
      lifetime.onEnd(() => merchant.close())
      await use(merchant)
    },
    { scope: 'worker' },
  ],
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
