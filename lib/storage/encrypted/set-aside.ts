import type { RowCipher } from '@/lib/base/row-cipher'
import type { Database } from '@/lib/storage/open'
import type { EncryptedStoreName } from '@/lib/storage/stores'
import { contextOfSetAside, openSetAside } from './open-set-aside'
import { decryptRow, isEncrypted, placeOf, type Row, rawStore } from './rows'

/**
 * Moves an encrypted row that does not open to the store `damaged`.
 * @returns false where it opens, or is gone: it was written anew meanwhile
 */
export async function setUnreadableAside(
  database: Database,
  name: EncryptedStoreName,
  key: string,
  { cipher, now }: { cipher(): RowCipher | null; now(): number },
): Promise<boolean> {
  const transaction = database.transaction([name, 'damaged'], 'readwrite', { durability: 'strict' })
  const store = rawStore(transaction.objectStore(name))
  const row: Row | undefined = await store.get(key)
  const place = placeOf(store)
  const open = cipher()
  const isUnreadable =
    row !== undefined && open !== null && isEncrypted(row, place.keyPath) && decryptRow(row, place, open) === null
  if (isUnreadable) {
    await transaction.objectStore('damaged').add({ store: name, key, row, at: now() })
    await store.delete(key)
  }
  await transaction.done
  return isUnreadable
}

/** Encrypts the keys and the rows that were set aside, in the form in which they are exported. */
export async function encryptSetAside(database: Database, { cipher }: { cipher(): RowCipher | null }): Promise<void> {
  const transaction = database.transaction('damaged', 'readwrite')
  let cursor = await transaction.store.openCursor()
  for (; cursor !== null; cursor = await cursor.continue()) {
    const open = cipher()
    const record = cursor.value
    if (open === null || (ArrayBuffer.isView(record.row) && open.former.length === 0)) continue
    const content = openSetAside(record, open)
    // One of a key that is gone stays as it is.
    if (ArrayBuffer.isView(record.row) && content.row === null) continue
    const row = open.encrypt(content, contextOfSetAside(record))
    await cursor.update({ ...record, key: null, row })
  }
  await transaction.done
}
