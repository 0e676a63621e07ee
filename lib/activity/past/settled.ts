import type { Hash } from 'viem'
import * as z from 'zod/mini'
import { readReceipts } from '@/lib/activity/arrivals/incoming'
import { quantity } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import type { ArrivalRecord } from '@/lib/storage/records'
import { readPastBlock } from './block'
import { isSameState, readStates } from './states'

/** A transaction counts as gone after so many readings: one node of a pool may be behind. */
const readings = 3
/** Where a chain has no final blocks, what is so deep is read no more. */
const depthWithoutFinality = 1_000n

const numberSchema = z.lazy(() => z.object({ number: quantity }))

/** A transaction and the block in which it was found. */
interface Found {
  hash: Hash
  blockNumber: bigint | number
}

/** @returns the transactions that are not in the block any more in which they were found */
export async function goneOf<Row extends Found>(connection: Connection, rows: readonly Row[]): Promise<Row[]> {
  let doubtful = rows
  for (let reading = 0; reading < readings && doubtful.length > 0; reading += 1) {
    const hashes = doubtful.map(({ hash }) => hash)
    const receipts = new Map((await readReceipts(connection, hashes)).map(({ hash, receipt }) => [hash, receipt]))
    doubtful = doubtful.filter(({ hash, blockNumber }) => {
      const receipt = receipts.get(hash)
      // Without an answer nothing is known to have changed.
      return receipt !== undefined && (receipt?.blockHash == null || receipt.blockNumber !== BigInt(blockNumber))
    })
  }
  return [...doubtful]
}

/**
 * @param arrivals in the chain's own money, of one account, in blocks that may still change
 * @returns those that are not in the block any more in which they were found
 */
export async function goneArrivals(
  connection: Connection,
  arrivals: readonly ArrivalRecord[],
): Promise<ArrivalRecord[]> {
  const placed = arrivals.flatMap(arrival =>
    arrival.hash === null || arrival.blockNumber === undefined
      ? []
      : { arrival, hash: arrival.hash, blockNumber: arrival.blockNumber },
  )
  const gone = (await goneOf(connection, placed)).map(({ arrival }) => arrival)
  // What a contract paid has no receipt of its own: the block tells it again.
  const byContract = arrivals.filter(({ hash }) => hash === null)
  const isPaid = await Promise.all(byContract.map(arrival => isStillPaid(connection, arrival)))
  return [...gone, ...byContract.filter((_, index) => isPaid[index] === false)]
}

/**
 * @returns the height of the newest block with the votes of the validators, where the chain tells of blocks before: the
 * receipts of those above it say nothing yet; `null` on other chains
 */
export async function judgedHead(connection: Connection): Promise<bigint | null> {
  if (!connection.isProposing()) return null
  // Without an answer no block counts as voted for, and nothing is judged.
  const safe = await connection.request('eth_getBlockByNumber', ['safe', false], numberSchema).catch(() => null)
  return safe?.number ?? 0n
}

/** @returns false where the block of the arrival pays the account something else now */
async function isStillPaid(connection: Connection, { account, blockNumber, amount }: ArrivalRecord): Promise<boolean> {
  if (blockNumber === undefined || blockNumber === 0) return true
  const block = BigInt(blockNumber)
  const [before, after] = await readStates(connection, account, [block - 1n, block])
  // Without the states nothing is known to have changed.
  if (before == null || after == null) return true
  if (isSameState(before, after)) return false
  // A block that cannot be read proves nothing: the arrival stays.
  const found = await readPastBlock(connection, account, {
    before: { block: block - 1n, state: before },
    after: { block, state: after },
  }).catch(() => null)
  return found === null || found.arrivals.some(each => each.hash === null && each.amount === amount)
}

/** @returns the height up to which nothing changes any more */
export async function finalOf(connection: Connection, head: bigint): Promise<bigint> {
  const deep = head > depthWithoutFinality ? head - depthWithoutFinality : 0n
  return (
    connection
      .request('eth_getBlockByNumber', ['finalized', false], numberSchema)
      .then(({ number }) => number)
      // A chain without final blocks, or an endpoint that does not answer: what is read again costs one more question.
      .catch(() => deep)
  )
}
