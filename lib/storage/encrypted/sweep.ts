import type { RowCipher } from '@/lib/base/row-cipher'
import type { Database } from '@/lib/storage/open'
import type { EncryptedRule, EncryptedStoreName, StoreName } from '@/lib/storage/stores'
import { abort } from './locked'
import { keyMark, type Row, rawStore } from './rows'
import { encryptSetAside } from './set-aside'
import { encryptedStore } from './store'

/** Rows of one transaction: a step is short, so that nothing else waits for it. */
const rowsOfStep = 25
/** The person waits for nothing, and a change of the password is to end soon. */
const rowsOfRenewal = 250

export interface SweepParts {
  /** The rows of `stores`. They are given, so that this script has no copy of them. */
  stores: { readonly [Name in EncryptedStoreName]: EncryptedRule }
  names: readonly EncryptedStoreName[]
  /** `null` while the wallet is locked, which ends the sweep. */
  cipher(): RowCipher | null
  onUnreadable(store: EncryptedStoreName, key: string): void
  /** Asked of rows that are to be encrypted: one that does not have the shape of its store is set aside. */
  isWhole(store: StoreName, row: unknown): boolean
  /** Ms since the epoch. */
  now(): number
  /** Resolves when the next step may begin. */
  pause(): Promise<void>
  /** No row is encrypted with a former key of these any more. */
  renewed(rows: RowCipher): Promise<void>
}

/**
 * Encrypts what is readable and need not be (rows of earlier versions, and rows that ended while the wallet was
 * locked), and encrypts anew what is encrypted with a former key. Each step is one transaction and follows from the
 * rows alone, so that a sweep that was cut off goes on with the next.
 */
export async function encryptReadableRows(database: Database, parts: SweepParts): Promise<void> {
  const { names } = parts
  const looking = database.transaction(names)
  const counts = await Promise.all(
    names.map(async name => [name, await looking.objectStore(name).count(readableAfter(null))] as const),
  )
  for (const [name, count] of counts) if (count > 0) await encryptStore(database, name, parts)
  await encryptSetAside(database, parts)
  await renewRows(database, parts)
}

/** Steps of one transaction each. A row that is written meanwhile gets the key of today. */
async function renewRows(database: Database, { stores, names, cipher, onUnreadable, pause, renewed }: SweepParts) {
  const open = cipher()
  if (open === null || open.former.length === 0) return
  for (const name of names) {
    // A row that is not among them was encrypted with the key of today.
    const keys = (await database.getAllKeys(name, IDBKeyRange.lowerBound(keyMark))).map(String)
    const former = new Set(keys)
    for (let at = 0; at < keys.length; at += rowsOfRenewal) {
      const step = keys.slice(at, at + rowsOfRenewal)
      const transaction = database.transaction(name, 'readwrite')
      const store = rawStore(transaction.objectStore(name))
      const rows = encryptedStore(store, { rule: stores[name], cipher, onUnreadable: key => onUnreadable(name, key) })
      const range = IDBKeyRange.bound(step[0], step.at(-1))
      const found: Row[] = await store.getAll(range)
      const renewed = found.map(row => (former.has(String(row[String(store.keyPath)])) ? rows.renewed(row) : row))
      try {
        // One deletion is much less work than one for each row. Where it fails the transaction does.
        store.delete(range).catch(() => undefined)
        // Where one fails the transaction does.
        for (const row of renewed) store.put(row).catch(() => undefined)
        await transaction.done
      } catch (cause) {
        abort(transaction)
        throw cause
      }
      await pause()
      if (cipher() !== open) return
    }
  }
  if (cipher() === open) await renewed(open)
}

async function encryptStore(database: Database, name: EncryptedStoreName, parts: SweepParts): Promise<void> {
  let last: string | null = null
  do {
    if (last !== null) await parts.pause()
    last = await encryptStep(database, name, last, parts)
  } while (last !== null && parts.cipher() !== null)
}

/** @returns the key that was looked at last; `null` at the end of the store */
async function encryptStep(
  database: Database,
  name: EncryptedStoreName,
  after: string | null,
  { stores, cipher, isWhole, now, onUnreadable }: SweepParts,
): Promise<string | null> {
  const transaction = database.transaction([name, 'damaged'], 'readwrite')
  const store = rawStore(transaction.objectStore(name))
  const rows = encryptedStore(store, {
    rule: stores[name],
    cipher,
    onUnreadable: key => onUnreadable(name, key),
  })
  const found: Row[] = await store.getAll(readableAfter(after), rowsOfStep)
  let last: string | null = null
  for (const row of found) {
    const key = row[String(store.keyPath)]
    last = String(key)
    if (rows.staysReadable(row)) continue
    if (isWhole(name, row)) await rows.settle(row)
    else {
      await transaction.objectStore('damaged').add({ store: name, key, row, at: now() })
      await store.delete(last)
    }
  }
  await transaction.done
  return found.length < rowsOfStep ? null : last
}

function readableAfter(key: string | null): IDBKeyRange {
  return key === null ? IDBKeyRange.upperBound(keyMark, true) : IDBKeyRange.bound(key, keyMark, true, true)
}
