import type { Hash } from 'viem'
import type { Block, Log, Receipt } from './anvil-schema.ts'
import type { Included } from './present.ts'

/** How far a proposed block has got in consensus. */
export type CommitState = 'Proposed' | 'Voted' | 'Finalized' | 'Verified'

export type ChainEvent =
  /**
   * A step of the block being built: it has begun (`fresh` are its deposits), it has grown by `fresh`, or nothing was
   * new.
   * `timestamp` is in Unix seconds; `logsBefore` counts the block's logs before those of `fresh`.
   */
  | { kind: 'partial'; number: bigint; timestamp: bigint; fresh: Included[]; logsBefore: number }
  | { kind: 'sealed'; block: Block; receipts: Receipt[] }
  /** A sealed block left the chain, newest first. */
  | { kind: 'removed'; block: Block; logs: Log[] }
  /** A proposal has reached a state of consensus. Two proposals of one height have different ids. */
  | { kind: 'committed'; state: CommitState; blockId: Hash; block: Block; receipts: Receipt[] }
  | { kind: 'mini-block'; miniBlock: MiniBlock }
  /** Block builders have committed to include this transaction in this block. */
  | { kind: 'promised'; hash: Hash; block: bigint }
  /** The chain has another genesis. */
  | { kind: 'reset' }

/** One step of the block being built, on networks that number their steps. */
export interface MiniBlock {
  /** Position in its block, from 0. */
  index: number
  /** Position in the history of the network, from 0. */
  number: number
  /** Unix microseconds. */
  createdAt: number
  blockNumber: bigint
  /** Unix seconds. */
  blockTimestamp: bigint
  fresh: Included[]
}

export interface Events {
  emit(event: ChainEvent): void
  /** Returns the function that ends the subscription. */
  on(listener: (event: ChainEvent) => void): () => void
}

export function createEvents(): Events {
  const listeners = new Set<(event: ChainEvent) => void>()
  return {
    emit(event) {
      for (const listener of listeners) listener(event)
    },
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
