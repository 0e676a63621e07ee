import type { IDBPIndex } from 'idb'
import type { RowCipher } from '@/lib/base/row-cipher'
import type { EncryptedRule } from '@/lib/storage/stores'
import { abort, refuse } from './locked'
import { compareKeys, hashedQuery } from './queries'
import { blind, type Cursor, decryptRow, encryptRow, isEncrypted, placeOf, type RawStore, type Row } from './rows'

export interface StoreParts {
  rule: EncryptedRule
  /** `null` while the wallet is locked. Asked anew at each step, since it may be locked in between. */
  cipher(): RowCipher | null
  /** A row does not open with the key of the vault. */
  onUnreadable(key: string): void
}

type Query = IDBValidKey | IDBKeyRange | undefined

/**
 * A store of encrypted rows within one transaction: what is asked of it, and given to it, are rows as they are. A row
 * that stays readable has its own key, an encrypted one the hash of it; where a row is there twice, the readable one is
 * newer. An access that the lock refuses ends the transaction, so that nothing of it is written.
 */
export function encryptedStore(store: RawStore, { rule, cipher, onUnreadable }: StoreParts) {
  const place = placeOf(store)
  const { keyPath } = place
  const keyOf = (row: Row) => String(row[keyPath])
  const ciphers = (open: RowCipher | null) => (open === null ? [] : [open, ...open.former])
  /** The keys that the row may have when it is encrypted. */
  const blindKeys = (key: string, open: RowCipher | null) => ciphers(open).map(each => blind(place, keyPath, key, each))

  /** @throws Failure `locked` */
  function forReading(): RowCipher | null {
    const open = cipher()
    return open === null && rule.locked === 'closed' ? refuse(store.transaction) : open
  }

  /** @throws Failure `locked` */
  function forWriting(): RowCipher | null {
    const open = cipher()
    return open === null && rule.locked !== 'written' ? refuse(store.transaction) : open
  }

  /** @returns `null` for a row that cannot be read: the wallet is locked, or it does not open */
  function opened(row: Row): Row | null {
    if (!isEncrypted(row, keyPath)) return row
    const open = forReading()
    if (open === null) return null
    const decrypted = decryptRow(row, place, open)
    if (decrypted === null) onUnreadable(keyOf(row))
    return decrypted
  }

  /** The rows as they are, each once, in the order of `orderOf`. */
  function openedInOrder(rows: readonly Row[], orderOf: (row: Row) => unknown): Row[] {
    const byKey = new Map<string, Row>()
    for (const row of rows) {
      const known = opened(row)
      if (known !== null && (known === row || !byKey.has(keyOf(known)))) byKey.set(keyOf(known), known)
    }
    return [...byKey.values()]
      .map(row => ({ row, order: [orderOf(row), keyOf(row)] }))
      .sort((left, right) => compareKeys(left.order, right.order))
      .map(({ row }) => row)
  }

  /** The first of these rows that is there and opens. */
  async function firstOf(keys: readonly string[]): Promise<Row | undefined> {
    const rows: (Row | undefined)[] = await Promise.all(keys.map(key => store.get(key)))
    for (const row of rows) {
      const known = row === undefined ? null : opened(row)
      if (known !== null) return known
    }
    return undefined
  }

  async function get(key: string): Promise<Row | undefined> {
    return firstOf([key, ...blindKeys(key, forReading())])
  }

  async function getAll(range?: IDBKeyRange): Promise<Row[]> {
    forReading()
    const rows = openedInOrder(await store.getAll(), keyOf)
    return range === undefined ? rows : rows.filter(row => range.includes(keyOf(row)))
  }

  /** Deletes what the same transaction puts in another form. */
  function drop(key: string): void {
    // Where it fails the transaction does, and with it what the caller waits for.
    store.delete(key).catch(() => undefined)
  }

  /** Stores the row in the form it is to have. Then, and only then, the other forms go, if there are any. */
  async function write(row: Row, method: 'put' | 'add'): Promise<string> {
    const open = forWriting()
    const key = keyOf(row)
    const staysReadable = open === null || rule.staysReadable?.(row) === true
    const stored = staysReadable ? row : encryptRow(row, place, open)
    const written = store[method](stored)
    for (const other of [key, ...blindKeys(key, open)]) if (other !== stored[keyPath]) drop(other)
    await written
    return key
  }

  return {
    get,
    getAll,
    async getKey(key: string) {
      return (await get(key)) === undefined ? undefined : key
    },
    getAllKeys: async () => (await getAll()).map(keyOf),
    put: (row: Row) => write(row, 'put'),
    async add(row: Row) {
      const open = forWriting()
      const there = open === null ? [] : [keyOf(row), ...blindKeys(keyOf(row), open)].map(key => store.count(key))
      // In the same turn, since the caller may commit; requests are answered in their order.
      const added = write(row, 'add')
      // The caller gets it below, or a better reason.
      added.catch(() => undefined)
      if ((await Promise.all(there)).some(count => count > 0)) {
        abort(store.transaction)
        throw new DOMException('A row with this key exists.', 'ConstraintError')
      }
      return added
    },
    async delete(key: string) {
      for (const other of blindKeys(key, forWriting())) drop(other)
      await store.delete(key)
    },
    staysReadable: (row: Row) => rule.staysReadable?.(row) === true,
    /** Encrypts a readable row, unless the wallet was locked meanwhile. */
    async settle(row: Row) {
      const open = cipher()
      if (open === null) return
      const earlier = rule.merge && (await firstOf(blindKeys(keyOf(row), open)))
      await write(earlier === undefined ? row : (rule.merge?.(earlier, row) as Row), 'put')
    },
    /** The row encrypted with the key of today; as it is where it cannot be opened. */
    renewed(row: Row): Row {
      const open = cipher()
      const known = open === null ? null : opened(row)
      return open === null || known === null ? row : encryptRow(known, place, open)
    },
    clear: () => store.clear(),
    count: () => store.count(),
    index: (name: string) => encryptedIndex(store.index(name)),
  }

  function encryptedIndex(index: IDBPIndex<unknown, string[], string, string, 'readwrite'>) {
    const fields = [index.keyPath].flat()
    const orderOf = (row: Row) => fields.map(field => row[field])

    function queries(query: Query): Query[] {
      const hashed = ciphers(forReading()).map(open =>
        hashedQuery(query, fields, (field, text) => blind(place, field, text, open)),
      )
      return [query, ...hashed.filter(each => each !== null)]
    }

    async function getAll(query?: Query): Promise<Row[]> {
      const found: Row[][] = await Promise.all(queries(query).map(each => index.getAll(each)))
      return openedInOrder(found.flat(), orderOf)
    }

    return {
      getAll,
      get: async (query: Query) => (await getAll(query))[0],
      count: async (query: Query) => (await getAll(query)).length,
      openCursor(query: Query, direction: IDBCursorDirection) {
        const asked = queries(query).map(each => index.openCursor(each, direction))
        return walk(asked, orderOf, direction.startsWith('prev'))
      },
    }
  }

  /** One walk over readable and encrypted rows, in the order of the index; rows at the same place in any order. */
  async function walk(asked: Promise<Cursor | null>[], orderOf: (row: Row) => unknown, isBackwards: boolean) {
    const heads = await Promise.all((await Promise.all(asked)).map(readableHead))

    function head(): Cursor | null {
      let best = -1
      for (const [index, candidate] of heads.entries()) {
        if (candidate === null) continue
        const leader = heads[best]
        const order = leader == null ? -1 : compareKeys(orderOf(candidate.row), orderOf(leader.row))
        if (isBackwards && leader != null ? order > 0 : order < 0) best = index
      }
      const found = heads[best]
      if (found == null) return null
      return {
        value: found.row,
        async continue() {
          heads[best] = await readableHead(await found.cursor.continue())
          return head()
        },
      }
    }
    return head()
  }

  /** The cursor at the next row that can be read. */
  async function readableHead(at: Cursor | null): Promise<{ cursor: Cursor; row: Row } | null> {
    for (let cursor = at; cursor !== null; cursor = await cursor.continue()) {
      const row = opened(cursor.value)
      if (row !== null) return { cursor, row }
    }
    return null
  }
}
