import type { Address, Hash } from 'viem'
import type * as z from 'zod/mini'
import { logReply, sealedHash } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import { type LoggedTransfer, readTransferLog, transferTopics } from '@/lib/base/transfer-log'

/** A `Transfer` of an ERC-20 token to or from an account. */
export interface TokenTransfer extends LoggedTransfer {
  hash: Hash | null
  blockNumber: bigint | null
  /** The block left the chain. */
  removed: boolean
  isSealed: boolean
}

/** @returns the transfer of a log; `null` where it is no ERC-20 transfer */
export function readTransfer(log: z.infer<typeof logReply>): TokenTransfer | null {
  const read = readTransferLog(log)
  return (
    read && {
      ...read,
      hash: log.transactionHash,
      blockNumber: log.blockNumber,
      removed: log.removed === true,
      isSealed: log.blockHash !== null && sealedHash(log.blockHash) !== null,
    }
  )
}

/**
 * Subscribes to transfers: sealed ones, and pre-confirmed ones where the network pushes them. Without a socket nothing
 * is pushed, and the caller must read.
 * @param onGap called when pushes may have been missed; nothing is replayed
 */
export function watchTransfers(
  connection: Connection,
  owner: Address,
  onTransfer: (transfer: TokenTransfer) => void,
  onGap: () => void,
): () => void {
  let isOver = false
  const ends: (() => void)[] = []
  const hear = (item: unknown): void => {
    const log = logReply.safeParse(item)
    const transfer = log.success ? readTransfer(log.data) : null
    if (transfer !== null && !isOver) onTransfer(transfer)
  }
  for (const kind of ['logs', 'pendingLogs'])
    for (const topics of transferTopics(owner))
      connection
        .subscribe([kind, { topics }], hear, onGap)
        .then(end => {
          if (isOver) end()
          else ends.push(end)
        })
        // No socket, or no such subscription: the caller reads.
        .catch(() => undefined)
  return () => {
    isOver = true
    for (const end of ends.splice(0)) end()
  }
}
