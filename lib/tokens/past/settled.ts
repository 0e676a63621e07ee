import * as z from 'zod/mini'
import type { PastTransactionRecord } from '@/lib/database/records'
import { quantity } from '@/lib/rpc/schemas'
import type { Connection } from '@/lib/rpc/types'
import { readReceipts } from '@/lib/tokens/incoming'

/** A transaction counts as gone after so many readings: one node of a pool may be behind. */
const readings = 3
/** Where a chain has no final blocks, what is so deep is read no more. */
const depthWithoutFinality = 1_000n

const numberSchema = z.lazy(() => z.object({ number: quantity }))

/** @returns the transactions that are not in the block any more in which they were found */
export async function goneOf(
  connection: Connection,
  rows: readonly PastTransactionRecord[],
): Promise<PastTransactionRecord[]> {
  let doubtful = rows
  for (let reading = 0; reading < readings && doubtful.length > 0; reading += 1) {
    const hashes = doubtful.map(({ hash }) => hash)
    const receipts = new Map((await readReceipts(connection, hashes)).map(({ hash, receipt }) => [hash, receipt]))
    doubtful = doubtful.filter(({ hash, blockNumber }) => {
      const receipt = receipts.get(hash)
      // Without an answer nothing is known to have changed.
      return receipt !== undefined && (receipt?.blockHash == null || receipt.blockNumber !== blockNumber)
    })
  }
  return [...doubtful]
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
