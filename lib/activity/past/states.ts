import type { Address } from 'viem'
import type * as z from 'zod/mini'
import { toQuantity } from '@/lib/base/hex'
import { consequences, toRpcError } from '@/lib/base/rpc/errors'
import { balanceReply, transactionCountReply } from '@/lib/base/rpc/schemas'
import type { BatchItem, Connection, RpcErrorKind } from '@/lib/base/rpc/types'

/** An account at the end of a block: what it had, in wei, and how many transactions it had sent. */
export interface PastState {
  balance: bigint
  count: number
}

/**
 * The account in each of the blocks, in one round trip; `null` where the endpoint no longer has the state of a block.
 * @throws RpcError where the endpoint cannot be asked at all
 */
export async function readStates(
  connection: Connection,
  account: Address,
  blocks: readonly bigint[],
): Promise<(PastState | null)[]> {
  const items = await connection.batch(
    blocks.flatMap(block => [
      { method: 'eth_getBalance', params: [account, toQuantity(block)] },
      { method: 'eth_getTransactionCount', params: [account, toQuantity(block)] },
    ]),
  )
  return blocks.map((_, index) => {
    const balance = read(items[2 * index], balanceReply)
    const count = read(items[2 * index + 1], transactionCountReply)
    return balance === null || count === null ? null : { balance, count }
  })
}

export function isSameState(a: PastState, b: PastState): boolean {
  return a.balance === b.balance && a.count === b.count
}

function read<T>(item: BatchItem | undefined, schema: z.ZodMiniType<T>): T | null {
  if (item?.ok === true) {
    const parsed = schema.safeParse(item.result)
    return parsed.success ? parsed.data : null
  }
  const error = toRpcError(item?.error)
  if (isTrouble(error.kind)) throw error
  // A node that prunes answers for old blocks with an error of its own.
  return null
}

/** The endpoint itself, and not the block that was asked for. */
function isTrouble(kind: RpcErrorKind): boolean {
  return consequences[kind] === 'use-next-endpoint' || consequences[kind] === 'retry-same-bytes'
}
