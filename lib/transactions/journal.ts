import type { Address, Hash } from 'viem'
import type { Database } from '@/lib/database/open'
import { type TransactionRecord, transactionRecordSchema } from '@/lib/database/records'
import { lowerCaseAddress } from '@/lib/values/hex'
import { createListeners } from '@/lib/values/listeners'
import { releaseNonce } from './nonce'

export interface Journal {
  /** Reads every row in flight into memory; what a dead worker left behind. */
  load(): Promise<TransactionRecord[]>
  /** Rows in flight, as they are in memory. */
  live(): TransactionRecord[]
  liveById(id: string): TransactionRecord | undefined
  liveByHash(hash: Hash): TransactionRecord | undefined
  /** The newest version there is, stored or not. */
  get(id: string): Promise<TransactionRecord | undefined>
  storedById(id: string): Promise<TransactionRecord | undefined>
  storedByHash(hash: Hash): Promise<TransactionRecord | undefined>
  /** As they are stored, newest first. */
  rows(chainId: number, address: Address, limit: number): Promise<TransactionRecord[]>
  /** Rows that hold or held one nonce, oldest first. */
  withNonce(slot: NonceSlot & { nonce: number }): Promise<TransactionRecord[]>
  localNext(slot: NonceSlot): Promise<number | null>
  /**
   * The intent before the effect (invariant 4): row and nonce in one strict transaction, before the first byte leaves. If the row of this
   * approval is there already, that one is returned and nothing is written. A nonce `fixed` by a person only moves the sequence on when it
   * is the next one: a far one must not make all that follow wait for it.
   */
  reserve(row: TransactionRecord, nonce: 'next' | 'fixed'): Promise<TransactionRecord>
  /** Changes a row in memory, writes, then tells; the very same object means nothing changed. `undefined`: no such row in flight. */
  change(
    id: string,
    step: (row: TransactionRecord) => TransactionRecord,
    receivedAt: number | null,
  ): TransactionRecord | undefined
  /**
   * Ends a row that was refused before it could be included, and gives its nonce back if it was the last one, in one strict transaction. Under the
   * lock of its nonces: a reservation under way would otherwise leave the one given back behind.
   */
  refuse(id: string, step: (row: TransactionRecord) => TransactionRecord, count: number): Promise<void>
  /**
   * Takes up again a row that had given its nonce back, and the nonce with it, in one strict transaction, under the lock of its nonces.
   * `false`: another transaction has the nonce by now.
   */
  revive(id: string): Promise<boolean>
  /** The newest rows of a chain, newest first: some three hundred, and whatever came since this worker began. */
  recentOf(chainId: number): Promise<TransactionRecord[]>
  /** Every change, in its order, once it is stored: nobody hears of what a worker that dies now would forget. */
  onRow(listener: (row: TransactionRecord, receivedAt: number | null) => void): () => void
  /** Tells of rows in flight as they are stored, though nothing in them changed: what they wait for did. */
  tellAgain(ids: Iterable<string>): void
  /** Resolves when every change so far is stored, or could not be. */
  stored(): Promise<void>
  /** Lets go of every row in memory, once the newest versions are stored. */
  clear(): Promise<void>
}

/** Whose nonces: one sequence per chain, epoch and address. */
export interface NonceSlot {
  chainId: number
  epoch: number
  from: Address
}

/** The part of `navigator.locks` that is needed: one holder per name, across all contexts of the extension. */
export interface Locks {
  request<T>(name: string, callback: () => Promise<T>): Promise<T>
}

/** Whatever takes or gives back nonces of one chain and address does it one after the other (invariant 5). */
export function withNonceLock<T>(
  locks: Locks,
  { chainId, from }: Pick<NonceSlot, 'chainId' | 'from'>,
  work: () => Promise<T>,
): Promise<T> {
  return locks.request(`nonce ${chainId}:${lowerCaseAddress(from)}`, work)
}

export function slotKey({ chainId, epoch, from }: NonceSlot): string {
  return `${chainId}:${epoch}:${lowerCaseAddress(from)}`
}

/** What statistics and “sent there before” look back at. */
const mostRecent = 300

interface Change {
  row: TransactionRecord
  receivedAt: number | null
}

/**
 * The journal of transactions. A row in flight lives in memory, where decisions are made; one writer stores what changed, all of it at once whenever what
 * came before is stored, and only then is it told. So a screen never says what a worker killed at that moment would not know again. Everything
 * else reads from the database.
 */
export function createJournal(dependencies: {
  database: Database
  /** A write that failed; the rows in memory go on, the next change writes them again. */
  onFault(error: unknown): void
}): Journal {
  const { database, onFault } = dependencies
  const liveRows = new Map<string, TransactionRecord>()
  /** Of the rows in flight the versions that are in the database. */
  const storedRows = new Map<string, TransactionRecord>()
  const idsByHash = new Map<Hash, string>()
  /** Newest rows of each chain that was asked about: they are asked for with every change. */
  const recent = new Map<number, Map<string, TransactionRecord>>()
  let unwritten: Change[] = []
  let writing: Promise<void> | null = null
  const listeners = createListeners<[row: TransactionRecord, receivedAt: number | null]>()

  function keep(row: TransactionRecord): void {
    liveRows.set(row.id, row)
    idsByHash.set(row.hash, row.id)
  }

  /** What is told is in the database: the one place where anybody is told anything. */
  function tellStored(row: TransactionRecord, receivedAt: number | null): void {
    if (liveRows.has(row.id)) storedRows.set(row.id, row)
    recent.get(row.chainId)?.set(row.id, row)
    listeners.tell(row, receivedAt)
  }

  function write(change: Change): void {
    unwritten.push(change)
    writing ??= Promise.resolve().then(writeEverything)
  }

  async function writeEverything(): Promise<void> {
    let changes: Change[] = []
    try {
      while (unwritten.length > 0) {
        changes = unwritten
        unwritten = []
        const newest = new Map(changes.map(({ row }) => [row.id, row]))
        // Relaxed: it outlives this worker. What a power cut takes back the chain says again.
        const transaction = database.transaction('transactions', 'readwrite', { durability: 'relaxed' })
        const writes = [...newest.values()].map(row => transaction.store.put(row))
        // Said now: found out, it would cost a way to the database and back before anybody is told.
        transaction.commit()
        await Promise.all([...writes, transaction.done])
        // An ended row is read from the database again, once its last version is there.
        for (const row of newest.values()) if (row.inFlight === 0 && liveRows.get(row.id) === row) forget(row)
        for (const { row, receivedAt } of changes) tellStored(row, receivedAt)
      }
    } catch (error) {
      unwritten = [...changes, ...unwritten]
      onFault(error)
    } finally {
      // In the same turn as the last look at `unwritten`, so that no change falls between the two.
      writing = null
    }
  }

  async function stored(): Promise<void> {
    while (writing !== null) await writing
  }

  function forget(row: TransactionRecord): void {
    liveRows.delete(row.id)
    storedRows.delete(row.id)
    idsByHash.delete(row.hash)
  }

  function newest(row: TransactionRecord): TransactionRecord {
    return liveRows.get(row.id) ?? row
  }

  function tellAgain(ids: Iterable<string>): void {
    const changed = new Set(unwritten.map(({ row }) => row.id))
    for (const id of ids) {
      const row = storedRows.get(id)
      // What is about to be written is told soon.
      if (row !== undefined && !changed.has(id)) tellStored(row, null)
    }
  }

  async function readRecent(chainId: number): Promise<Map<string, TransactionRecord>> {
    const range = IDBKeyRange.bound([chainId], [chainId, []])
    const rows = newestFirst(await database.getAllFromIndex('transactions', 'account', range)).slice(0, mostRecent)
    const found = recent.get(chainId) ?? new Map<string, TransactionRecord>()
    for (const row of rows) if (!found.has(row.id)) found.set(row.id, storedRows.get(row.id) ?? row)
    recent.set(chainId, found)
    return found
  }

  return {
    async load() {
      for (const value of await database.getAllFromIndex('transactions', 'inFlight', 1)) {
        const parsed = transactionRecordSchema.safeParse(value)
        // A row already in memory is newer than its stored version.
        if (!parsed.success) onFault(parsed.error)
        else if (!liveRows.has(parsed.data.id)) {
          keep(parsed.data)
          storedRows.set(parsed.data.id, parsed.data)
        }
      }
      return [...liveRows.values()]
    },
    live: () => [...liveRows.values()],
    liveById: id => liveRows.get(id),
    liveByHash(hash) {
      const id = idsByHash.get(hash)
      return id === undefined ? undefined : liveRows.get(id)
    },
    async get(id) {
      return liveRows.get(id) ?? (await database.get('transactions', id))
    },
    storedById: id => database.get('transactions', id),
    storedByHash: hash => database.getFromIndex('transactions', 'hash', hash),
    async rows(chainId, address, limit) {
      const from = lowerCaseAddress(address)
      const range = IDBKeyRange.bound(
        [chainId, from, Number.NEGATIVE_INFINITY],
        [chainId, from, Number.POSITIVE_INFINITY],
      )
      const found: TransactionRecord[] = []
      // The answer must not be older than what is told of a row while others are read.
      const told = new Map<string, TransactionRecord>()
      const stop = listeners.add(row => {
        if (row.chainId === chainId && lowerCaseAddress(row.from) === from) told.set(row.id, row)
      })
      try {
        let cursor = await database.transaction('transactions').store.index('account').openCursor(range, 'prev')
        while (cursor !== null && found.length < limit) {
          found.push(cursor.value)
          cursor = await cursor.continue()
        }
      } finally {
        stop()
      }
      const read = new Set(found.map(({ id }) => id))
      const begun = [...told.values()].filter(({ id }) => !read.has(id))
      return [...found.map(row => told.get(row.id) ?? row), ...begun]
        .sort((a, b) => b.createdAt - a.createdAt)
        .slice(0, limit)
    },
    async withNonce({ chainId, epoch, from, nonce }) {
      const rows = await database.getAllFromIndex('transactions', 'nonce', [
        chainId,
        epoch,
        lowerCaseAddress(from),
        nonce,
      ])
      return rows.map(newest).sort((a, b) => a.createdAt - b.createdAt)
    },
    async localNext(slot) {
      return (await database.get('nonces', slotKey(slot)))?.next ?? null
    },
    async reserve(row, nonce) {
      const transaction = database.transaction(['transactions', 'nonces'], 'readwrite', { durability: 'strict' })
      const transactions = transaction.objectStore('transactions')
      const nonces = transaction.objectStore('nonces')
      const key = slotKey(row)
      const [existing, reserved] = await Promise.all([transactions.get(row.id), nonces.get(key)])
      if (existing !== undefined) {
        await transaction.done
        return newest(existing)
      }
      const movesOn = nonce === 'next' || reserved?.next === row.nonce
      const next = Math.max(reserved?.next ?? 0, row.nonce + 1)
      const writes = [transactions.add(row), movesOn ? nonces.put({ key, next }) : undefined]
      transaction.commit()
      await Promise.all([...writes, transaction.done])
      keep(row)
      tellStored(row, null)
      return row
    },
    change(id, step, receivedAt) {
      const row = liveRows.get(id)
      if (row === undefined) return undefined
      const changed = step(row)
      if (changed === row) return row
      keep(changed)
      write({ row: changed, receivedAt })
      return changed
    },
    async refuse(id, step, count) {
      const row = liveRows.get(id)
      if (row === undefined) return
      const refused = step(row)
      keep(refused)
      await stored()
      // Seen in a block after all, while the last write was under way.
      if (liveRows.get(id) !== refused) return
      // What could not be written of it would come after its end.
      unwritten = unwritten.filter(change => change.row.id !== id)
      const transaction = database.transaction(['transactions', 'nonces'], 'readwrite', { durability: 'strict' })
      const transactions = transaction.objectStore('transactions')
      const nonces = transaction.objectStore('nonces')
      const key = slotKey(row)
      const reserved = await nonces.get(key)
      await transactions.put(refused)
      if (reserved !== undefined) {
        const sequence = IDBKeyRange.bound(
          [row.chainId, row.epoch, row.from, count],
          [row.chainId, row.epoch, row.from, Number.POSITIVE_INFINITY],
        )
        const others = (await transactions.index('nonce').getAll(sequence)).filter(other => other.id !== id)
        const held = others.filter(other => !gaveNonceBack(newest(other))).map(other => other.nonce)
        await nonces.put({ key, next: releaseNonce(reserved.next, row.nonce, held, count) })
      }
      await transaction.done
      if (liveRows.get(id) === refused) forget(refused)
      tellStored(refused, null)
    },
    async revive(id) {
      const transaction = database.transaction(['transactions', 'nonces'], 'readwrite', { durability: 'strict' })
      const transactions = transaction.objectStore('transactions')
      const nonces = transaction.objectStore('nonces')
      const row = await transactions.get(id)
      if (row === undefined || !gaveNonceBack(row)) {
        await transaction.done
        return false
      }
      const { chainId, epoch, from, nonce } = row
      const holders = await transactions.index('nonce').getAll([chainId, epoch, from, nonce])
      const isFree = holders.every(other => other.id === id || gaveNonceBack(newest(other)))
      const revived: TransactionRecord = { ...row, ended: null, refusal: null, inFlight: 1 }
      if (isFree) {
        const key = slotKey(row)
        const reserved = await nonces.get(key)
        await transactions.put(revived)
        await nonces.put({ key, next: Math.max(reserved?.next ?? 0, nonce + 1) })
      }
      await transaction.done
      if (!isFree) return false
      keep(revived)
      tellStored(revived, null)
      return true
    },
    async recentOf(chainId) {
      const known = recent.get(chainId) ?? (await readRecent(chainId))
      return newestFirst([...known.values()])
    },
    onRow: listeners.add,
    tellAgain,
    stored,
    async clear() {
      await stored()
      unwritten = []
      liveRows.clear()
      storedRows.clear()
      idsByHash.clear()
      recent.clear()
    },
  }
}

function newestFirst(rows: readonly TransactionRecord[]): TransactionRecord[] {
  return rows.toSorted((a, b) => b.createdAt - a.createdAt)
}

/** Refused before it could be included: its nonce is free. One only called dropped may still turn up, and keeps it. */
export function gaveNonceBack(row: Pick<TransactionRecord, 'refusal' | 'inFlight' | 'ended'>): boolean {
  return row.refusal !== null && row.inFlight === 0 && row.ended === 'dropped'
}
