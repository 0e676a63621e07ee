import type { Database } from '@/lib/database/open'
import type { TransactionRecord } from '@/lib/database/records'
import type { NetworkId } from '@/lib/values/network-id'

/** Statistics and the list of contacts look back this many rows. */
const mostRecent = 300

/** The newest rows of each chain that was asked for, kept in memory and current. */
export interface RecentRows {
  /** @returns about 300 rows and those that came since this worker started, newest first */
  of(networkId: NetworkId): Promise<TransactionRecord[]>
  /** Takes in a row that was stored. */
  take(row: TransactionRecord): void
  /** Forgets everything: the wallet was locked, or unlocked, and other rows can be read from now on. */
  clear(): void
}

export function createRecentRows({
  database,
  storedVersion,
}: {
  database: Database
  /** The version in the database of a row in flight. */
  storedVersion(id: string): TransactionRecord | undefined
}): RecentRows {
  let recent = new Map<number, Map<string, TransactionRecord>>()

  async function newest(networkId: NetworkId): Promise<TransactionRecord[]> {
    const range = IDBKeyRange.bound([networkId], [networkId, []])
    const rows: TransactionRecord[] = []
    let cursor = await database.transaction('transactions').store.index('recent').openCursor(range, 'prev')
    for (; cursor !== null && rows.length < mostRecent; cursor = await cursor.continue()) rows.push(cursor.value)
    return rows
  }

  async function read(networkId: NetworkId): Promise<Map<string, TransactionRecord>> {
    const kept = recent
    const rows = await newest(networkId)
    // The wallet was locked or unlocked meanwhile.
    if (kept !== recent) return read(networkId)
    const found = kept.get(networkId) ?? new Map<string, TransactionRecord>()
    for (const row of rows) if (!found.has(row.id)) found.set(row.id, storedVersion(row.id) ?? row)
    kept.set(networkId, found)
    return found
  }

  return {
    async of(networkId) {
      const known = recent.get(networkId) ?? (await read(networkId))
      return newestFirst([...known.values()])
    },
    take(row) {
      recent.get(row.networkId)?.set(row.id, row)
    },
    clear() {
      recent = new Map()
    },
  }
}

/** @returns the rows by creation time, newest first */
export function newestFirst(rows: readonly TransactionRecord[]): TransactionRecord[] {
  return rows.toSorted((a, b) => b.createdAt - a.createdAt)
}
