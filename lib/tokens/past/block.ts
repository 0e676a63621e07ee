import type { Address } from 'viem'
import * as z from 'zod/mini'
import type { ArrivalRecord, PastTransactionRecord } from '@/lib/database/records'
import { quantity, transactionCountReply } from '@/lib/rpc/schemas'
import type { Connection } from '@/lib/rpc/types'
import { arrivalId } from '@/lib/tokens/arrival-rows'
import { readReceipts } from '@/lib/tokens/incoming'
import { addressSchema, hashSchema, hexSchema, lowerCaseAddress, toQuantity } from '@/lib/values/hex'
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

/**
 * Reads what explains a change: the transactions from and to the account, and a rest that a contract paid.
 * @throws RpcError where the block or a receipt cannot be read
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
  const own = block.transactions.flatMap(item => readOwn(item, account))
  const receipts = new Map(
    (
      await readReceipts(
        connection,
        own.map(({ hash }) => hash),
      )
    ).map(({ hash, receipt }) => [hash, receipt]),
  )
  const found: PastBlock = { sent: [], arrivals: [] }
  const here = { networkId, account, at, blockNumber: Number(after.block) }
  let explained = 0n
  let isExplained = true
  for (const { hash, from, to, value, nonce, input } of own) {
    const receipt = receipts.get(hash) ?? null
    const isSender = lowerCaseAddress(from) === account
    const hasValue = receipt?.status === 'success'
    const price = receipt?.effectiveGasPrice ?? null
    const feePaid = receipt === null || price === null ? null : receipt.gasUsed * price + (receipt.l1Fee ?? 0n)
    if (receipt === null || (isSender && feePaid === null)) isExplained = false
    if (hasValue && to !== null && lowerCaseAddress(to) === account) explained += value
    if (isSender) {
      explained -= (feePaid ?? 0n) + (hasValue ? value : 0n)
      if (receipt === null) continue
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

type Came = Pick<ArrivalRecord, 'id' | 'networkId' | 'account' | 'from' | 'amount' | 'hash' | 'at' | 'blockNumber'>

function arrivalOf(came: Came): ArrivalRecord {
  return { ...came, token: null, level: 'sealed', isWithdrawn: false, sealedAt: came.at }
}

function readOwn(item: unknown, account: Address): BlockTransaction[] {
  // Most transactions of a block are of others: they are skipped before parsing.
  if (typeof item !== 'object' || item === null || !('from' in item) || !('to' in item)) return []
  if (![item.from, item.to].some(party => typeof party === 'string' && party.toLowerCase() === account)) return []
  const parsed = transactionSchema.safeParse(item)
  return parsed.success ? [parsed.data] : []
}
