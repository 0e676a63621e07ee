import type { Address, Hash } from 'viem'
import * as z from 'zod/mini'
import { quantity, type ReceiptReply, receiptReply } from '@/lib/rpc/schemas'
import type { Connection } from '@/lib/rpc/types'
import { addressSchema, hashSchema, lowerCaseAddress, toQuantity } from '@/lib/values/hex'

/** Sealed blocks that are searched besides the newest one and the one being built. */
const blocksBack = [1n, 2n]

const blockWithTransactions = z.lazy(() =>
  z.nullable(z.object({ number: z.nullable(quantity), transactions: z.array(z.unknown()) })),
)
const incomingTransaction = z.object({ hash: hashSchema, from: addressSchema, to: addressSchema, value: quantity })
/** A transaction that pays an account. `value` in wei. */
export type IncomingTransaction = z.infer<typeof incomingTransaction>

/**
 * @param account in lower case
 * @returns the transactions of others that pay the account, in the block being built and the three newest sealed
 * blocks; a block that cannot be read counts as empty. A transaction may be in the list twice.
 */
export async function findIncoming(connection: Connection, account: Address): Promise<IncomingTransaction[]> {
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

function readIncoming(item: unknown, account: Address): IncomingTransaction[] {
  // Most transactions of a block are for others: they are skipped before parsing.
  if (typeof item !== 'object' || item === null || !('to' in item)) return []
  if (typeof item.to !== 'string' || item.to.toLowerCase() !== account) return []
  const parsed = incomingTransaction.safeParse(item)
  const pays = parsed.success && parsed.data.value > 0n && lowerCaseAddress(parsed.data.from) !== account
  return pays ? [parsed.data] : []
}

/** @returns the receipts that could be read, `null` for a transaction without one; a failed answer is left out */
export async function readReceipts(
  connection: Connection,
  hashes: readonly Hash[],
): Promise<{ hash: Hash; receipt: ReceiptReply | null }[]> {
  const items = await connection.batch(hashes.map(hash => ({ method: 'eth_getTransactionReceipt', params: [hash] })))
  return hashes.flatMap((hash, index) => {
    const item = items[index]
    const receipt = item?.ok === true ? receiptReply.safeParse(item.result) : undefined
    if (receipt?.success !== true) return []
    // The receipt of another transaction (invariant 11) is no answer.
    if (receipt.data !== null && receipt.data.transactionHash.toLowerCase() !== hash.toLowerCase()) return []
    return [{ hash, receipt: receipt.data }]
  })
}
