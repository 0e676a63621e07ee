import type { Address, Hash } from 'viem'
import type { ReceiptRecord } from '@/lib/database/records'

/** How a network lets the wallet know; found by probing, never believed. */
export type Regime = 'preconfirming' | 'fast-blocks' | 'http-only' | 'degraded'

/** A transaction to be watched. */
export interface Watched {
  hash: Hash
  from: Address
  nonce: number
  /** It was seen in a sealed block before, in an earlier life of the worker. */
  wasSealed?: boolean
}

/**
 * What was learned about one transaction. `receivedAt` is when the frame or answer reached the worker (ms since the epoch). The watcher reports what it
 * sees; the reducer in `levels.ts` decides what it means.
 */
export type Sighting = { hash: Hash; receivedAt: number } & (
  | { kind: 'known' } // in the mempool
  | { kind: 'preconfirmed'; receipt: ReceiptRecord }
  | { kind: 'sealed'; receipt: ReceiptRecord }
  | { kind: 'safe' }
  | { kind: 'final' }
  | { kind: 'missing-receipt' } // there was a receipt and now there is none, the transaction is still known or its nonce still free
  | { kind: 'nonce-taken' } // `latest` count is past its nonce and no receipt exists for this hash
  | { kind: 'unknown-to-node' } // no receipt, not in the pool, nonce free
)

export interface Tick {
  /** Height of the newest sealed block seen; `null` before the first. */
  height: bigint | null
}

/** Watches one chain. Sleeps (no socket, no timer) while nothing is watched and nobody wants heads. */
export interface ConfirmationWatcher {
  watch(transaction: Watched): void
  unwatch(hash: Hash): void
  regime(): Regime
  onRegime(listener: (regime: Regime) => void): () => void
  onSighting(listener: (sighting: Sighting) => void): () => void
  /** Calls with every sealed head and pre-confirmation, at most once in 100 ms: the moments at which a pending balance may have changed. */
  onTick(listener: (tick: Tick) => void): () => void
  /** The chain restarted from another genesis. */
  onReset(listener: (epoch: number) => void): () => void
  stop(): void
}
