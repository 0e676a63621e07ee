import type { Address } from 'viem'
import * as z from 'zod/mini'
import { committed } from '@/lib/database/committed'
import type { Database } from '@/lib/database/open'
import type { ArrivalRecord, PastSearchRecord, PastTransactionRecord } from '@/lib/database/records'
import { RpcError } from '@/lib/rpc/errors'
import { quantity } from '@/lib/rpc/schemas'
import type { Connection } from '@/lib/rpc/types'
import { Failure } from '@/lib/values/failure'
import { lowerCaseAddress, toQuantity } from '@/lib/values/hex'
import { createListeners } from '@/lib/values/listeners'
import type { NetworkId } from '@/lib/values/network-id'
import { createOnce } from '@/lib/values/once'
import { type PastBlock, readPastBlock } from './block'
import { findChange } from './find-change'
import {
  cutRange,
  deepenedRange,
  isOfSameChain,
  newRange,
  oldestKnown,
  outcomeOf,
  type PastOutcome,
  type Range,
  resumedRange,
  searchedDownTo,
  shareOf,
} from './range'
import { type PastState, readStates } from './states'

/** Round trips of one step. A change that was begun is finished. */
const tripsOfStep = 12
/** A state, or a block, counts as unknown after so many readings. */
const readings = 3

export interface PastProgress {
  /** Time of the oldest block searched without a gap from the newest: ms since the epoch. */
  reachedAt: number
  /** Of the blocks that can be searched, 0 to 1. */
  share: number
  /** What this step found that was not known. */
  found: number
  /** Why the search is over; `null`: it is not. */
  done: PastOutcome | null
  /** Everything is searched from the newest block down to the wanted one, or as far down as it can be. */
  isSearched: boolean
}

/** Finds what happened to an account while nobody looked, by its balance and its transaction count in past blocks. */
export interface Past {
  /**
   * One bounded step from the newest blocks to older ones. What it found is stored before it returns; the next step
   * goes on where this one ended, also in another life of the worker.
   * @param downTo search no further than this block, and all newer ones first
   * @throws RpcError where the endpoint cannot be asked
   */
  step(networkId: NetworkId, account: Address, downTo?: number): Promise<PastProgress>
  /**
   * Reads what the database has; call it once the wallet is unlocked. What is from before a restart of its chain goes.
   */
  load(): Promise<void>
  /** Forgets what is in memory: the wallet was locked. */
  rest(): void
  /** The account's transactions that were found and that the wallet did not send itself, newest first. */
  sent(networkId: NetworkId, account: Address): PastTransactionRecord[]
  onChange(listener: (networkId: NetworkId) => void): () => void
  /** Forgets what was found on a chain that restarted, or everything. */
  forget(networkId?: NetworkId): void
}

const headSchema = z.object({ number: quantity, timestamp: quantity })

/** The nodes behind one address differ: one that is behind knows nothing of a block that another one told of. */
function patient(connection: Connection): Connection {
  return {
    ...connection,
    async request(method, params, schema) {
      for (let reading = 1; ; reading += 1) {
        try {
          return await connection.request(method, params, schema)
        } catch (error) {
          if (reading === readings || !(error instanceof RpcError) || error.kind !== 'invalid-reply') throw error
        }
      }
    },
  }
}

export function createPast({
  database,
  epochOf,
  connectionOf,
  isOwn,
  addArrival,
  onFault,
}: {
  database: Database
  /** The number of restarts of the chain from another genesis. */
  epochOf(networkId: NetworkId): number
  connectionOf(networkId: NetworkId): Connection
  /** Whether the wallet sent this transaction itself. */
  isOwn(networkId: NetworkId, hash: PastTransactionRecord['hash']): Promise<boolean>
  /** Stores it. @returns false where it is known already */
  addArrival(arrival: ArrivalRecord): Promise<boolean>
  onFault(error: unknown): void
}): Past {
  const rows = new Map<string, PastTransactionRecord>()
  const changes = createListeners<[networkId: NetworkId]>()
  const once = createOnce<PastProgress>()

  /** Stores what a block did, and then how far the search is. @returns how much was not known */
  async function keep({ sent, arrivals }: PastBlock, search: PastSearchRecord): Promise<number> {
    const isFresh = await Promise.all(
      sent.map(async ({ id, networkId, hash }) => !rows.has(id) && !(await isOwn(networkId, hash))),
    )
    const { epoch } = search
    const fresh = sent.filter((_, index) => isFresh[index]).map(row => ({ ...row, epoch }))
    let came = 0
    for (const arrival of arrivals) if (await addArrival(arrival)) came += 1
    const transaction = database.transaction(['pastTransactions', 'pastSearches'], 'readwrite')
    await committed(transaction, [
      ...fresh.map(row => transaction.objectStore('pastTransactions').put(row)),
      transaction.objectStore('pastSearches').put(search),
    ])
    for (const row of fresh) rows.set(row.id, row)
    if (fresh.length > 0) changes.tell(search.networkId)
    return fresh.length + came
  }

  async function run(asked: Connection, account: Address, downTo: bigint | null): Promise<PastProgress> {
    const connection = patient(asked)
    const { networkId } = connection
    const epoch = epochOf(networkId)
    const key = `${networkId}:${account}`
    let trips = 0
    async function read(blocks: readonly bigint[]): Promise<(PastState | null)[]> {
      const states = new Map<bigint, PastState>()
      // The nodes behind one address differ: some are behind, some have no old states.
      for (let reading = 0; reading < readings; reading += 1) {
        const missing = blocks.filter(block => !states.has(block))
        if (missing.length === 0) break
        trips += 1
        const found = await readStates(connection, account, missing)
        for (const [index, block] of missing.entries()) if (found[index] != null) states.set(block, found[index])
      }
      return blocks.map(block => states.get(block) ?? null)
    }
    async function oldestFromHead(): Promise<bigint> {
      const oldest = await oldestKnown(head, read)
      // Each node has the state of its own newest block: this one is behind the one that told of the block.
      if (oldest === null) throw new RpcError('node-error', 'the endpoint has no state of its newest block')
      return oldest
    }
    const blockAt = (block: string) => connection.request('eth_getBlockByNumber', [block, false], headSchema)
    const head = (await blockAt('latest')).number
    const before = await database.get('pastSearches', key)
    let range: Range
    if (before === undefined || (before.epoch ?? epoch) < epoch || !isOfSameChain(before, head))
      range = newRange(head, await oldestFromHead())
    else {
      range = resumedRange(before, head, downTo !== null)
      // Another node, or another endpoint, may have older states.
      if (outcomeOf(before) === 'state')
        range = deepenedRange(range, (await oldestKnown(before.oldest, read)) ?? before.oldest)
    }
    let found = 0
    const isReached = () => downTo !== null && range.reached <= downTo
    while (outcomeOf(range) === null && !isReached() && trips < tripsOfStep) {
      const { reached } = range
      const floor = downTo !== null && downTo > range.floor ? downTo : range.floor
      const [low = null, high = null] = await read([floor, reached])
      if (low === null || high === null) {
        const oldest = high === null ? await oldestFromHead() : await oldestKnown(reached, read)
        range = cutRange(range, oldest === null || oldest > reached ? reached : oldest)
        continue
      }
      const change = await findChange({ block: floor, state: low }, { block: reached, state: high }, read)
      let block: PastBlock = { sent: [], arrivals: [] }
      if (change === null) range = searchedDownTo(range, floor)
      else if ('unknown' in change) range = cutRange(range, change.unknown + 1n)
      else {
        trips += 2
        block = await readPastBlock(connection, account, change)
        range = searchedDownTo({ ...range, changes: range.changes + 1 }, change.before.block)
      }
      found += await keep(block, { ...range, key, networkId, epoch })
    }
    const { timestamp } = await blockAt(toQuantity(range.reached))
    const done = outcomeOf(range)
    const isSearched = range.top >= head && (done !== null || isReached())
    return { reachedAt: Number(timestamp) * 1_000, share: shareOf(range), found, done, isSearched }
  }

  async function forget(isMeant: (row: PastTransactionRecord | PastSearchRecord) => boolean): Promise<void> {
    const transaction = database.transaction(['pastTransactions', 'pastSearches'], 'readwrite')
    const transactions = transaction.objectStore('pastTransactions')
    const searches = transaction.objectStore('pastSearches')
    for (const row of await transactions.getAll()) if (isMeant(row)) await transactions.delete(row.id)
    for (const row of await searches.getAll()) if (isMeant(row)) await searches.delete(row.key)
    await transaction.done
  }

  const isOver = ({ networkId, epoch }: PastTransactionRecord | PastSearchRecord) =>
    epoch !== undefined && epoch < epochOf(networkId)

  return {
    step(networkId, address, downTo) {
      const account = lowerCaseAddress(address)
      const wanted = downTo === undefined ? null : BigInt(downTo)
      return once(`${networkId}:${account}`, () => run(connectionOf(networkId), account, wanted))
    },
    async load() {
      const kept = await database.getAll('pastTransactions')
      for (const row of kept) if (!isOver(row)) rows.set(row.id, row)
      if (kept.some(isOver)) await forget(isOver)
    },
    rest: () => rows.clear(),
    sent: (networkId, account) =>
      [...rows.values()]
        .filter(row => row.networkId === networkId && row.account === lowerCaseAddress(account))
        .sort((a, b) => b.at - a.at || b.nonce - a.nonce),
    onChange: changes.add,
    forget(networkId) {
      for (const row of rows.values()) if (networkId === undefined || row.networkId === networkId) rows.delete(row.id)
      forget(row => networkId === undefined || row.networkId === networkId).catch((error: unknown) => {
        // A locked wallet cannot read them: they go when they are loaded.
        if (!(error instanceof Failure && error.code === 'locked')) onFault(error)
      })
      if (networkId !== undefined) changes.tell(networkId)
    },
  }
}
