import type { Address, Hash } from 'viem'
import type * as z from 'zod/mini'
import { isSameAddress, isSameHex, lowerCaseAddress } from '@/lib/base/hex'
import { blockNumberReply, blockReply, receiptOf, receiptReply } from '@/lib/base/rpc/schemas'
import { callsThatHappened, hasEffect, readSent, type Sent } from '@/lib/base/rpc/sent'
import * as events from '@/lib/base/signatures/events'
import { readTransferLog } from '@/lib/base/transfer-log'
import { isProposing } from '@/lib/chain/shared/signals'
import { gainCalls, plainGas, readGain } from './inside'

/** What a payment is expected to be. What is left out is not checked. */
export interface ExpectedPayment {
  /** `null`: the chain's own currency. */
  token?: Address | null
  /** Tokens that the wallet vouches for: without an expected token, one of these or the chain's currency. */
  money?: readonly Address[]
  payer?: Address
  payee?: Address
  /** Smallest unit of the token. */
  amount?: bigint
  memo?: Hash
  /** Blocks from its own to the newest one, both counted. */
  depth: number
}

/** What the receipt says of it. */
export interface FoundPayment {
  /** `null`: the chain's own currency. */
  token: Address | null
  /** `null` where a contract moved it, and only the payee's balance says so. */
  payer: Address | null
  payee: Address
  amount: bigint
  /** The memo in the log right after the transfer; `null` where there is none. */
  memo: Hash | null
}

export type Check =
  | 'receipt'
  | 'success'
  | 'value'
  | 'money'
  | 'token'
  | 'payer'
  | 'payee'
  | 'amount'
  | 'memo'
  | 'sealed'
  | 'depth'

export interface Verification {
  /** The transfer that fits best; `null` where the transaction moved nothing. */
  payment: FoundPayment | null
  /** How many transfers there are in the transaction. */
  transfers: number
  /** `null` while only pre-confirmed. */
  depth: number | null
  /** In the order of reading; each is so or not. `null`: contracts may have moved what no receipt shows. */
  checks: { check: Check; isSo: boolean | null }[]
  /** Fields that nothing was expected of, so that they were not compared. */
  notCompared: Field[]
  /** Something was expected, and every check is so. */
  isVerified: boolean
  /** A later part of the transaction failed; the payment is in one that happened. */
  isPartial: boolean
}

type Receipt = z.infer<typeof receiptReply>

/**
 * A payment held against its receipt, field by field. The chain alone is believed: neither what a payer says nor what a
 * screen of theirs shows. If one transaction has several transfers, the transfer that fits most is taken, and the
 * earliest of equals.
 * @param head number of the newest sealed block
 * @param sent the transaction itself, for what it moved of the chain's currency; `null` where it is not known
 * @param gain what the payee's balance says that contracts moved to it, in wei; `null` where it is not known
 */
export function verifyPayment(
  receipt: Receipt,
  head: bigint,
  expected: ExpectedPayment,
  sent: Sent | null = null,
  gain: bigint | null = null,
): Verification {
  const compared = fieldsOf(expected)
  const notCompared = fields.filter(field => !compared.includes(field))
  const none = { payment: null, transfers: 0, depth: null, notCompared, isVerified: false, isPartial: false }
  if (receipt === null) return { ...none, checks: [{ check: 'receipt', isSo: false }] }
  const happened = hasEffect(receipt)
  const found = happened ? [...nativeOf(sent, receipt), ...paymentsOf(receipt), ...insideOf(gain, expected)] : []
  const best = found.reduce<FoundPayment | null>(
    (chosen, payment) =>
      chosen === null || agreement(payment, expected) > agreement(chosen, expected) ? payment : chosen,
    null,
  )
  // Without an expected token the chain's currency is meant only where it says to whom it went.
  const mayBeNative = expected.token === null || (expected.token === undefined && expected.payee !== undefined)
  const isHidden = gain === null && happened && mayBeNative && receipt.gasUsed > plainGas
  const isPartial = receipt.status !== 'success' && best !== null
  const unless = (isSo: boolean) => isSo || (isHidden ? null : false)
  const isSealed = receipt.blockHash !== null
  const depth = isSealed ? Number(head - receipt.blockNumber + 1n) : null
  const checks: Verification['checks'] = [
    { check: 'receipt', isSo: true },
    { check: 'success', isSo: (receipt.status === 'success' || isPartial) && receipt.promisedBy !== 'builders' },
    { check: 'value', isSo: unless(best !== null && best.amount > 0n) },
    ...(expected.money === undefined || expected.token !== undefined
      ? []
      : [{ check: 'money' as const, isSo: unless(best !== null && isMoney(best, expected.money)) }]),
    ...compared.map(field => ({ check: field, isSo: isAsExpected(field, best, expected, unless) })),
    { check: 'sealed', isSo: isSealed },
    { check: 'depth', isSo: depth !== null && depth >= expected.depth },
  ]
  return {
    payment: best,
    transfers: found.length,
    depth,
    checks,
    notCompared,
    isVerified: compared.length > 0 && best !== null && checks.every(({ isSo }) => isSo === true),
    isPartial,
  }
}

/** @returns the question for the newest sealed block, whose answer is `head` in {@link Answers} */
export function headCall(chainId: number): { method: 'eth_getBlockByNumber' | 'eth_blockNumber'; params: unknown[] } {
  return isProposing(chainId)
    ? { method: 'eth_getBlockByNumber', params: ['safe', false] }
    : { method: 'eth_blockNumber', params: [] }
}

/**
 * The same for answers as an endpoint gave them: the receipt of another transaction is none. @throws ZodError for what
 * is no receipt
 */
export function verifyAnswers(
  hash: string,
  { receipt, transaction, head, gain = [] }: Answers,
  expected: ExpectedPayment,
): Verification {
  const given = receiptReply.parse(receipt ?? null)
  const sent = readSent(transaction)
  const own = isSameHex(sent?.hash, hash) ? sent : null
  const voted = typeof head === 'string' ? null : (blockReply.parse(head ?? null)?.number ?? 0n)
  const known = receiptOf(hash, given)
  const isProposed = voted !== null && known !== null && known.blockNumber > voted
  const read = isProposed ? { ...known, blockHash: null } : known
  const { payee } = expected
  const blockHash = read?.blockHash ?? null
  const inside =
    read === null || blockHash === null || payee === undefined || read.from == null
      ? null
      : readGain(gain, { hash: read.transactionHash, blockHash, spenders: [read.from, read.payer], payee })
  return verifyPayment(read, voted ?? blockNumberReply.parse(head), expected, own, inside)
}

interface Answers {
  receipt: unknown
  transaction: unknown
  /** The result of `headCall`. */
  head: unknown
  /** To the calls of `callsForHidden`. */
  gain?: readonly unknown[]
}

/**
 * What to ask besides where contracts may have moved the chain's own currency to the payee; nothing where the receipt
 * says all, or no balance could prove it.
 */
export function callsForHidden({ checks }: Verification, receipt: unknown, { payee }: ExpectedPayment) {
  const read = receiptReply.parse(receipt ?? null)
  const isHidden = checks.some(({ isSo }) => isSo === null)
  if (!isHidden || payee === undefined || read === null || read.blockHash === null) return []
  return gainCalls(payee, read.blockNumber)
}

/** The payee's gain without a log. Its balance does not tell who paid. */
function insideOf(gain: bigint | null, { payee }: ExpectedPayment): FoundPayment[] {
  if (gain === null || gain <= 0n || payee === undefined) return []
  return [{ token: null, payer: null, payee: lowerCaseAddress(payee), amount: gain, memo: null }]
}

/** What the calls of the transaction itself moved of the chain's currency. What contracts moved of it leaves no log. */
function nativeOf(sent: Sent | null, receipt: NonNullable<Receipt>): FoundPayment[] {
  if (sent === null) return []
  const payer = lowerCaseAddress(sent.from)
  return callsThatHappened(sent, receipt).flatMap(({ to, value: amount }) =>
    to === null || amount === 0n ? [] : [{ token: null, payer, payee: lowerCaseAddress(to), amount, memo: null }],
  )
}

function isMoney({ token }: FoundPayment, money: readonly Address[]): boolean {
  return token === null || money.some(address => isSameAddress(address, token))
}

const fields = ['token', 'payer', 'payee', 'amount', 'memo'] as const
type Field = (typeof fields)[number]

function fieldsOf(expected: ExpectedPayment): Field[] {
  return fields.filter(field => expected[field] !== undefined)
}

function isField(field: Field, payment: FoundPayment, expected: ExpectedPayment): boolean {
  const [wanted, is] = [expected[field], payment[field]]
  return typeof wanted === 'string' && typeof is === 'string' ? wanted.toLowerCase() === is : wanted === is
}

/** @param unless what is not so, or what may be so unseen */
function isAsExpected(
  field: Field,
  payment: FoundPayment | null,
  expected: ExpectedPayment,
  unless: (isSo: boolean) => boolean | null,
): boolean | null {
  const isSo = payment !== null && isField(field, payment, expected)
  // No contract moves a memo unseen.
  if (field === 'memo') return isSo
  return field === 'payer' && payment?.payer === null ? null : unless(isSo)
}

function agreement(payment: FoundPayment, expected: ExpectedPayment): number {
  const fits = fieldsOf(expected).filter(field => isField(field, payment, expected)).length
  // An unknown payer is nearer than a wrong payee.
  const unknown = payment.payer === null && expected.payer !== undefined ? 0.25 : 0
  // If two fit alike, money comes before a token that anyone could have made.
  return fits + unknown + (isMoney(payment, expected.money ?? []) ? 0.5 : 0)
}

function paymentsOf({ logs }: NonNullable<Receipt>): FoundPayment[] {
  return logs.flatMap((log, index): FoundPayment[] => {
    const read = readTransferLog(log)
    if (read === null) return []
    const { token, from: payer, to: payee, amount } = read
    // The memo belongs to the transfer only where nothing stands between the two.
    const next = logs[index + 1]
    const isAdjacent =
      next !== undefined &&
      isSameAddress(next.address, token) &&
      isSameHex(next.topics[0], events.memo) &&
      (next.logIndex === null || log.logIndex === null || next.logIndex === log.logIndex + 1n)
    const memo = isAdjacent ? ((next.topics[2]?.toLowerCase() as Hash | undefined) ?? null) : null
    return [{ token, payer, payee, amount, memo }]
  })
}
