import type { Block, Log, Receipt } from './anvil-schema.ts'
import type { Included } from './present.ts'

export type ChainEvent =
  /** The block being built has begun (`fresh` are its system transactions) or may have grown by `fresh`. */
  | { kind: 'partial'; number: bigint; timestamp: bigint; fresh: Included[]; logsBefore: number }
  | { kind: 'sealed'; block: Block; receipts: Receipt[] }
  /** A sealed block left the chain, newest first. */
  | { kind: 'removed'; block: Block; logs: Log[] }
  /** Another genesis: nothing from before is true any more. */
  | { kind: 'reset' }

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
