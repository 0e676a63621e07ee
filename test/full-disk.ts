/**
 * A disk that is full, for `fake-indexeddb`: the transaction of a write is undone instead of kept, with the error that
 * browsers have for it, `QuotaExceededError`.
 */
export interface Disk {
  /** Writes to the database so far. */
  writes(): number
  /** No write fails any more. */
  free(): void
}

interface Limit {
  writes: number
  fails(write: number): boolean
}

const limits = new Map<string, Limit>()
let isWatched = false

/**
 * Counts the writes to a database from now on.
 * @param fails whether a write, the first being 1, finds the disk full
 */
export function watchDisk(database: string, fails: (write: number) => boolean = () => false): Disk {
  watchWrites()
  const limit: Limit = { writes: 0, fails }
  limits.set(database, limit)
  return {
    writes: () => limit.writes,
    free() {
      limit.fails = () => false
    },
  }
}

/** The transaction of `fake-indexeddb`. */
interface Undoable extends IDBTransaction {
  _abort(reason: string): void
}

function watchWrites(): void {
  if (isWatched) return
  isWatched = true
  const store = IDBObjectStore.prototype
  const cursor = IDBCursor.prototype
  wrap(store, ['add', 'put', 'delete', 'clear'], ({ transaction }) => transaction)
  wrap(cursor, ['update', 'delete'], ({ source }) =>
    source instanceof IDBObjectStore ? source.transaction : source.objectStore.transaction,
  )
}

function wrap<Target extends IDBObjectStore | IDBCursor>(
  prototype: Target,
  names: readonly (keyof Target & string)[],
  transactionOf: (target: Target) => IDBTransaction,
): void {
  for (const name of names) {
    const original: unknown = prototype[name]
    if (typeof original !== 'function') throw new Error(`no method ${name}`)
    Object.defineProperty(prototype, name, {
      configurable: true,
      value(this: Target, ...given: unknown[]): IDBRequest {
        const request: IDBRequest = Reflect.apply(original, this, given)
        const transaction = transactionOf(this)
        const limit = limits.get(transaction.db.name)
        if (limit === undefined) return request
        limit.writes += 1
        if (limit.fails(limit.writes))
          request.addEventListener('success', () => (transaction as Undoable)._abort('QuotaExceededError'))
        return request
      },
    })
  }
}
