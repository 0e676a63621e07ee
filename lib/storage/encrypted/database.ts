import type { IDBPTransaction } from 'idb'
import type { RowCipher } from '@/lib/base/row-cipher'
import type { Database } from '@/lib/storage/open'
import { type EncryptedStoreName, encryptedStoreNames, stores } from '@/lib/storage/stores'
import { lockedView } from './locked'
import type { encryptedStore } from './store'

export interface EncryptedParts {
  /** `null` while the wallet is locked. */
  cipher(): RowCipher | null
  /** Called while the wallet is unlocked. The worker loads the code then. */
  encryptedStore: typeof encryptedStore
  /** A row does not open with the key of the vault. */
  onUnreadable(store: EncryptedStoreName, key: string): void
}

/**
 * The database as the rooms see it: rows go in and come out as they are, and lie encrypted on the disk as
 * its row of `stores` says. Stores that are `open` are passed on as they are.
 */
export function withEncryptedRows(
  database: Database,
  { cipher, encryptedStore, onUnreadable }: EncryptedParts,
): Database {
  function storeIn(transaction: Transaction, name: string): object {
    const store = transaction.objectStore(name)
    if (!isEncryptedStore(name)) return store
    const rule = stores[name]
    return cipher() === null
      ? lockedView(store, rule)
      : encryptedStore(store, { rule, cipher, onUnreadable: key => onUnreadable(name, key) })
  }

  /** Runs one request in a transaction of its own. Resolves when it is stored. */
  async function alone(name: EncryptedStoreName, method: string, given: unknown[]): Promise<unknown> {
    const isWrite = /^(?:put|add|delete|clear)$/.test(method)
    const transaction = database.transaction(name, isWrite ? 'readwrite' : 'readonly') as unknown as Transaction
    const [, ofIndex] = /^(.+)FromIndex$/.exec(method) ?? []
    const store = storeIn(transaction, name)
    const target = ofIndex === undefined ? store : Reflect.get(store, 'index')(given.shift())
    const asked = Reflect.get(target, ofIndex ?? method)(...given)
    const [result] = await Promise.all([asked, isWrite ? transaction.done : null])
    return result
  }

  const inTransaction = (transaction: Transaction): Transaction =>
    new Proxy(transaction, {
      get(target, name) {
        if (name === 'objectStore') return (store: string) => storeIn(target, store)
        const value = Reflect.get(target, name)
        if (name === 'store' && value !== undefined) return storeIn(target, value.name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })

  return new Proxy(database, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const [store, ...rest] = given
        if (typeof name === 'string' && rowMethod.test(name) && isEncryptedStore(store)) return alone(store, name, rest)
        const result = value.apply(target, given)
        return name === 'transaction' ? inTransaction(result) : result
      }
    },
  })
}

/** The browser refuses to write in one that only reads. */
type Transaction = IDBPTransaction<unknown, string[], 'readwrite'>

/** The requests that `idb` makes in a transaction of its own. */
const rowMethod = /^(?:get|put|add|delete|clear|count)/

function isEncryptedStore(name: unknown): name is EncryptedStoreName {
  return encryptedStoreNames.some(each => each === name)
}
