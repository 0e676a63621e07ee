import type { Address } from 'viem'
import * as z from 'zod/mini'
import { toQuantity } from '@/lib/base/hex'
import { RpcError } from '@/lib/base/rpc/errors'
import { quantity } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import type { Database } from '@/lib/storage/open'
import type { ArrivalRecord, PastSearchRecord, PastTransactionRecord } from '@/lib/storage/records'
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
import { finalOf, goneArrivals, goneOf, judgedHead } from './settled'
import { type PastState, readStates } from './states'

/** Round trips of one step. A change that was begun is finished. */
const tripsOfStep = 12
/** A state, or a block, counts as unknown after so many readings. */
const readings = 3

export interface PastProgress {
  /** Time of the oldest block searched without a gap from the newest: ms since the epoch. */
  reachedAt: number
  /** The share of the blocks that can be searched, 0 to 1. */
  share: number
  /** What this step found that was not known. */
  found: number
  /** Why the search is over; `null`: it is not. */
  done: PastOutcome | null
  /** Everything is searched from the newest block down to the wanted one, or as far down as it can be. */
  isSearched: boolean
}

/** What a search is given. */
export interface SearchParts {
  connection: Connection
  database: Pick<Database, 'get'>
  /** The number of restarts of the chain from another genesis. */
  epoch: number
  /** The transactions of the account that were found above a block. */
  sentAbove(block: bigint): Promise<PastTransactionRecord[]>
  /** The arrivals of the account. */
  came(): Promise<readonly ArrivalRecord[]>
  /** Forgets what left the chain, and with it how far the search was. */
  drop(rows: readonly PastTransactionRecord[], arrivals: readonly ArrivalRecord[], key: string): Promise<void>
  /** Stores what a block did, and then how far the search is. @returns how much was not known */
  keep(block: PastBlock, search: PastSearchRecord): Promise<number>
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

/**
 * One bounded step of a search, from the newest blocks to older ones. The next step goes on where this one ended.
 * @param account in lower case
 * @param downTo search no further than this block, and all newer ones first; `null`: as far as the endpoint has states
 * @throws RpcError where the endpoint cannot be asked
 */
export async function searchPast(
  { connection: asked, database, epoch, sentAbove, came, drop, keep }: SearchParts,
  account: Address,
  downTo: bigint | null,
): Promise<PastProgress> {
  const connection = patient(asked)
  const { networkId } = connection
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
  const last = await database.get('pastSearches', key)
  const settledTo = last?.finalTo ?? 0n
  const judgedTo = await judgedHead(connection)
  const isJudged = ({ blockNumber = 0 }: { blockNumber?: bigint | number | undefined }) =>
    blockNumber > settledTo && (judgedTo === null || blockNumber <= judgedTo)
  const [sent, arrivals] = await Promise.all([sentAbove(settledTo), came()])
  const money = arrivals.filter(each => each.token === null && each.level === 'sealed' && isJudged(each))
  const [gone, goneMoney] = await Promise.all([
    goneOf(connection, sent.filter(isJudged)),
    goneArrivals(connection, money),
  ])
  const isChanged = gone.length + goneMoney.length > 0
  if (isChanged) await drop(gone, goneMoney, key)
  const before = isChanged ? undefined : last
  const final = await finalOf(connection, head)
  const finalTo = final > settledTo ? final : settledTo
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
  // Anybody can make very many changes: they do not hide what is wanted below them.
  const outcome = () => outcomeOf(downTo === null ? range : { ...range, changes: 0 })
  while (outcome() === null && !isReached() && trips < tripsOfStep) {
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
    found += await keep(block, { ...range, key, networkId, epoch, finalTo })
  }
  const { timestamp } = await blockAt(toQuantity(range.reached))
  const done = outcome()
  const isSearched = range.top >= head && (done !== null || isReached())
  return { reachedAt: Number(timestamp) * 1_000, share: shareOf(range), found, done, isSearched }
}
