import type { Address, Hash } from 'viem'
import { toQuantity } from '@/lib/base/hex'
import { toRpcError } from '@/lib/base/rpc/errors'
import { datedReply } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import type { Database } from '@/lib/storage/open'
import type { TransferCursorRecord } from '@/lib/storage/payment-records'

/** Blocks that are read again each time, and how far back the first look goes. */
const overlap = 12
const firstLook = 10_000

/** Tokens whose transfers are read from the same block on. */
export interface TokenRange {
  from: number
  /** The first block that was ever read for them, this reading included. */
  first: number
  tokens: Address[]
  /** Blocks of their cursors that are still on the chain, newest first. */
  marks: Map<Address, Mark[]>
}

export interface Mark {
  number: number
  hash: Hash
}

export interface Block extends Mark {
  /** Unix seconds. */
  timestamp: number
}

/**
 * From which block each token is read: from a little before its cursor, or from the first wanted block if it has no
 * cursor, or if a request asks for earlier blocks. If the block of the cursor was replaced, from a little before the
 * newest mark that was not.
 * @param key `<networkId>:<epoch>:<account>`
 * @param wanted tokens, each with the block of its earliest request
 * @returns the newest block, the first block that is wanted of every token with its time in ms, and the ranges
 * @throws RpcError
 */
export async function planReading(
  connection: Connection,
  database: Database,
  key: string,
  wanted: ReadonlyMap<Address, number | null>,
): Promise<{ head: Block; first: number; firstAt: number | undefined; ranges: TokenRange[] }> {
  const tokens = [...wanted.keys()]
  const [account, ...cursors] = await Promise.all(
    [key, ...tokens.map(token => `${key}:${token}`)].map(name => database.get('transferCursors', name)),
  )
  const { head, hashes } = await readHashes(connection, new Set(cursors.flatMap(cursor => cursor?.to ?? [])))
  if (head === undefined) throw toRpcError(new Error('the chain has no latest block'))
  const broken = new Set<TransferCursorRecord | undefined>(
    cursors.filter(cursor => cursor !== undefined && hashes.get(cursor.to) !== cursor.hash),
  )
  const marked = new Set([...broken].flatMap(cursor => cursor?.marks ?? []).map(({ number }) => number))
  const earlier = marked.size === 0 ? new Map<number, Hash>() : (await readHashes(connection, marked)).hashes
  const first = Math.max(0, Math.min(account?.from ?? head.number - firstLook, head.number))
  const ranges = new Map<string, TokenRange>()
  for (const [index, token] of tokens.entries()) {
    const cursor = cursors[index]
    const earliest = Math.min(first, wanted.get(token) ?? first, cursor?.from ?? first)
    let marks: Mark[] = []
    // What is wanted below the cursor is read with all that follows, so that nothing between is left out.
    if (cursor !== undefined && cursor.from <= earliest)
      marks = broken.has(cursor)
        ? (cursor.marks ?? []).filter(({ number, hash }) => earlier.get(number) === hash)
        : [{ number: cursor.to, hash: cursor.hash }, ...(cursor.marks ?? [])]
    const [newest] = marks
    const from = newest === undefined ? earliest : Math.max(earliest, newest.number - overlap + 1)
    const range: TokenRange = ranges.get(`${from} ${earliest}`) ?? {
      from,
      first: earliest,
      tokens: [],
      marks: new Map(),
    }
    range.tokens.push(token)
    range.marks.set(token, marks)
    ranges.set(`${from} ${earliest}`, range)
  }
  const known = account?.from === first ? account.fromAt : undefined
  return { head, first, firstAt: known ?? (await timeOf(connection, first)), ranges: [...ranges.values()] }
}

/**
 * Keeps the oldest of several marks at one scale of depth below `to`, so that a few marks reach far back.
 * @param marks newest first
 */
export function thinnedMarks(marks: readonly Mark[], to: number): Mark[] {
  const kept = new Map<number, Mark>()
  for (const mark of marks) if (mark.number < to) kept.set(Math.floor(Math.log2(to - mark.number) / 2), mark)
  return [...kept.values()]
}

async function readHashes(
  connection: Connection,
  numbers: ReadonlySet<number>,
): Promise<{ head: Block | undefined; hashes: Map<number, Hash> }> {
  const asked = [...numbers]
  const tags = ['latest', ...asked.map(number => toQuantity(BigInt(number)))]
  const [head, ...blocks] = await readBlocks(connection, tags)
  const hashes = new Map<number, Hash>()
  for (const [index, number] of asked.entries()) {
    const hash = blocks[index]?.hash
    if (hash !== undefined) hashes.set(number, hash)
  }
  return { head: head ?? undefined, hashes }
}

/** When a block was made, ms; `undefined` where the endpoint does not have it. */
export async function timeOf(connection: Connection, block: number): Promise<number | undefined> {
  const [found] = await readBlocks(connection, [toQuantity(BigInt(block))])
  return found == null ? undefined : found.timestamp * 1_000
}

/**
 * @param tags block numbers or tags
 * @returns the blocks in the order of the tags; `null` where there is none
 * @throws RpcError
 */
export async function readBlocks(connection: Connection, tags: readonly string[]): Promise<(Block | null)[]> {
  const items = await connection.batch(tags.map(tag => ({ method: 'eth_getBlockByNumber', params: [tag, false] })))
  return items.map(item => {
    if (!item.ok) throw toRpcError(item.error)
    const block = datedReply.parse(item.result)
    if (block?.number == null || block.hash === null) return null
    return { number: Number(block.number), hash: block.hash, timestamp: Number(block.timestamp) }
  })
}
