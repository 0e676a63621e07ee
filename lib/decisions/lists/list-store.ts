import type { ListKind } from '@/lib/base/list-kind'
import { hasHash, type PackedHashes } from '@/lib/reading/list-formats/hash-filter'
import { listHashOf } from '@/lib/reading/list-formats/pack-names'
import type { ListEntry } from '@/lib/reading/list-formats/read-records'
import type { Database } from '@/lib/storage/open'
import { type ListRecord, listRecordSchema } from '@/lib/storage/records'

/** The lists in the database. */
export interface ListStore {
  /** In the order of their names. */
  all(): Promise<ListRecord[]>
  get(id: string): Promise<ListRecord | null>
  put(record: ListRecord): Promise<void>
  /** Changes a record. A removed record is not written again. */
  change(id: string, change: Partial<ListRecord>): Promise<void>
  remove(id: string): Promise<void>
  /** The database was erased. */
  forget(): void
  /** Replaces record and content at once: either all of it is kept or nothing. */
  replace(record: ListRecord, entries: readonly ListEntry[]): Promise<void>
  /**
   * The first of the names that is on one of the lists in use of that kind.
   * @param names in order of preference
   */
  findName(kind: ListKind, names: readonly string[]): Promise<{ entry: string; record: ListRecord } | null>
  /** What the lists in use of that kind have under a key, with the list. */
  read(kind: ListKind, key: string): Promise<{ value: unknown; record: ListRecord }[]>
  /** What one list has under keys; missing ones are left out. */
  readAll(id: string, keys: readonly string[]): Promise<{ key: string; value: unknown }[]>
  /** What the lists in use of that kind have by name, with the list. */
  readNamed(kind: ListKind, name: string): Promise<{ value: unknown; record: ListRecord }[]>
}

/** Entries that are written at once. */
const together = 1_000

/** The key of a list of names, whose content is one entry. */
export const packedKey = 'hashes'

export function createListStore(database: Database): ListStore {
  /** Read with the first look-up, and kept as bytes outside the heap: to read a part for each look-up takes 2 ms. */
  const packed = new Map<string, Promise<PackedHashes | null>>()
  /** Few rows, asked for at each look-up: read once, until they change. */
  let kept: Promise<ListRecord[]> | null = null

  function all(): Promise<ListRecord[]> {
    kept ??= database.getAll('lists').then(rows => rows.flatMap(row => listRecordSchema.safeParse(row).data ?? []))
    return kept
  }

  /** Lists in use that have content. */
  async function inUse(kind: ListKind): Promise<ListRecord[]> {
    return (await all()).filter(list => list.kind === kind && list.on && list.date !== null)
  }

  function hashesOf(id: string): Promise<PackedHashes | null> {
    const read = packed.get(id) ?? readHashes(database, id)
    packed.set(id, read)
    return read
  }

  /** After each change of a list. */
  function changed(id: string): void {
    kept = null
    packed.delete(id)
  }

  const contentOf = (id: string) => IDBKeyRange.bound([id, ''], [id, '\uffff'])

  return {
    all,
    get: async id => (await all()).find(list => list.id === id) ?? null,
    async put(record) {
      await database.put('lists', record)
      changed(record.id)
    },
    async change(id, change) {
      const transaction = database.transaction('lists', 'readwrite')
      const record = await transaction.store.get(id)
      if (record !== undefined) await transaction.store.put({ ...record, ...change })
      await transaction.done
      kept = null
    },
    async remove(id) {
      const transaction = database.transaction(['lists', 'listEntries'], 'readwrite')
      await Promise.all([
        transaction.objectStore('lists').delete(id),
        transaction.objectStore('listEntries').delete(contentOf(id)),
        transaction.done,
      ])
      changed(id)
    },
    forget() {
      kept = null
      packed.clear()
    },
    async replace(record, entries) {
      const transaction = database.transaction(['lists', 'listEntries'], 'readwrite')
      const content = transaction.objectStore('listEntries')
      const put = ({ name, ...entry }: ListEntry) =>
        content.put({ list: record.id, ...entry, ...(name === undefined ? {} : { name: `${record.kind}:${name}` }) })
      const write = async () => {
        await content.delete(contentOf(record.id))
        // The worker answers others between the parts.
        for (let at = 0; at < entries.length; at += together)
          await Promise.all(entries.slice(at, at + together).map(put))
        await transaction.objectStore('lists').put(record)
      }
      await Promise.all([write(), transaction.done])
      changed(record.id)
    },
    async findName(kind, names) {
      const lists = await inUse(kind)
      if (lists.length === 0) return null
      const hashes = names.map(listHashOf)
      const opened = await Promise.all(lists.map(async record => ({ record, content: await hashesOf(record.id) })))
      for (const { record, content } of opened) {
        const at = content === null ? -1 : hashes.findIndex(hash => hasHash(content, hash))
        const entry = names[at]
        if (entry !== undefined) return { entry, record }
      }
      return null
    },
    async read(kind, key) {
      const lists = await inUse(kind)
      if (lists.length === 0) return []
      const { store } = database.transaction('listEntries')
      const rows = lists.map(async record => ({ row: await store.get([record.id, key]), record }))
      return (await Promise.all(rows)).flatMap(({ row, record }) =>
        row === undefined ? [] : [{ value: row.value, record }],
      )
    },
    async readAll(id, keys) {
      const { store } = database.transaction('listEntries')
      const rows = await Promise.all(keys.map(key => store.get([id, key])))
      return rows.flatMap(row => (row === undefined ? [] : [{ key: row.key, value: row.value }]))
    },
    async readNamed(kind, name) {
      const lists = await inUse(kind)
      if (lists.length === 0) return []
      const rows = await database.getAllFromIndex('listEntries', 'name', `${kind}:${name}`)
      return rows.flatMap(({ list, value }) => {
        const record = lists.find(({ id }) => id === list)
        return record === undefined ? [] : [{ value, record }]
      })
    },
  }
}

/** @returns `null` where the list has no content, or content of another form */
async function readHashes(database: Database, id: string): Promise<PackedHashes | null> {
  const row = await database.get('listEntries', [id, packedKey])
  return isPacked(row?.value) ? row.value : null
}

function isPacked(value: unknown): value is PackedHashes {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['bytes', 'values', 'places'].every(field => ArrayBuffer.isView(Reflect.get(value, field))) &&
    ['count', 'lowBits'].every(field => Number.isInteger(Reflect.get(value, field)))
  )
}
