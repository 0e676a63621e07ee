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
  get(id: string): Promise<TransactionRecord | undefined>
  byHash(hash: Hash): Promise<TransactionRecord | undefined>
  /** Newest first. */
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
  /** Changes a row in memory, tells, then writes; the very same object means nothing changed. `undefined`: no such row in flight. */
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
  /** Every change, told in the turn it happens. */
  onRow(listener: (row: TransactionRecord, receivedAt: number | null) => void): () => void
  /** Resolves when everything told so far is stored. */
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

/**
 * The journal of transactions. A row in flight lives in memory and has one writer, which writes its newest version whenever the one
 * before is stored; everything else reads from the database.
 */
export function createJournal(dependencies: {
  database: Database
  /** A write that failed; the row in memory goes on, the next change writes it again. */
  onFault(error: unknown): void
}): Journal {
  const { database, onFault } = dependencies
  const liveRows = new Map<string, TransactionRecord>()
  const idsByHash = new Map<Hash, string>()
  /** Newest rows of each chain that was asked about: they are asked for with every change. */
  const recent = new Map<number, Map<string, TransactionRecord>>()
  const unwritten = new Set<string>()
  const writers = new Map<string, Promise<void>>()
  const listeners = createListeners<[row: TransactionRecord, receivedAt: number | null]>()

  function keep(row: TransactionRecord): void {
    liveRows.set(row.id, row)
    idsByHash.set(row.hash, row.id)
    recent.get(row.chainId)?.set(row.id, row)
  }

  function write(id: string): void {
    unwritten.add(id)
    if (!writers.has(id))
      writers.set(
        id,
        Promise.resolve().then(() => writeNewest(id)),
      )
  }

  async function writeNewest(id: string): Promise<void> {
    try {
      while (unwritten.delete(id)) {
        const row = liveRows.get(id)
        if (row === undefined) return
        await database.put('transactions', row)
        // An ended row is read from the database again, once its last version is there.
        if (row.inFlight === 0 && liveRows.get(id) === row) forget(row)
      }
    } catch (error) {
      onFault(error)
    } finally {
      // In the same turn as the last look at `unwritten`, so that no change falls between the two.
      writers.delete(id)
    }
  }

  async function stored(): Promise<void> {
    while (writers.size > 0) await Promise.all(writers.values())
  }

  function forget(row: TransactionRecord): void {
    liveRows.delete(row.id)
    idsByHash.delete(row.hash)
  }

  function newest(row: TransactionRecord): TransactionRecord {
    return liveRows.get(row.id) ?? row
  }

  async function readRecent(chainId: number): Promise<Map<string, TransactionRecord>> {
    const range = IDBKeyRange.bound([chainId], [chainId, []])
    const rows = newestFirst(await database.getAllFromIndex('transactions', 'account', range)).slice(0, mostRecent)
    const found = recent.get(chainId) ?? new Map<string, TransactionRecord>()
    for (const row of rows) if (!found.has(row.id)) found.set(row.id, newest(row))
    recent.set(chainId, found)
    return found
  }

  return {
    async load() {
      for (const value of await database.getAllFromIndex('transactions', 'inFlight', 1)) {
        const parsed = transactionRecordSchema.safeParse(value)
        // A row already in memory is newer than its stored version.
        if (parsed.success && !liveRows.has(parsed.data.id)) keep(parsed.data)
        else if (!parsed.success) onFault(parsed.error)
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
    async byHash(hash) {
      const id = idsByHash.get(hash)
      if (id !== undefined) return liveRows.get(id)
      return database.getFromIndex('transactions', 'hash', hash)
    },
    async rows(chainId, address, limit) {
      const from = lowerCaseAddress(address)
      const range = IDBKeyRange.bound(
        [chainId, from, Number.NEGATIVE_INFINITY],
        [chainId, from, Number.POSITIVE_INFINITY],
      )
      const found: TransactionRecord[] = []
      // A row that moves while others are read is told of at once: the answer must not be older than that.
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
      return [...found.map(row => told.get(row.id) ?? newest(row)), ...begun]
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
      await Promise.all([transactions.add(row), movesOn ? nonces.put({ key, next }) : undefined, transaction.done])
      keep(row)
      listeners.tell(row, null)
      return row
    },
    change(id, step, receivedAt) {
      const row = liveRows.get(id)
      if (row === undefined) return undefined
      const changed = step(row)
      if (changed === row) return row
      keep(changed)
      listeners.tell(changed, receivedAt)
      write(id)
      return changed
    },
    async refuse(id, step, count) {
      const row = liveRows.get(id)
      if (row === undefined) return
      const refused = step(row)
      keep(refused)
      listeners.tell(refused, null)
      await writers.get(id)
      // Seen in a block after all, while the last write was under way.
      if (liveRows.get(id) !== refused) return
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
      // What comes after a hole now waits for it: the same rows mean something else.
      for (const later of liveRows.values())
        if (slotKey(later) === key && later.nonce > row.nonce) listeners.tell(later, null)
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
      listeners.tell(revived, null)
      return true
    },
    async recentOf(chainId) {
      const known = recent.get(chainId) ?? (await readRecent(chainId))
      return newestFirst([...known.values()])
    },
    onRow: listeners.add,
    stored,
    async clear() {
      await stored()
      liveRows.clear()
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
