import type { Address, Hash } from 'viem'
import * as z from 'zod/mini'
import { arrivalId } from '@/lib/activity/arrivals/arrival-rows'
import { readReceipts } from '@/lib/activity/arrivals/incoming'
import { isSameAddress, lowerCaseAddress, toQuantity } from '@/lib/base/hex'
import { addressSchema, hashSchema, hexSchema } from '@/lib/base/hex-schemas'
import { RpcError } from '@/lib/base/rpc/errors'
import { quantity, type ReceiptReply, transactionCountReply } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import type { ArrivalRecord, PastTransactionRecord } from '@/lib/storage/records'
import type { Point } from './find-change'

const blockSchema = z.lazy(() => z.object({ timestamp: quantity, transactions: z.array(z.unknown()) }))
const transactionSchema = z.lazy(() =>
  z.object({
    hash: hashSchema,
    from: addressSchema,
    to: z.nullable(addressSchema),
    value: quantity,
    nonce: transactionCountReply,
    input: hexSchema,
  }),
)
type BlockTransaction = z.infer<typeof transactionSchema>

/** What a block did to an account: `sent` by it, and what came to it. */
export interface PastBlock {
  sent: PastTransactionRecord[]
  arrivals: ArrivalRecord[]
}

/** Longer data is kept as its selector. */
const mostData = 20_000
/** A receipt counts as missing after so many readings: one node of a pool may be behind. */
const readings = 3

/**
 * Reads what explains a change: the transactions from and to the account, and a rest that a contract paid.
 * @throws RpcError where the block or a receipt cannot be read: nothing of the block counts as searched then
 */
export async function readPastBlock(
  connection: Connection,
  account: Address,
  { before, after }: { before: Point; after: Point },
): Promise<PastBlock> {
  const { networkId } = connection
  const number = toQuantity(after.block)
  const block = await connection.request('eth_getBlockByNumber', [number, true], blockSchema)
  const at = Number(block.timestamp) * 1_000
  const own = await withReceipts(
    connection,
    block.transactions.flatMap(item => readOwn(item, account)),
  )
  const found: PastBlock = { sent: [], arrivals: [] }
  const here = { networkId, account, at, blockNumber: Number(after.block) }
  let explained = 0n
  let isExplained = true
  for (const { hash, from, to, value, nonce, input, receipt } of own) {
    const isSender = isSameAddress(from, account)
    const hasValue = receipt.status === 'success'
    const price = receipt.effectiveGasPrice ?? null
    const feePaid = price === null ? null : receipt.gasUsed * price + (receipt.l1Fee ?? 0n)
    if (isSender && feePaid === null) isExplained = false
    if (hasValue && to !== null && isSameAddress(to, account)) explained += value
    if (isSender) {
      explained -= (feePaid ?? 0n) + (hasValue ? value : 0n)
      const data = input.length > mostData ? (input.slice(0, 10) as `0x${string}`) : input
      found.sent.push({
        ...{ id: `${networkId}:${hash}`, networkId, account, hash, nonce, value, data, at, feePaid },
        ...{ to: to === null ? null : lowerCaseAddress(to), blockNumber: after.block, status: receipt.status },
      })
    } else if (hasValue && value > 0n) {
      const id = arrivalId(networkId, account, hash, null)
      found.arrivals.push(arrivalOf({ ...here, id, from: lowerCaseAddress(from), amount: value, hash }))
    }
  }
  const rest = after.state.balance - before.state.balance - explained
  if (isExplained && rest > 0n) {
    const id = `${networkId}:${account}:block:${after.block}`
    found.arrivals.push(arrivalOf({ ...here, id, from: null, amount: rest, hash: null }))
  }
  return found
}

/** @throws RpcError `node-error` where a receipt is still missing after several readings */
async function withReceipts(
  connection: Connection,
  transactions: readonly BlockTransaction[],
): Promise<(BlockTransaction & { receipt: ReceiptReply })[]> {
  const receipts = new Map<Hash, ReceiptReply>()
  for (let reading = 0; receipts.size < transactions.length; reading += 1) {
    if (reading === readings)
      throw new RpcError('node-error', 'the endpoint has no receipt of a transaction in a block')
    const missing = transactions.map(({ hash }) => hash).filter(hash => !receipts.has(hash))
    for (const { hash, receipt } of await readReceipts(connection, missing))
      if (receipt !== null) receipts.set(hash, receipt)
  }
  return transactions.flatMap(transaction => {
    const receipt = receipts.get(transaction.hash)
    return receipt === undefined ? [] : [{ ...transaction, receipt }]
  })
}

type Came = Pick<ArrivalRecord, 'id' | 'networkId' | 'account' | 'from' | 'amount' | 'hash' | 'at' | 'blockNumber'>

function arrivalOf(came: Came): ArrivalRecord {
  return { ...came, token: null, level: 'sealed', isWithdrawn: false, sealedAt: came.at }
}

function readOwn(item: unknown, account: Address): BlockTransaction[] {
  // Most transactions of a block are of others: they are skipped before parsing.
  if (typeof item !== 'object' || item === null || !('from' in item) || !('to' in item)) return []
  if (![item.from, item.to].some(party => typeof party === 'string' && isSameAddress(party, account))) return []
  const parsed = transactionSchema.safeParse(item)
  return parsed.success ? [parsed.data] : []
}
