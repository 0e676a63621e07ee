import type { Hash } from 'viem'
import type { TransactionRecord } from '@/lib/database/records'

/** The rows in flight, in memory: their newest versions, and the versions that are in the database. */
export interface LiveRows {
  all(): TransactionRecord[]
  get(id: string): TransactionRecord | undefined
  byHash(hash: Hash): TransactionRecord | undefined
  /** @returns the version in memory, or the row itself where it is not in flight */
  newest(row: TransactionRecord): TransactionRecord
  /** @returns the version in the database of a row in flight */
  storedVersion(id: string): TransactionRecord | undefined
  keep(row: TransactionRecord): void
  /** The row is in the database. */
  markStored(row: TransactionRecord): void
  forget(row: TransactionRecord): void
  clear(): void
}

export function createLiveRows(): LiveRows {
  const rows = new Map<string, TransactionRecord>()
  const stored = new Map<string, TransactionRecord>()
  const idsByHash = new Map<Hash, string>()

  return {
    all: () => [...rows.values()],
    get: id => rows.get(id),
    byHash(hash) {
      const id = idsByHash.get(hash)
      return id === undefined ? undefined : rows.get(id)
    },
    newest: row => rows.get(row.id) ?? row,
    storedVersion: id => stored.get(id),
    keep(row) {
      rows.set(row.id, row)
      idsByHash.set(row.hash, row.id)
    },
    markStored(row) {
      if (rows.has(row.id)) stored.set(row.id, row)
    },
    forget(row) {
      rows.delete(row.id)
      stored.delete(row.id)
      idsByHash.delete(row.hash)
    },
    clear() {
      rows.clear()
      stored.clear()
      idsByHash.clear()
    },
  }
}
