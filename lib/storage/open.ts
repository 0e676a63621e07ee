import { deleteDB, type IDBPDatabase, openDB } from 'idb'
import { Failure } from '@/lib/base/failure'
import { migrations } from './migrations'
import type { Migration, Upgrade } from './migrations/migration'
import { type PreludeSchema, storeNames } from './stores'

export type Database = IDBPDatabase<PreludeSchema>

/** Rises with every migration; a database with a higher version was written by a newer Prelude. */
export const databaseVersion = migrations.length

/**
 * Opens (and, where needed, migrates) the wallet's database. Migrations only go forward and each runs once. Where it
 * throws, nothing was changed.
 * @throws Failure `vault-newer` when a newer version of the extension wrote it; `database-damaged` {reason} when the
 *   browser cannot read it or a store is missing (`rebuildDatabase` is what is left then)
 * @throws what a migration threw, and what the browser said of anything else: `QuotaExceededError` for a full disk
 */
export async function openDatabase(name = 'prelude', steps: readonly Migration[] = migrations): Promise<Database> {
  const database = await open(name, steps)
  if (storeNames.every(store => database.objectStoreNames.contains(store))) return database
  database.close()
  throw new Failure('database-damaged', { reason: 'a store is missing' })
}

async function open(name: string, steps: readonly Migration[]): Promise<Database> {
  let failed: unknown = null
  let undone: { readonly error: DOMException | null } | null = null
  try {
    return await openDB<PreludeSchema>(name, steps.length, {
      async upgrade(opened, oldVersion, _newVersion, transaction) {
        const upgrade = untyped(opened, transaction)
        undone = transaction
        // It rejects when the upgrade is undone; the opening rejects as well.
        transaction.done.catch(() => undefined)
        try {
          for (const step of steps) if (step.version > oldVersion) await step.upgrade(upgrade)
        } catch (cause) {
          // Nobody waits for this function: without the abort, half an upgrade would be kept.
          failed = cause
          abort(transaction)
        }
      },
      // A newer version of ourselves wants to upgrade: let it.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    })
  } catch (cause) {
    // The upgrade knows of the full disk. Its requests and the opening say only that it was undone.
    throw failureOf(reasonOf(undone) ?? failed ?? cause)
  }
}

/**
 * Deletes a database that cannot be opened and makes an empty one in its place. The vault comes back from its mirror at
 * the keyring's next start; activity, sites and networks are lost. Only after the person said so.
 */
export async function rebuildDatabase(name = 'prelude'): Promise<Database> {
  await deleteDB(name)
  return openDatabase(name)
}

/**
 * Forgets every row of every store, all at once. The keyring's own `erase` comes first: it also knows the copies
 * outside.
 */
export async function eraseDatabase(database: Database): Promise<void> {
  const transaction = database.transaction(storeNames, 'readwrite', { durability: 'strict' })
  await Promise.all([...storeNames.map(store => transaction.objectStore(store).clear()), transaction.done])
}

/** By these names browsers say that what is stored cannot be read. Any other error deletes nothing. */
const damage: readonly string[] = ['UnknownError', 'NotReadableError']

function failureOf(cause: unknown): unknown {
  if (!(cause instanceof DOMException)) return cause
  if (cause.name === 'VersionError') return new Failure('vault-newer', {}, { cause })
  return damage.includes(cause.name) ? new Failure('database-damaged', { reason: cause.name }, { cause }) : cause
}

/** A function of its own: TypeScript does not see that the upgrade sets the variable. */
function reasonOf(upgrade: { readonly error: DOMException | null } | null): DOMException | null {
  return upgrade?.error ?? null
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort()
  } catch {
    // It was aborted already, by the request that failed.
  }
}

/** A migration sees stores by the names of its time. */
function untyped(database: unknown, transaction: unknown): Upgrade {
  return { database, transaction } as Upgrade
}
