import type { Address } from 'viem'
import { type Delegated, delegateOf, delegatesOf } from '@/lib/activity/sending/delegation'
import type { NetworkId } from '@/lib/base/network-id'
import { failureFrom } from '@/lib/base/rpc/errors'
import { quantity, transactionCountReply } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'

/** Reads of a chain about an account, for the accounts page. @throws Failure */
export interface AccountFacts {
  /** Whether it has sent a transaction or holds the chain's currency. */
  hasActivity(networkId: NetworkId, address: Address): Promise<boolean>
  /** The contract whose code it runs; `null`: none. @see EIP-7702 */
  delegate(networkId: NetworkId, address: Address): Promise<Address | null>
  /** The same for several accounts: those that run a contract's code. */
  delegates(networkId: NetworkId, addresses: readonly Address[]): Promise<Delegated[]>
}

export function createAccountFacts(connectionOf: (networkId: NetworkId) => Connection): AccountFacts {
  return {
    hasActivity: (networkId, address) =>
      told(async () => {
        const connection = connectionOf(networkId)
        const [count, balance] = await Promise.all([
          connection.request('eth_getTransactionCount', [address, 'pending'], transactionCountReply),
          connection.request('eth_getBalance', [address, 'pending'], quantity),
        ])
        return count > 0 || balance > 0n
      }),
    delegate: (networkId, address) => told(() => delegateOf(connectionOf(networkId), address)),
    delegates: (networkId, addresses) => told(() => delegatesOf(connectionOf(networkId), addresses)),
  }
}

async function told<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    throw failureFrom(error)
  }
}
