import type { Address } from 'viem'
import { failureOf, toRpcError } from '@/lib/rpc/errors'
import { quantity, transactionCountReply } from '@/lib/rpc/schemas'
import type { Connection } from '@/lib/rpc/types'
import { type Delegated, delegateOf, delegatesOf } from '@/lib/transactions/delegation'
import { Failure } from '@/lib/values/failure'

/** Reads of a chain about an account, for the accounts page. @throws Failure */
export interface AccountFacts {
  /** Whether it has sent a transaction or holds the chain's currency. */
  hasActivity(chainId: number, address: Address): Promise<boolean>
  /** The contract whose code it runs; `null`: none. @see EIP-7702 */
  delegate(chainId: number, address: Address): Promise<Address | null>
  /** The same for several accounts: those that run a contract's code. */
  delegates(chainId: number, addresses: readonly Address[]): Promise<Delegated[]>
}

export function createAccountFacts(connectionOf: (chainId: number) => Connection): AccountFacts {
  return {
    hasActivity: (chainId, address) =>
      told(async () => {
        const connection = connectionOf(chainId)
        const [count, balance] = await Promise.all([
          connection.request('eth_getTransactionCount', [address, 'pending'], transactionCountReply),
          connection.request('eth_getBalance', [address, 'pending'], quantity),
        ])
        return count > 0 || balance > 0n
      }),
    delegate: (chainId, address) => told(() => delegateOf(connectionOf(chainId), address)),
    delegates: (chainId, addresses) => told(() => delegatesOf(connectionOf(chainId), addresses)),
  }
}

async function told<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Failure) throw error
    throw failureOf(toRpcError(error))
  }
}
