import type { Address, Hash } from 'viem'
import * as z from 'zod/mini'
import { isSameAddress, isSameHex, toQuantity } from '@/lib/base/hex'
import { hashSchema } from '@/lib/base/hex-schemas'
import { fieldOf, quantity, type ReceiptReply, receiptReply } from '@/lib/base/rpc/schemas'
import { readSent, type Sent } from '@/lib/base/rpc/sent'
import type { BatchItem, Connection } from '@/lib/base/rpc/types'

/** Sealed blocks that are searched besides the newest one and the one being built. */
const blocksBack = [1n, 2n]

const blockWithTransactions = z.lazy(() =>
  z.nullable(z.object({ number: z.nullable(quantity), transactions: z.array(z.unknown()) })),
)
const blockIdentity = z.lazy(() => z.nullable(z.object({ number: z.nullable(quantity), hash: z.nullable(hashSchema) })))

/**
 * @param account in lower case
 * @returns the transactions of others that pay the account where they happen, in the block being built and the three
 * newest sealed blocks; a block that cannot be read counts as empty. A transaction may be in the list twice.
 */
export async function findIncoming(connection: Connection, account: Address): Promise<Sent[]> {
  const read = async (block: string) => {
    const [item] = await connection.batch([{ method: 'eth_getBlockByNumber', params: [block, true] }])
    const parsed = item?.ok === true ? blockWithTransactions.safeParse(item.result) : undefined
    return parsed?.success === true ? parsed.data : null
  }
  const [pending, latest] = await Promise.all([read('pending'), read('latest')])
  const head = latest?.number ?? 0n
  const below = blocksBack.map(back => head - back).filter(height => height >= 0n)
  const earlier = await Promise.all(below.map(height => read(toQuantity(height))))
  return [pending, latest, ...earlier].flatMap(block =>
    (block?.transactions ?? []).flatMap(item => readIncoming(item, account)),
  )
}

function readIncoming(item: unknown, account: Address): Sent[] {
  const to = fieldOf(item, 'to')
  // Most transactions of a block are for others: they are skipped before parsing.
  const mayPay = fieldOf(item, 'tx') !== undefined || (typeof to === 'string' && isSameAddress(to, account))
  const sent = mayPay ? readSent(item) : null
  if (sent === null || isSameAddress(sent.from, account)) return []
  return sent.calls.some(call => call.value > 0n && isSameAddress(call.to, account)) ? [sent] : []
}

/**
 * @returns the receipts that could be read, `null` for a transaction without one; a failed answer is left out. Without
 * a block's hash where that is not sealed: the block at that height has another one, or the validators have not voted
 * for it
 */
export async function readReceipts(
  connection: Connection,
  hashes: readonly Hash[],
): Promise<{ hash: Hash; receipt: ReceiptReply | null }[]> {
  const items = await connection.batch(hashes.map(hash => ({ method: 'eth_getTransactionReceipt', params: [hash] })))
  const read = hashes.flatMap((hash, index) => {
    const receipt = answerOf(items[index], receiptReply)
    if (receipt === undefined) return []
    // The receipt of another transaction (invariant 11) is no answer.
    if (receipt !== null && !isSameHex(receipt.transactionHash, hash)) return []
    return [{ hash, receipt }]
  })
  const heights = new Set(read.flatMap(({ receipt }) => (receipt?.blockHash == null ? [] : [receipt.blockNumber])))
  if (heights.size === 0) return read
  const sealed = await readSealed(connection, [...heights])
  return read.flatMap(({ hash, receipt }) => {
    if (receipt?.blockHash == null) return [{ hash, receipt }]
    const known = sealed.get(receipt.blockNumber)
    if (known === undefined) return []
    return [{ hash, receipt: known === receipt.blockHash ? receipt : { ...receipt, blockHash: null } }]
  })
}

/** @returns by height the hash of the sealed block, `null` where there is none yet; without those that failed */
async function readSealed(connection: Connection, heights: readonly bigint[]): Promise<Map<bigint, Hash | null>> {
  // A chain that tells of proposals seals a block with the votes for it.
  const tags = connection.isProposing() ? ['safe', 'finalized'] : []
  const items = await connection.batch(
    [...tags, ...heights.map(toQuantity)].map(block => ({ method: 'eth_getBlockByNumber', params: [block, false] })),
  )
  const blocks = items.map(item => answerOf(item, blockIdentity))
  const voted = blocks.slice(0, tags.length).reduce((top, block) => highest(top, block?.number ?? 0n), 0n)
  return new Map(
    heights.flatMap((height, index): [bigint, Hash | null][] => {
      const block = blocks[tags.length + index]
      if (block === undefined) return []
      return [[height, tags.length > 0 && height > voted ? null : (block?.hash ?? null)]]
    }),
  )
}

function highest(left: bigint, right: bigint): bigint {
  return left > right ? left : right
}

/** @returns `undefined` where it failed, or has another shape */
function answerOf<T>(item: BatchItem | undefined, schema: z.ZodMiniType<T>): T | undefined {
  const parsed = item?.ok === true ? schema.safeParse(item.result) : undefined
  return parsed?.success === true ? parsed.data : undefined
}
