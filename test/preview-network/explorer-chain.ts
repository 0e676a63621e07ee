import type { Address, Hash } from 'viem'

/**
 * When a transaction reached each level, in milliseconds since 1970; a level it has not reached (or has lost) is
 * absent.
 */
export interface LevelTimes {
  acceptedAt?: number
  preconfirmedAt?: number
  sealedAt?: number
  safeAt?: number
  finalAt?: number
}

export interface ChainProgress {
  /** `partial`: the block being built has grown or begun. `sealed`: the block has got its final hash. */
  kind: 'partial' | 'sealed'
  number: bigint
}

/** What the block explorer may know of the network: what a client sees, and when it came about. */
export interface ExplorerChain {
  /** The gateway's own JSON-RPC, as a client sees it; rejects with an `Error` that carries the RPC error's `code`. */
  request(method: string, params: unknown[]): Promise<unknown>
  levelsOf(hash: Hash): LevelTimes
  /** Returns the function that ends the subscription. */
  on(listener: (progress: ChainProgress) => void): () => void
  knownContracts: Record<string, Address>
}
