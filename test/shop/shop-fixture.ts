import { encodeFunctionData, maxUint256 } from 'viem'
import { testDollarAbi } from '../preview-network/contracts/abi/test-dollar.ts'
import { type NetworkFixture, startNetworkFixture } from '../preview-network/contracts/network-fixture.ts'
import { type Customer, createCustomer } from './customer.ts'
import { type Shop, startShop } from './server.ts'

/** A shop on a network of its own with quick blocks, and customers with money. */
export interface ShopFixture {
  network: NetworkFixture
  shop: Shop
  /** Somebody new, with ether and so many of the smallest parts of a dollar. */
  customer(parts: bigint): Promise<Customer>
  /** Lets Permit2 take the customer's dollars. */
  approvePermit2(customer: Customer): Promise<void>
  /** The account's test dollars in the block being built. */
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
    async approvePermit2({ account }) {
      const args = [contracts.permit2, maxUint256] as const
      const data = encodeFunctionData({ abi: testDollarAbi, functionName: 'approve', args })
      await network.send(account, { to: contracts.testDollar, data })
    },
    dollarsOf: network.dollarsOf,
    async stop() {
      await shop.close()
      await network.stop()
    },
  }
}
