import type { Address, Hash } from 'viem'
import { isSameAddress, lowerCaseAddress } from '@/lib/base/hex'
import { createListeners } from '@/lib/base/listeners'
import type { NetworkId } from '@/lib/base/network-id'
import type { Database } from '@/lib/storage/open'
import { type TransactionRecord, transactionRecordSchema } from '@/lib/storage/records'
import { createLiveRows } from './live-rows'
import { createNewestRows, newestFirst, readNewest } from './newest-rows'
import { addWithNonce, putRefused, reviveWithNonce } from './nonce-rows'
import { type NonceSlot, slotKey } from './nonce-slot'
import { createRowWriter } from './row-writer'

/** Statistics and the list of contacts look back this many rows. */
const mostRecent = 300
/** Screens show no more of an account at once. */
const mostOfAccount = 200

export interface Journal {
  /** Reads the rows in flight into memory, as an earlier worker left them. */
  load(): Promise<TransactionRecord[]>
  /** The rows in flight, as they are in memory. */
  live(): TransactionRecord[]
  liveById(id: string): TransactionRecord | undefined
  liveByHash(networkId: NetworkId, hash: Hash): TransactionRecord | undefined
  /** @returns the newest version, stored or not */
  get(id: string): Promise<TransactionRecord | undefined>
  storedById(id: string): Promise<TransactionRecord | undefined>
  storedByHash(networkId: NetworkId, hash: Hash): Promise<TransactionRecord | undefined>
  /** @returns the stored versions, newest row first */
  rows(networkId: NetworkId, address: Address, limit: number): Promise<TransactionRecord[]>
  /** @returns the rows that hold or held this nonce, oldest first */
  withNonce(slot: NonceSlot & { nonce: number }): Promise<TransactionRecord[]>
  /** @returns the next nonce by this wallet's own count; `null` before the first */
  localNext(slot: NonceSlot): Promise<number | null>
  /** Sets the wallet's own count. Call it under the lock of the slot. */
  setLocalNext(slot: NonceSlot, next: number): Promise<void>
  /**
   * Stores row and nonce in one strict transaction, before the first byte leaves (invariant 4).
   * @param nonce `fixed`: chosen by the person. It moves the sequence on only if it is the next one, so that later
   * transactions do not wait for it.
   * @returns the row; the one that exists under its id, with nothing written
   */
  reserve(row: TransactionRecord, nonce: 'next' | 'fixed'): Promise<TransactionRecord>
  /**
   * Changes a row in memory, stores it, then tells it.
   * @param step returns the new version, or the same object for no change
   * @param receivedAt when the push that caused it reached the worker, ms since the epoch
   * @returns the new version; `undefined` where the row is not in flight
   */
  change(
    id: string,
    step: (row: TransactionRecord) => TransactionRecord,
    receivedAt: number | null,
  ): TransactionRecord | undefined
  /**
   * Ends a row that was refused before it could be included, and gives its nonce back if it was the last one, in one
   * strict transaction. To be called under the lock of its nonces: a reservation at the same time would leave the
   * given-back nonce behind.
   * @param count transaction count on the chain, as far as known
   */
  refuse(id: string, step: (row: TransactionRecord) => TransactionRecord, count: number): Promise<void>
  /**
   * Puts a row in flight again that had given its nonce back, with its nonce, in one strict transaction. To be called
   * under the lock of its nonces.
   * @returns false where another transaction has the nonce now
   */
  revive(id: string): Promise<boolean>
  /**
   * Puts the newest rows of a chain that one endpoint's word may have ended in flight again, so that they are read once
   * more.
   */
  reopen(networkId: NetworkId): Promise<void>
  /** @returns about 300 rows of a chain and those that came since this worker started, newest first */
  recentOf(networkId: NetworkId): Promise<TransactionRecord[]>
  /** Forgets rows that are not in flight: the wallet was locked, or unlocked, and others can be read from now on. */
  forgetEnded(): void
  /** Calls with every change, in order, once it is stored: a worker that dies forgets nothing that was told. */
  onRow(listener: (row: TransactionRecord, receivedAt: number | null) => void): () => void
  /** Tells rows in flight again, as they are stored: what they wait for has changed. */
  tellAgain(ids: Iterable<string>): void
  /** Resolves when every change so far is stored, or its write has failed. */
  stored(): Promise<void>
  /** Removes all rows from memory, once their newest versions are stored. */
  clear(): Promise<void>
}

/**
 * The journal of transactions. Rows in flight are in memory, where decisions are made; changes are stored together, and
 * told once they are stored, so that no screen shows what a worker killed at that moment would forget. Everything else
 * is read from the database.
 */
export function createJournal(dependencies: {
  database: Database
  /** A write failed. The rows in memory stay; the next change writes them again. */
  onFault(error: unknown): void
}): Journal {
  const { database, onFault } = dependencies
  const listeners = createListeners<[row: TransactionRecord, receivedAt: number | null]>()
  const live = createLiveRows()
  const stored = { database, storedVersion: live.storedVersion }
  const recent = createNewestRows('recent', mostRecent, stored)
  const ofAccount = createNewestRows('account', mostOfAccount, stored)
  const writer = createRowWriter({
    database,
    onStored(changes) {
      // An ended row leaves memory once its last version is stored.
      for (const { row } of changes) if (row.inFlight === 0 && live.get(row.id) === row) live.forget(row)
      for (const { row, receivedAt } of changes) tellStored(row, receivedAt)
    },
    onFault,
  })

  /** The only place where rows are told: they are in the database. */
  function tellStored(row: TransactionRecord, receivedAt: number | null): void {
    live.markStored(row)
    recent.take(row)
    ofAccount.take(row)
    listeners.tell(row, receivedAt)
  }

  function forget(): void {
    recent.clear()
    ofAccount.clear()
  }

  return {
    async load() {
      for (const value of await database.getAllFromIndex('transactions', 'inFlight', 1)) {
        const parsed = transactionRecordSchema.safeParse(value)
        // A row in memory is newer than its stored version.
        if (!parsed.success) onFault(parsed.error)
        else if (live.get(parsed.data.id) === undefined) {
          live.keep(parsed.data)
          live.markStored(parsed.data)
        }
      }
      return live.all()
    },
    live: live.all,
    liveById: live.get,
    liveByHash: live.byHash,
    get: async id => live.get(id) ?? (await database.get('transactions', id)),
    storedById: id => database.get('transactions', id),
    storedByHash: (networkId, hash) => database.getFromIndex('transactions', 'hash', [networkId, hash]),
    async rows(networkId, address, limit) {
      const from = lowerCaseAddress(address)
      if (limit <= mostOfAccount) return (await ofAccount.of([networkId, from])).slice(0, limit)
      // A row that is told while others are read must not be older in the result.
      const told = new Map<string, TransactionRecord>()
      const stop = listeners.add(row => {
        if (row.networkId === networkId && isSameAddress(row.from, from)) told.set(row.id, row)
      })
      const found = await readNewest(database, 'account', [networkId, from], limit).finally(stop)
      const read = new Set(found.map(({ id }) => id))
      const begun = [...told.values()].filter(({ id }) => !read.has(id))
      return newestFirst([...found.map(row => told.get(row.id) ?? row), ...begun]).slice(0, limit)
    },
    async withNonce({ networkId, epoch, from, nonce }) {
      const sender = lowerCaseAddress(from)
      const rows = await database.getAllFromIndex('transactions', 'nonce', [networkId, epoch, sender, nonce])
      return rows.map(live.newest).sort((a, b) => a.createdAt - b.createdAt)
    },
    localNext: async slot => (await database.get('nonces', slotKey(slot)))?.next ?? null,
    async setLocalNext(slot, next) {
      await database.put('nonces', { key: slotKey(slot), next })
    },
    async reserve(row, nonce) {
      const existing = await addWithNonce(database, row, nonce)
      if (existing !== undefined) return live.newest(existing)
      live.keep(row)
      tellStored(row, null)
      return row
    },
    change(id, step, receivedAt) {
      const row = live.get(id)
      if (row === undefined) return undefined
      const changed = step(row)
      if (changed === row) return row
      live.keep(changed)
      writer.write({ row: changed, receivedAt })
      return changed
    },
    async refuse(id, step, count) {
      const row = live.get(id)
      if (row === undefined) return
      const refused = step(row)
      live.keep(refused)
      await writer.stored()
      // During the last write the transaction was seen in a block after all.
      if (live.get(id) !== refused) return
      // An earlier version whose write failed must not be written after the last one.
      writer.drop(id)
      await putRefused(database, refused, count, live.newest)
      if (live.get(id) === refused) live.forget(refused)
      tellStored(refused, null)
    },
    async revive(id) {
      const revived = await reviveWithNonce(database, id, live.newest)
      if (revived === null) return false
      live.keep(revived)
      tellStored(revived, null)
      return true
    },
    async reopen(networkId) {
      for (const row of await recent.of([networkId])) {
        const isBelieved = row.ended === null ? row.level === 'final' : row.ended === 'replaced'
        if (row.inFlight === 1 || !isBelieved || live.get(row.id) !== undefined) continue
        const reopened: TransactionRecord = { ...row, inFlight: 1 }
        live.keep(reopened)
        writer.write({ row: reopened, receivedAt: null })
      }
    },
    recentOf: networkId => recent.of([networkId]),
    forgetEnded: forget,
    onRow: listeners.add,
    tellAgain(ids) {
      for (const id of ids) {
        const row = live.storedVersion(id)
        // A change that waits to be written is told soon.
        if (row !== undefined && !writer.isWaiting(id)) tellStored(row, null)
      }
    },
    stored: writer.stored,
    async clear() {
      await writer.stored()
      writer.dropAll()
      live.clear()
      forget()
    },
  }
}
