import type { Address, Hash } from 'viem'
import type { Regime } from '@/lib/base/regime'
import type { ReceiptRecord } from '@/lib/storage/records'

/** A transaction to watch. */
export interface Watched {
  hash: Hash
  from: Address
  nonce: number
  /** The receipt that an earlier worker saw. Without a block hash, its block was not sealed. */
  receipt?: ReceiptRecord | null
}

/**
 * One observation of a transaction. `receivedAt`: when the frame or answer reached the worker, ms since the epoch. The
 * watcher reports; the table in `levels.ts` decides what it means for the level.
 */
export type Sighting = { hash: Hash; receivedAt: number } & (
  | { kind: 'known' } // in the mempool
  | { kind: 'preconfirmed'; receipt: ReceiptRecord }
  | { kind: 'sealed'; receipt: ReceiptRecord }
  | { kind: 'safe' }
  | { kind: 'final' }
  | { kind: 'missing-receipt' } // its receipt is gone, and the transaction is known or its nonce free
  | { kind: 'nonce-taken' } // the count by `latest` is above its nonce, and its hash has no receipt
  | { kind: 'unknown-to-node' } // no receipt, not in the mempool, nonce free
)

export interface Tick {
  /** Height of the newest sealed block seen; `null` before the first. */
  height: bigint | null
}

/** Watches one chain. Holds no socket and no timer while nothing is watched and nothing listens for ticks. */
export interface ConfirmationWatcher {
  watch(transaction: Watched): void
  unwatch(hash: Hash): void
  /** Reads everything that is watched now: something elsewhere contradicts what was seen. */
  lookAgain(): void
  regime(): Regime
  /** False before anything was seen that tells whether the network pre-confirms: the regime is a guess until then. */
  isRegimeSeen(): boolean
  /** Listens to the network for some seconds where its regime is a guess. */
  seeRegime(): void
  onRegime(listener: (regime: Regime) => void): () => void
  onSighting(listener: (sighting: Sighting) => void): () => void
  /**
   * Calls with every sealed head and pre-confirmation, at most once in 100 ms: the moments at which a pending balance
   * may have changed.
   */
  onTick(listener: (tick: Tick) => void): () => void
  /** Calls with the number of the new epoch after the chain restarted from another genesis. */
  onReset(listener: (epoch: number) => void): () => void
  stop(): void
}

/** Reads the items of a subscription that tells of transactions. Items are not validated. */
export interface TransactionSignal {
  /** The transactions that an item names, in lower case. Called with every item, in the order of arrival. */
  hashesOf(item: unknown): readonly Hash[]
  /**
   * @returns the figures that the item gives for a watched transaction that it names; `unsaid` where it lacks some, so
   * that the receipt must be read; `null` where hash, sender or nonce are not those of the transaction (invariant 11)
   */
  figuresOf(item: unknown, watched: Watched): ReceiptRecord | 'unsaid' | null
}
