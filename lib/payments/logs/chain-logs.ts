import type { Address, Hash, Hex } from 'viem'
import { type BlockSpan, createBlockSpan, mayBeTooWide } from '@/lib/base/block-span'
import { lowerCaseAddress, toQuantity } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { RpcError, toRpcError } from '@/lib/base/rpc/errors'
import { blockReply, logsReply, sealedHash } from '@/lib/base/rpc/schemas'
import type { BatchItem, Connection, RpcCall } from '@/lib/base/rpc/types'

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

/** Blocks of one search in the beginning, and at most. */
const spanOfLogs = { first: 2_000, widest: 2_000 }
const callsAtOnce = 10
/** A part has at least so many blocks: more than are read again each time. */
const leastPart = 32

/** How many blocks the endpoint of each network grants, as far as it was found out. */
export function createLogSpans(): (networkId: NetworkId) => BlockSpan {
  const spans = new Map<NetworkId, BlockSpan>()
  return networkId => {
    const span = spans.get(networkId) ?? createBlockSpan(spanOfLogs)
    spans.set(networkId, span)
    return span
  }
}

/** The logs of some blocks, in the order of the chain. */
export interface LogPart {
  logs: ChainLog[]
  /** The last block of them, as it was before they were read: where it is replaced meanwhile, its hash tells. */
  end: { number: number; hash: Hash }
  /** To the calls that were asked before; `null` where blocks are left below the newest one. */
  answers: BatchItem[] | null
}

/**
 * The logs from a block on, as far as a few searches reach. Searches that reach the newest block have the open block as
 * well, where the network tells of it.
 * @param before calls that are asked in the same breath as the newest blocks: nothing they saw is missing from the logs
 * @throws RpcError when the sealed logs could not be read, however few blocks were asked for
 */
export async function readLogs(
  connection: Connection,
  span: BlockSpan,
  filters: readonly LogFilter[],
  from: number,
  head: { number: number; hash: Hash },
  before: readonly RpcCall[] = [],
): Promise<LogPart> {
  for (;;) {
    const size = span.size()
    const isNewest = head.number - from < newestWidth(size)
    const part = isNewest
      ? await readNewest(connection, filters, Math.min(from, head.number), { head, size, before })
      : await readOlder(connection, filters, from, Math.min(lastOf(from, size, filters), head.number - 1), size)
    const width = isNewest ? Math.min(size, head.number - from + 1) : size
    if (!(part instanceof RpcError)) {
      span.granted(width)
      return part
    }
    // Without an end it may have been wider than it was when the newest block was read.
    narrowOrThrow(span, isNewest && size >= narrow ? Math.max(width, narrow) : width, part)
  }
}

/**
 * The logs of the sealed blocks up to `to`, as far back as a few searches reach.
 * @param goal no further back than this block
 * @throws RpcError when they could not be read, however few blocks were asked for
 */
export async function readLogsBack(
  connection: Connection,
  span: BlockSpan,
  filters: readonly LogFilter[],
  goal: number,
  to: number,
): Promise<{ logs: ChainLog[]; from: number }> {
  for (;;) {
    const size = span.size()
    const from = Math.max(goal, to - (lastOf(0, size, filters) + 1) + 1)
    const part = await readOlder(connection, filters, from, to, size)
    if (!(part instanceof RpcError)) {
      span.granted(Math.min(size, to - from + 1))
      return { logs: part.logs, from }
    }
    narrowOrThrow(span, Math.min(size, to - from + 1), part)
  }
}

function lastOf(from: number, size: number, filters: readonly LogFilter[]): number {
  return from + size * Math.max(Math.floor(callsAtOnce / filters.length), Math.ceil(leastPart / size)) - 1
}

/** Searches of at most `size` blocks each. */
function callsOf(filters: readonly LogFilter[], from: number, to: number, size: number): RpcCall[] {
  const calls: RpcCall[] = []
  for (let first = from; first <= to; first += size)
    for (const filter of filters)
      calls.push(getLogs(filter, toQuantity(BigInt(first)), toQuantity(BigInt(Math.min(first + size - 1, to)))))
  return calls
}

/** @returns the refusal where there is one */
async function readOlder(
  connection: Connection,
  filters: readonly LogFilter[],
  from: number,
  to: number,
  size: number,
): Promise<LogPart | RpcError> {
  const calls = callsOf(filters, from, to, size)
  const last = { method: 'eth_getBlockByNumber', params: [toQuantity(BigInt(to)), false] }
  const [block, ...items] = await askWide(connection, [last, ...calls.splice(0, callsAtOnce)])
  for (;;) {
    const refusal = refusalIn(items)
    if (refusal !== null) return refusal
    if (calls.length === 0) break
    items.push(...(await askWide(connection, calls.splice(0, callsAtOnce))))
  }
  if (block?.ok === false) throw toRpcError(block.error)
  const hash = block?.ok === true ? blockReply.parse(block.result)?.hash : null
  if (hash == null) throw new RpcError('invalid-reply', 'the endpoint lacks a block below its newest one')
  return { logs: inOrder(items.flatMap(logsIn)), end: { number: to, hash }, answers: null }
}

/** @returns the refusal where there is one */
async function readNewest(
  connection: Connection,
  filters: readonly LogFilter[],
  from: number,
  { head, size, before }: { head: { number: number; hash: Hash }; size: number; before: readonly RpcCall[] },
): Promise<LogPart | RpcError> {
  // What is open comes first: sealed in between, it is found twice and not missed.
  const open = filters.map(filter => getLogs(filter, 'pending', 'pending'))
  // The newest range has no end: what is sealed meanwhile is in it. A narrow one would become too wide by that.
  const newest =
    size < narrow
      ? callsOf(filters, from, head.number, size)
      : filters.map(filter => getLogs(filter, toQuantity(BigInt(from)), 'latest'))
  const items = await askWide(connection, [...before, ...open, ...newest])
  const sealed = items.slice(before.length + open.length)
  const refusal = refusalIn(sealed)
  if (refusal !== null) return refusal
  const found = sealed.flatMap(logsIn)
  const hashes = new Set(found.map(({ hash }) => hash))
  // Not every node tells of the open block, and some give it a hash that will not be its own.
  const opened = items
    .slice(before.length, before.length + open.length)
    .flatMap(logsIn)
    .filter(({ hash }) => !hashes.has(hash))
    .map(log => ({ ...log, blockHash: null }))
  return { logs: inOrder([...opened, ...found]), end: head, answers: items.slice(0, before.length) }
}

/** A span in which the blocks that are sealed between two calls count. */
const narrow = 16

/** The newest range is half as wide as a range may be, so that blocks sealed meanwhile do not make it too wide. */
function newestWidth(size: number): number {
  return size < narrow ? leastPart : Math.floor(size / 2)
}

/** @returns an error for each call where all of them failed together */
async function askWide(connection: Connection, calls: readonly RpcCall[]): Promise<BatchItem[]> {
  try {
    return await connection.batch(calls)
  } catch (cause) {
    return calls.map(() => ({ ok: false, error: toRpcError(cause) }))
  }
}

function refusalIn(items: readonly BatchItem[]): RpcError | null {
  for (const item of items) if (!item.ok) return toRpcError(item.error)
  return null
}

function narrowOrThrow(span: BlockSpan, width: number, error: RpcError): void {
  if (!mayBeTooWide(error.kind) || !span.refused(width)) throw error
}

/** None in what failed. */
function logsIn(item: BatchItem): ChainLog[] {
  if (!item.ok) return []
  const reply = logsReply.safeParse(item.result)
  if (!reply.success) throw new RpcError('invalid-reply', 'eth_getLogs answered with something else than logs')
  return reply.data.flatMap((log): ChainLog[] => {
    if (log.removed === true || log.transactionHash === null || log.blockNumber === null || log.logIndex === null)
      return []
    const blockHash = log.blockHash === null ? null : sealedHash(log.blockHash)
    return [
      {
        address: lowerCaseAddress(log.address),
        topics: log.topics.map(lowerCase),
        data: lowerCase(log.data),
        hash: lowerCase(log.transactionHash),
        blockHash: blockHash === null ? null : lowerCase(blockHash),
        blockNumber: Number(log.blockNumber),
        logIndex: Number(log.logIndex),
      },
    ]
  })
}

/** Each once: one that concerns two filters is in the answers to both. */
function inOrder(logs: readonly ChainLog[]): ChainLog[] {
  const once = new Map(logs.map(log => [`${log.hash}:${log.logIndex}:${log.blockHash === null}`, log]))
  return [...once.values()].sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
}

function getLogs({ address, topics }: LogFilter, fromBlock: string, toBlock: string): RpcCall {
  return { method: 'eth_getLogs', params: [{ ...(address && { address }), topics, fromBlock, toBlock }] }
}

function lowerCase<Text extends Hex>(text: Text): Text {
  return text.toLowerCase() as Text
}
