import type { Address, Hash, Hex } from 'viem'
import * as z from 'zod/mini'
import { arrivalId } from '@/lib/activity/arrivals/arrival-rows'
import { readReceipts } from '@/lib/activity/arrivals/incoming'
import { isSameAddress, lowerCaseAddress, toQuantity } from '@/lib/base/hex'
import { RpcError } from '@/lib/base/rpc/errors'
import { fieldOf, quantity, type ReceiptReply, readQuantity } from '@/lib/base/rpc/schemas'
import { callsThatHappened, paidTo, readSent, type Sent } from '@/lib/base/rpc/sent'
import type { Connection } from '@/lib/base/rpc/types'
import { readChanges, readSystemCall } from '@/lib/reading/native/changes'
import type { ArrivalRecord, PastTransactionRecord } from '@/lib/storage/records'
import type { Point } from './find-change'

const blockSchema = z.lazy(() => z.object({ timestamp: quantity, transactions: z.array(z.unknown()) }))
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
  for (const { sent, item, receipt } of own) {
    const { hash, from } = sent
    const isSender = isSameAddress(from, account)
    const came = paidTo(sent, receipt, account)
    explained += came
    if (isSender) {
      const price = receipt.effectiveGasPrice ?? null
      const isPayer = isSameAddress(receipt.payer ?? account, account)
      const fee = price === null ? null : receipt.gasUsed * price + (receipt.l1Fee ?? 0n)
      const feePaid = isPayer ? fee : 0n
      if (feePaid === null) isExplained = false
      explained -= (feePaid ?? 0n) + sumOf(callsThatHappened(sent, receipt))
      found.sent.push({
        ...{ id: `${networkId}:${hash}`, networkId, account, hash, at, feePaid, status: receipt.status },
        ...{ blockNumber: after.block, ...whatItDid(sent, receipt), ...nativeOf(item, sent, receipt, account) },
      })
    } else if (came > 0n) {
      const id = arrivalId(networkId, account, hash, null)
      found.arrivals.push(arrivalOf({ ...here, id, from: lowerCaseAddress(from), amount: came, hash }))
    }
  }
  const rest = after.state.balance - before.state.balance - explained
  if (isExplained && rest > 0n) {
    const id = `${networkId}:${account}:block:${after.block}`
    found.arrivals.push(arrivalOf({ ...here, id, from: null, amount: rest, hash: null }))
  }
  return found
}

interface OwnTransaction {
  sent: Sent
  /** What the node told. */
  item: unknown
}

/** @throws RpcError `node-error` where a receipt is still missing after several readings */
async function withReceipts(
  connection: Connection,
  transactions: readonly OwnTransaction[],
): Promise<(OwnTransaction & { receipt: ReceiptReply })[]> {
  const receipts = new Map<Hash, ReceiptReply>()
  for (let reading = 0; receipts.size < transactions.length; reading += 1) {
    if (reading === readings)
      throw new RpcError('node-error', 'the endpoint has no receipt of a transaction in a block')
    const missing = transactions.map(({ sent }) => sent.hash).filter(hash => !receipts.has(hash))
    for (const { hash, receipt } of await readReceipts(connection, missing))
      if (receipt !== null) receipts.set(hash, receipt)
  }
  return transactions.flatMap(transaction => {
    const receipt = receipts.get(transaction.sent.hash)
    return receipt === undefined ? [] : [{ ...transaction, receipt }]
  })
}

/** @returns the call that happened; of several their sum, without a recipient */
function whatItDid(sent: Sent, receipt: ReceiptReply): Pick<PastTransactionRecord, 'nonce' | 'to' | 'value' | 'data'> {
  const happened = callsThatHappened(sent, receipt)
  const calls = happened.length === 0 || sent.calls.length === 1 ? sent.calls : happened
  const [only, ...more] = calls
  const input = (more.length === 0 && only?.input) || '0x'
  return {
    // A number that is none of the account's own.
    nonce: sent.nonce ?? -1,
    to: more.length > 0 || only?.to == null ? null : lowerCaseAddress(only.to),
    value: sumOf(calls),
    data: input.length > mostData ? (input.slice(0, 10) as Hex) : input,
  }
}

function nativeOf(
  item: unknown,
  sent: Sent,
  receipt: ReceiptReply,
  account: Address,
): Pick<PastTransactionRecord, 'native'> {
  const { phaseStatuses, payer, status } = receipt
  const inner = fieldOf(item, 'tx')
  const happened = callsThatHappened(sent, receipt)
  const changes = happened.flatMap(({ input }) => (input === null ? [] : readSystemCall(input, account)))
  if (inner === undefined && changes.length === 0) return {}
  const bound = (name: string) => {
    const told = readQuantity(fieldOf(inner, name)) ?? 0n
    return told === 0n ? null : Number(told < leastMs ? told * 1_000n : told)
  }
  const count = sent.calls.reduce((most, { phase }) => Math.max(most, (phase ?? -1) + 1), 0)
  return {
    native: {
      phases: Array.from({ length: count }, (_, phase) => phaseStatuses?.[phase] ?? status),
      payer: isSameAddress(payer ?? account, account) || payer == null ? null : lowerCaseAddress(payer),
      key: toQuantity(readQuantity(fieldOf(inner, 'nonceKey')) ?? 0n),
      ...{ after: bound('validAfter'), before: bound('validBefore') },
      changes: [...readChanges(fieldOf(inner, 'accountChanges')), ...changes],
    },
  }
}

/** Bounds of time from here on are milliseconds, below it seconds. */
const leastMs = 10n ** 11n

function sumOf(calls: Sent['calls']): bigint {
  return calls.reduce((sum, { value }) => sum + value, 0n)
}

type Came = Pick<ArrivalRecord, 'id' | 'networkId' | 'account' | 'from' | 'amount' | 'hash' | 'at' | 'blockNumber'>

function arrivalOf(came: Came): ArrivalRecord {
  return { ...came, token: null, level: 'sealed', isWithdrawn: false, sealedAt: came.at }
}

function readOwn(item: unknown, account: Address): OwnTransaction[] {
  const [from, to] = [fieldOf(item, 'from'), fieldOf(item, 'to')]
  const isNamed = [from, to].some(party => typeof party === 'string' && isSameAddress(party, account))
  // Most transactions of a block are of others: they are skipped before parsing.
  const sent = isNamed || fieldOf(item, 'tx') !== undefined ? readSent(item) : null
  const isOwn =
    sent !== null && (isSameAddress(sent.from, account) || sent.calls.some(call => isSameAddress(call.to, account)))
  return isOwn ? [{ sent, item }] : []
}
