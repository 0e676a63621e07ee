import type { Address, Hash } from 'viem'
import type { Database } from '@/lib/database/open'
import { toRpcError } from '@/lib/rpc/errors'
import { blockReply } from '@/lib/rpc/schemas'
import type { Connection } from '@/lib/rpc/types'
import { toQuantity } from '@/lib/values/hex'

/** Blocks that are read again each time, and how far back the first look goes. */
const overlap = 12
const firstLook = 10_000

/** Tokens whose transfers are read from the same block on. */
export interface TokenRange {
  from: number
  /** The first block that was ever read for them, this reading included. */
  first: number
  tokens: Address[]
}

interface Block {
  number: number
  hash: Hash
  /** Unix seconds. */
  timestamp: number
}

/**
 * From which block each token is read: from a little before its cursor, or from the first wanted block if it has no
 * cursor, if the block of the cursor was replaced, or if a request asks for earlier blocks.
 * @param key `<networkId>:<epoch>:<account>`
 * @param wanted tokens, each with the block of its earliest request
 * @returns the newest block, the first block that is wanted of every token, and the ranges
 * @throws RpcError
 */
export async function planReading(
  connection: Connection,
  database: Database,
  key: string,
  wanted: ReadonlyMap<Address, number | null>,
): Promise<{ head: Block; first: number; ranges: TokenRange[] }> {
  const tokens = [...wanted.keys()]
  const [account, ...cursors] = await Promise.all(
    [key, ...tokens.map(token => `${key}:${token}`)].map(name => database.get('transferCursors', name)),
  )
  const marked = [...new Set(cursors.flatMap(cursor => cursor?.to ?? []))]
  const [head, ...marks] = await readBlocks(connection, ['latest', ...marked.map(block => toQuantity(BigInt(block)))])
  if (head == null) throw toRpcError(new Error('the chain has no latest block'))
  const hashAt = new Map(marked.map((block, index) => [block, marks[index]?.hash]))
  const first = Math.max(0, Math.min(account?.from ?? head.number - firstLook, head.number))
  const ranges = new Map<string, TokenRange>()
  for (const [index, token] of tokens.entries()) {
    const cursor = cursors[index]
    const earliest = Math.min(first, wanted.get(token) ?? first, cursor?.from ?? first)
    const isUnbroken = cursor !== undefined && cursor.from <= earliest && hashAt.get(cursor.to) === cursor.hash
    const from = isUnbroken ? Math.max(earliest, cursor.to - overlap + 1) : earliest
    const range = ranges.get(`${from} ${earliest}`) ?? { from, first: earliest, tokens: [] }
    range.tokens.push(token)
    ranges.set(`${from} ${earliest}`, range)
  }
  return { head, first, ranges: [...ranges.values()] }
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
    const block = blockReply.parse(item.result)
    if (block?.number == null || block.hash === null) return null
    return { number: Number(block.number), hash: block.hash, timestamp: Number(block.timestamp) }
  })
}
