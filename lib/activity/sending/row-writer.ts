import { committed } from '@/lib/storage/committed'
import type { Database } from '@/lib/storage/open'
import type { TransactionRecord } from '@/lib/storage/records'

/** A new version of a row. `receivedAt`: when the push that caused it reached the worker, ms since the epoch. */
export interface RowChange {
  row: TransactionRecord
  receivedAt: number | null
}

/** Stores changed rows, all that are waiting in one transaction, and tells them once they are stored. */
export interface RowWriter {
  write(change: RowChange): void
  /** True while a change of the row is not stored. */
  isWaiting(id: string): boolean
  /** Drops the changes of the row that are not stored. */
  drop(id: string): void
  dropAll(): void
  /** Resolves when every change so far is stored, or its write has failed. */
  stored(): Promise<void>
}

export function createRowWriter({
  database,
  onStored,
  onFault,
}: {
  database: Database
  /** Called with the changes of one transaction, in their order. */
  onStored(changes: readonly RowChange[]): void
  /** A write failed. Its changes are written again with the next one. */
  onFault(error: unknown): void
}): RowWriter {
  let waiting: RowChange[] = []
  let writing: Promise<void> | null = null

  async function writeEverything(): Promise<void> {
    let changes: RowChange[] = []
    try {
      while (waiting.length > 0) {
        changes = waiting
        waiting = []
        const newest = new Map(changes.map(({ row }) => [row.id, row]))
        // Relaxed durability survives the death of the worker. After a power cut the chain is read again.
        const transaction = database.transaction('transactions', 'readwrite', { durability: 'relaxed' })
        const writes = [...newest.values()].map(row => transaction.store.put(row))
        // Without an explicit commit the browser needs one more round trip to find that there are no more requests.
        transaction.commit()
        await committed(transaction, writes)
        onStored(changes)
      }
    } catch (error) {
      waiting = [...changes, ...waiting]
      onFault(error)
    } finally {
      // In the same turn as the last look at `waiting`, so that no change falls between the two.
      writing = null
    }
  }

  return {
    write(change) {
      waiting.push(change)
      writing ??= Promise.resolve().then(writeEverything)
    },
    isWaiting: id => waiting.some(({ row }) => row.id === id),
    drop(id) {
      waiting = waiting.filter(({ row }) => row.id !== id)
    },
    dropAll() {
      waiting = []
    },
    async stored() {
      while (writing !== null) await writing
    },
  }
}
