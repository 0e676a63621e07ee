import type { Address, Hash, Hex } from 'viem'
import { toRpcError } from '@/lib/rpc/errors'
import { logsReply, sealedHash } from '@/lib/rpc/schemas'
import type { BatchItem, Connection, RpcCall } from '@/lib/rpc/types'
import { lowerCaseAddress, toQuantity } from '@/lib/values/hex'

/** A log, its hex in lower case. */
export interface ChainLog {
  address: Address
  topics: readonly Hash[]
  data: Hex
  hash: Hash
  /** `null` while only pre-confirmed. */
  blockHash: Hash | null
  blockNumber: number
  logIndex: number
}

export interface LogFilter {
  address?: readonly Address[]
  topics: readonly (Hex | readonly Hex[] | null)[]
}

/** Nodes are asked for no longer ranges of logs than this. */
const range = 2_000
const rangesAtOnce = 10

/**
 * The logs of blocks `from` to `head`, and those of the open block where the network tells of them, in the order of the
 * chain. `before` are calls that are asked first in the same breath: nothing they saw is missing from the logs.
 * @throws RpcError when the sealed logs could not be read
 */
export async function readLogs(
  connection: Connection,
  filters: readonly LogFilter[],
  from: number,
  head: number,
  before: readonly RpcCall[] = [],
): Promise<{ logs: ChainLog[]; answers: BatchItem[] }> {
  const ranges: RpcCall[] = []
  for (let first = from; first <= head; first += range) {
    const last = Math.min(first + range - 1, head)
    // The newest range has no end: what is sealed meanwhile is in it.
    const toBlock = last === head ? 'latest' : toQuantity(BigInt(last))
    for (const filter of filters) ranges.push(getLogs(filter, toQuantity(BigInt(first)), toBlock))
  }
  // What is open comes first: sealed in between, it is found twice and not missed.
  const open = filters.map(filter => getLogs(filter, 'pending', 'pending'))
  const items = await connection.batch([...before, ...open, ...ranges.splice(-rangesAtOnce)])
  const answers = items.slice(0, before.length)
  const found = items.slice(before.length)
  while (ranges.length > 0) found.push(...(await connection.batch(ranges.splice(-rangesAtOnce))))
  const logs = new Map<string, ChainLog>()
  const sealed = new Set<Hash>()
  for (const [index, item] of found.entries()) {
    // Not every node tells of the open block.
    if (!item.ok && index < open.length) continue
    if (!item.ok) throw toRpcError(item.error)
    for (const log of logsReply.parse(item.result)) {
      if (log.removed === true || log.transactionHash === null || log.blockNumber === null || log.logIndex === null)
        continue
      const blockHash = log.blockHash === null ? null : sealedHash(log.blockHash)
      const read: ChainLog = {
        address: lowerCaseAddress(log.address),
        topics: log.topics.map(lowerCase),
        data: lowerCase(log.data),
        hash: lowerCase(log.transactionHash),
        blockHash: blockHash === null ? null : lowerCase(blockHash),
        blockNumber: Number(log.blockNumber),
        logIndex: Number(log.logIndex),
      }
      // Some nodes give the open block a hash that will not be its own.
      if (index < open.length) read.blockHash = null
      else sealed.add(read.hash)
      logs.set(`${read.hash}:${read.logIndex}:${read.blockHash === null}`, read)
    }
  }
  return {
    answers,
    logs: [...logs.values()]
      .filter(({ blockHash, hash }) => blockHash !== null || !sealed.has(hash))
      .sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex),
  }
}

function getLogs({ address, topics }: LogFilter, fromBlock: string, toBlock: string): RpcCall {
  return { method: 'eth_getLogs', params: [{ ...(address && { address }), topics, fromBlock, toBlock }] }
}

/** An address as an indexed value of a log. */
export function topicOf(address: Address): Hex {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}

function lowerCase<Text extends Hex>(text: Text): Text {
  return text.toLowerCase() as Text
}
