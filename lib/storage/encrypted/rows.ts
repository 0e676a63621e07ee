import type { IDBPObjectStore } from 'idb'
import type { RowCipher } from '@/lib/base/row-cipher'

/** Keys of encrypted rows begin with it. It stands behind all characters that keys of readable rows begin with. */
export const keyMark = '~'

export type Row = Readonly<Record<string, unknown>>

/** A store of the database within one transaction: some of its rows are encrypted. */
export type RawStore = IDBPObjectStore<unknown, string[], string, 'readwrite'>
/** The store without the type of its rows: what encrypts them handles the rows of all stores alike. */
export const rawStore = (store: unknown): RawStore => store as RawStore

/** The part of a database cursor that is used here. */
export interface Cursor {
  value: Row
  continue(): Promise<Cursor | null>
}

/** Where the rows of a store are, and by which fields they are found. */
export interface Place {
  store: string
  keyPath: string
  /** The fields of its indexes, the key's among them. */
  fields: readonly string[]
  /** The version of the database. */
  layout: number
}

export function placeOf(store: RawStore): Place {
  const keyPath = String(store.keyPath)
  const indexed = [...store.indexNames].flatMap(name => store.index(name).keyPath)
  const layout = store.transaction.db.version
  return { store: store.name, keyPath, fields: [...new Set([keyPath, ...indexed])], layout }
}

/** A row whose outside is that of an encrypted one. */
export function isEncrypted(row: object, keyPath: string): row is Row & { encrypted: Uint8Array } {
  const { [keyPath]: key, encrypted }: Row = { ...row }
  return typeof key === 'string' && key.startsWith(keyMark) && ArrayBuffer.isView(encrypted)
}

/**
 * The row as it is stored. By what it is found stays beside it: texts as keyed hashes, numbers (times, blocks, chains)
 * as they are, because ranges of them are asked for. All of that is authenticated with the row.
 */
export function encryptRow(row: Row, place: Place, cipher: RowCipher): Row {
  const found: Record<string, unknown> = { layout: place.layout }
  for (const field of place.fields) {
    const value = row[field]
    if (typeof value === 'string') found[field] = blind(place, field, value, cipher)
    else if (typeof value === 'number') found[field] = value
  }
  return { ...found, encrypted: cipher.encrypt(row, contextOf(place, found)) }
}

/** @returns `null` where it does not open with this key at this place */
export function decryptRow(
  { encrypted, ...found }: Row & { encrypted: Uint8Array },
  place: Place,
  cipher: RowCipher,
): Row | null {
  const opened = cipher.decrypt(encrypted, contextOf(place, found))
  return opened === null ? null : (opened.row as Row)
}

/** The hash that stands for the text of a field. */
export function blind({ store }: Place, field: string, text: string, cipher: RowCipher): string {
  return keyMark + cipher.blind(`${store}.${field}`, text)
}

function contextOf({ store }: Place, found: Row): string {
  return JSON.stringify([store, ...Object.entries(found).sort(([left], [right]) => (left < right ? -1 : 1))])
}
