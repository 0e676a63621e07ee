import type { Hash } from 'viem'
import type { Clock } from '@/lib/base/clock'
import { type Evidence, type EvidenceUpdate, isDoubted, isSealed, newEvidence } from './evidence'
import type { Sighting, Watched } from './types'

interface Entry {
  evidence: Evidence
  /** When watching began or news was last told, ms since the epoch. That it is not there is no news. */
  movedAt: number
}

/**
 * A transaction without news for this long holds neither the socket nor the worker: it is read when the worker runs for
 * another reason.
 */
const freshMs = 600_000

/** The transactions that are watched, each with its evidence. */
export interface WatchedTransactions {
  /** @returns false where the transaction is watched already */
  add(transaction: Watched): boolean
  /** @returns false where the transaction was not watched */
  remove(hash: Hash): boolean
  evidenceOf(hash: Hash): Evidence | undefined
  all(): Evidence[]
  /**
   * Keeps the evidence of the update and tells its sightings. A final transaction is no longer watched.
   * @param at ms since the epoch
   */
  apply(update: EvidenceUpdate, at: number): void
  /** True while a transaction that is not sealed has had news within ten minutes. */
  isInFlight(): boolean
  /** True while a reading contradicts what was seen before. */
  isDoubted(): boolean
  /**
   * Ms since the latest news of the transactions that are sealed, or of those that are not; `null` where there are
   * none.
   */
  quietMs(which: 'sealed' | 'unsealed'): number | null
  clear(): void
}

export function createWatchedTransactions({
  clock,
  onSighting,
}: {
  clock: Clock
  onSighting(sighting: Sighting): void
}): WatchedTransactions {
  const entries = new Map<string, Entry>()
  const keyOf = (hash: Hash): string => hash.toLowerCase()

  return {
    add(transaction) {
      if (entries.has(keyOf(transaction.hash))) return false
      entries.set(keyOf(transaction.hash), { evidence: newEvidence(transaction), movedAt: clock.now() })
      return true
    },
    remove: hash => entries.delete(keyOf(hash)),
    evidenceOf: hash => entries.get(keyOf(hash))?.evidence,
    all: () => [...entries.values()].map(({ evidence }) => evidence),
    apply({ evidence, sightings }, at) {
      const key = keyOf(evidence.transaction.hash)
      const entry = entries.get(key)
      if (entry === undefined) return
      entry.evidence = evidence
      if (sightings.some(({ kind }) => kind !== 'unknown-to-node' && kind !== 'nonce-taken')) entry.movedAt = at
      for (const sighting of sightings) {
        if (sighting.kind === 'final') entries.delete(key)
        onSighting(sighting)
      }
    },
    isInFlight() {
      const now = clock.now()
      return [...entries.values()].some(({ evidence, movedAt }) => !isSealed(evidence) && now - movedAt < freshMs)
    },
    isDoubted: () => [...entries.values()].some(({ evidence }) => isDoubted(evidence)),
    quietMs(which) {
      const movedAt = [...entries.values()]
        .filter(({ evidence }) => isSealed(evidence) === (which === 'sealed'))
        .map(entry => entry.movedAt)
      return movedAt.length === 0 ? null : clock.now() - Math.max(...movedAt)
    },
    clear: () => entries.clear(),
  }
}
