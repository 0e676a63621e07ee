import type { Database } from '@/lib/database/open'
import type { TransactionRecord } from '@/lib/database/records'

/** Statistics and the list of contacts look back this many rows. */
const mostRecent = 300

/** The newest rows of each chain that was asked for, kept in memory and current. */
export interface RecentRows {
  /** @returns about 300 rows and those that came since this worker started, newest first */
  of(chainId: number): Promise<TransactionRecord[]>
  /** Takes in a row that was stored. */
  take(row: TransactionRecord): void
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
  const recent = new Map<number, Map<string, TransactionRecord>>()

  async function read(chainId: number): Promise<Map<string, TransactionRecord>> {
    const range = IDBKeyRange.bound([chainId], [chainId, []])
    const rows = newestFirst(await database.getAllFromIndex('transactions', 'account', range)).slice(0, mostRecent)
    const found = recent.get(chainId) ?? new Map<string, TransactionRecord>()
    for (const row of rows) if (!found.has(row.id)) found.set(row.id, storedVersion(row.id) ?? row)
    recent.set(chainId, found)
    return found
  }

  return {
    async of(chainId) {
      const known = recent.get(chainId) ?? (await read(chainId))
      return newestFirst([...known.values()])
    },
    take(row) {
      recent.get(row.chainId)?.set(row.id, row)
    },
    clear: () => recent.clear(),
  }
}

/** @returns the rows by creation time, newest first */
export function newestFirst(rows: readonly TransactionRecord[]): TransactionRecord[] {
  return rows.toSorted((a, b) => b.createdAt - a.createdAt)
}
