import type { IDBPDatabase, IDBPTransaction } from 'idb'
import type * as z from 'zod/mini'

/**
 * The database while its layout changes. Stores are named by text: a migration knows the layout of its time, not
 * today's.
 */
export interface Upgrade {
  database: IDBPDatabase
  transaction: IDBPTransaction<unknown, string[], 'versionchange'>
}

/**
 * One step forward. Migrations are numbered without gaps, run in their order, each once, all of them in the one
 * transaction of the upgrade: either the database is as new as the code, or it is as it was.
 *
 * To add one: the next number; the old shape of every row it reads as a zod schema of its own beside it (never
 * `records.ts`, which moves on); a golden database of the version before it in `test/fixtures/database`. Encrypted rows
 * cannot be read here: their old shape has to stay readable for the rooms (`layout` says which version wrote them).
 */
export interface Migration {
  readonly version: number
  /** May await requests to this database, and nothing else: the transaction ends when nothing is asked of it. */
  upgrade(upgrade: Upgrade): void | Promise<void>
}

/**
 * Rewrites every row of a store. A row that does not have the old shape is set aside in the store `damaged`: it never
 * stops the others.
 */
export async function rewriteRows<Old>(
  { transaction }: Upgrade,
  storeName: string,
  oldShape: z.ZodMiniType<Old>,
  rewrite: (row: Old) => unknown,
): Promise<void> {
  const store = transaction.objectStore(storeName)
  for (let cursor = await store.openCursor(); cursor !== null; cursor = await cursor.continue()) {
    const row = oldShape.safeParse(cursor.value)
    if (row.success) await cursor.update(rewrite(row.data))
    else {
      await transaction
        .objectStore('damaged')
        .add({ store: storeName, key: cursor.key, row: cursor.value, at: Date.now() })
      await cursor.delete()
    }
  }
}
