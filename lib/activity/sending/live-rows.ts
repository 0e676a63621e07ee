import type { Hash } from 'viem'
import type { NetworkId } from '@/lib/base/network-id'
import type { TransactionRecord } from '@/lib/storage/records'

/** The rows in flight, in memory: their newest versions, and the versions that are in the database. */
export interface LiveRows {
  all(): TransactionRecord[]
  get(id: string): TransactionRecord | undefined
  /** One transaction may be on two networks: a fork takes what was signed for its chain. */
  byHash(networkId: NetworkId, hash: Hash): TransactionRecord | undefined
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
  const idsByHash = new Map<string, string>()
  const keyOf = ({ networkId, hash }: Pick<TransactionRecord, 'networkId' | 'hash'>) => `${networkId}:${hash}`

  return {
    all: () => [...rows.values()],
    get: id => rows.get(id),
    byHash(networkId, hash) {
      const id = idsByHash.get(keyOf({ networkId, hash }))
      return id === undefined ? undefined : rows.get(id)
    },
    newest: row => rows.get(row.id) ?? row,
    storedVersion: id => stored.get(id),
    keep(row) {
      rows.set(row.id, row)
      idsByHash.set(keyOf(row), row.id)
    },
    markStored(row) {
      if (rows.has(row.id)) stored.set(row.id, row)
    },
    forget(row) {
      rows.delete(row.id)
      stored.delete(row.id)
      idsByHash.delete(keyOf(row))
    },
    clear() {
      rows.clear()
      stored.clear()
      idsByHash.clear()
    },
  }
}
