import type { Address } from 'viem'
import { failureOf, toRpcError } from '@/lib/rpc/errors'
import { quantity, transactionCountReply } from '@/lib/rpc/schemas'
import type { Connection } from '@/lib/rpc/types'
import { delegateOf } from '@/lib/transactions/delegation'
import { Failure } from '@/lib/values/failure'

/** What a chain knows of an account, for the accounts page. Every one rejects with the `Failure` a person is told. */
export interface AccountFacts {
  /** It has sent something, or holds something of the chain's currency: what account discovery looks for. */
  hasActivity(chainId: number, address: Address): Promise<boolean>
  /** EIP-7702. */
  delegate(chainId: number, address: Address): Promise<Address | null>
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
