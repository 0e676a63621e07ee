import { type NetworkFixture, startNetworkFixture } from '../preview-network/contracts/network-fixture.ts'
import { type Customer, createCustomer } from './customer.ts'
import { type Shop, startShop } from './server.ts'

/** A shop on a network of its own with quick blocks, and customers with money. */
export interface ShopFixture {
  network: NetworkFixture
  shop: Shop
  /** Somebody new, with ether and so many of the smallest parts of a dollar. */
  customer(parts: bigint): Promise<Customer>
  /** Of the test dollar, on the block being built. */
  dollarsOf: NetworkFixture['dollarsOf']
  stop(): Promise<void>
}

export async function startShopFixture(): Promise<ShopFixture> {
  const network = await startNetworkFixture()
  const { chainId, contracts, explorerUrl } = network
  const shop = await startShop({ chainId, contracts, explorerUrl, rpcUrl: new URL(explorerUrl).origin })
  return {
    network,
    shop,
    customer: async parts => createCustomer(network, await network.person(parts)),
    dollarsOf: network.dollarsOf,
    async stop() {
      await shop.close()
      await network.stop()
    },
  }
}
