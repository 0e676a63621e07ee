import { lowerCaseAddress } from '@/lib/base/hex'
import type { Database } from '@/lib/storage/open'
import type { TransactionRecord } from '@/lib/storage/records'

/** Whose rows are kept together, by the fields before the creation time in the index of that name. */
const placeOf = {
  recent: ({ networkId }: TransactionRecord) => [networkId],
  account: ({ networkId, from }: TransactionRecord) => [networkId, lowerCaseAddress(from)],
} as const

/** The newest rows of each place that was asked for, kept in memory and current. */
export interface NewestRows {
  /**
   * @param place as in the index
   * @returns so many as are kept, and those that came since this worker started, newest first
   */
  of(place: readonly (number | string)[]): Promise<TransactionRecord[]>
  /** Takes in a row that was stored. */
  take(row: TransactionRecord): void
  /** Forgets everything: the wallet was locked, or unlocked, and other rows can be read from now on. */
  clear(): void
}

interface Kept {
  rows: Map<string, TransactionRecord>
  /** What is taken in before its end is newer than what it reads. */
  read: Promise<void>
}

/** @param most rows that are read of a place */
export function createNewestRows(
  index: keyof typeof placeOf,
  most: number,
  {
    database,
    storedVersion,
  }: {
    database: Database
    /** The version in the database of a row in flight. */
    storedVersion(id: string): TransactionRecord | undefined
  },
): NewestRows {
  let kept = new Map<string, Kept>()

  function begin(place: readonly (number | string)[], name: string): Kept {
    const rows = new Map<string, TransactionRecord>()
    const read = readNewest(database, index, place, most).then(found => {
      for (const row of found) if (!rows.has(row.id)) rows.set(row.id, storedVersion(row.id) ?? row)
    })
    const begun = { rows, read }
    kept.set(name, begun)
    // The caller has the error; the next one reads again.
    read.catch(() => kept.get(name) === begun && kept.delete(name))
    return begun
  }

  async function of(place: readonly (number | string)[]): Promise<TransactionRecord[]> {
    const name = place.join()
    const one = kept.get(name) ?? begin(place, name)
    await one.read
    // The wallet was locked or unlocked meanwhile.
    return kept.get(name) === one ? newestFirst([...one.rows.values()]) : of(place)
  }

  return {
    of,
    take(row) {
      kept.get(placeOf[index](row).join())?.rows.set(row.id, row)
    },
    clear() {
      kept = new Map()
    },
  }
}

/** @returns the stored rows of a place, newest first */
export async function readNewest(
  database: Database,
  index: keyof typeof placeOf,
  place: readonly (number | string)[],
  most: number,
): Promise<TransactionRecord[]> {
  const range = IDBKeyRange.bound([...place], [...place, []])
  const rows: TransactionRecord[] = []
  let cursor = await database.transaction('transactions').store.index(index).openCursor(range, 'prev')
  for (; cursor !== null && rows.length < most; cursor = await cursor.continue()) rows.push(cursor.value)
  return rows
}

/** @returns the rows by creation time, newest first */
export function newestFirst(rows: readonly TransactionRecord[]): TransactionRecord[] {
  return rows.toSorted((a, b) => b.createdAt - a.createdAt)
}
