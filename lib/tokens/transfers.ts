import type { Address, Hash, Hex } from 'viem'
import type * as z from 'zod/mini'
import { logReply, sealedHash } from '@/lib/rpc/schemas'
import type { Connection } from '@/lib/rpc/types'
import { readSingleWord, wordToAddress } from '@/lib/values/abi'
import * as events from '@/lib/values/signatures/events'

/** A `Transfer` of an ERC-20 token to or from an account. */
export interface TokenTransfer {
  token: Address
  from: Address
  to: Address
  /** In the token's smallest unit. */
  amount: bigint
  hash: Hash | null
  blockNumber: bigint | null
  /** The block left the chain. */
  removed: boolean
  isSealed: boolean
}

/**
 * @returns the transfer of a log; `null` where it is no ERC-20 transfer (an ERC-721 transfer has the item in a topic)
 */
export function readTransfer(log: z.infer<typeof logReply>): TokenTransfer | null {
  const [topic, fromTopic, toTopic, more] = log.topics
  if (topic !== events.transfer || fromTopic === undefined || toTopic === undefined || more !== undefined) return null
  const from = wordToAddress(BigInt(fromTopic))
  const to = wordToAddress(BigInt(toTopic))
  const amount = readSingleWord(log.data)
  if (from === null || to === null || amount === null) return null
  return {
    token: log.address,
    from,
    to,
    amount,
    hash: log.transactionHash,
    blockNumber: log.blockNumber,
    removed: log.removed === true,
    isSealed: log.blockHash !== null && sealedHash(log.blockHash) !== null,
  }
}

/** @returns the topics of transfers to the owner, and of transfers from it */
export function transferTopics(owner: Address): (Hex | null)[][] {
  const word: Hex = `0x${owner.slice(2).toLowerCase().padStart(64, '0')}`
  return [
    [events.transfer, null, word],
    [events.transfer, word],
  ]
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
