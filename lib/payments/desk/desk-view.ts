import type { Arrival } from '@/lib/activity/arrivals/arrival-rows'
import { toQuantity } from '@/lib/base/hex'
import type {
  CaptureView,
  DeskView,
  NativePaidView,
  PaidByView,
  PaymentRequestView,
  PayoutView,
  RefundView,
} from '@/lib/language/desk'
import type { Books } from '@/lib/payments/books/books'
import type { CaptureRecord, PaymentRequestRecord, PayoutRecord, RefundRecord } from '@/lib/storage/payment-records'
import { combinedOutcome } from './outcome'
import type { Outcomes } from './outcomes'
import { outcomesOfLegs } from './payouts'

export interface DeskRecords {
  requests: readonly PaymentRequestRecord[]
  captures: readonly CaptureRecord[]
  refunds: readonly RefundRecord[]
  payouts: readonly PayoutRecord[]
}

/** The desk as pages show it, newest first. */
export async function toDeskView(
  records: DeskRecords,
  { outcomes, arrivals }: { outcomes: Outcomes; arrivals: readonly Arrival[] },
): Promise<DeskView> {
  const { requests, captures, refunds, payouts } = records
  return {
    requests: newestFirst(requests).map(row => toRequestView(row, arrivals)),
    captures: await Promise.all(newestFirst(captures).map(row => toCaptureView(row, outcomes))),
    refunds: await Promise.all(newestFirst(refunds).map(row => toRefundView(row, outcomes))),
    payouts: await Promise.all(newestFirst(payouts).map(row => toPayoutView(row, outcomes))),
  }
}

function toRequestView(record: PaymentRequestRecord, arrivals: readonly Arrival[]): PaymentRequestView {
  const { networkId: _network, epoch: _epoch, account: _account, closedBlock: _block, ...rest } = record
  const { amount, paidBy = null, ...row } = rest
  return {
    ...row,
    amount: amount === null ? null : toQuantity(amount),
    paidBy: paidBy === null ? null : toPaidByView(paidBy, arrivals),
  }
}

/** The payment of a request in the chain's own money, as pages get it. */
export function toNativePaidView(
  { request, paidBy }: Books['native'][number],
  arrivals: readonly Arrival[],
): NativePaidView {
  const { isSealed, blockNumber } = toPaidByView(paidBy, arrivals)
  return {
    request: request.id,
    label: request.label,
    amount: toQuantity(request.amount ?? 0n),
    from: arrivals.find(({ id }) => id === paidBy.arrival)?.from ?? null,
    ...{ hash: paidBy.hash, blockNumber, isSealed, at: paidBy.at },
  }
}

function toPaidByView(
  { arrival, blockNumber }: NonNullable<PaymentRequestRecord['paidBy']>,
  arrivals: readonly Arrival[],
): PaidByView {
  // The list keeps the newest 100 arrivals. An arrival that is no longer in the list is old, so it counts as sealed.
  // Only a withdrawn arrival makes its request unpaid again.
  const level = arrivals.find(({ id }) => id === arrival)?.level ?? 'sealed'
  return { arrival, isSealed: level === 'sealed', blockNumber: blockNumber ?? null }
}

async function toCaptureView(row: CaptureRecord, outcomes: Outcomes): Promise<CaptureView> {
  const { id, kind, token, contract, payer, nonce, typedData, signature, orderId, label, createdAt } = row
  return {
    ...{ id, kind, token, contract, payer, nonce, typedData, signature, orderId, label, createdAt },
    amount: toQuantity(row.amount),
    validAfterSeconds: row.validAfter === null ? null : Number(row.validAfter),
    validBeforeSeconds: Number(row.validBefore),
    attempts: await Promise.all(
      row.approvalIds.map(async approvalId => ({ approvalId, outcome: await outcomes.of(approvalId) })),
    ),
  }
}

async function toRefundView(row: RefundRecord, outcomes: Outcomes): Promise<RefundView> {
  const { id, transfer, token, to, createdAt } = row
  const which = row.which === undefined ? null : { ...row.which, amount: toQuantity(row.which.amount) }
  return { id, transfer, which, token, to, amount: toQuantity(row.amount), outcome: await outcomes.of(id), createdAt }
}

async function toPayoutView(row: PayoutRecord, outcomes: Outcomes): Promise<PayoutView> {
  const { key, kind, contract, reference, label, token, approvalId, createdAt } = row
  const each = await outcomesOfLegs(row, outcomes)
  const outcome = combinedOutcome(each)
  const legs = row.legs.map(({ to, amount }, index) => ({
    ...{ to, amount: toQuantity(amount), outcome: each[index] ?? outcome },
  }))
  return { key, kind, contract, reference, label, token, legs, approvalId, outcome, createdAt }
}

function newestFirst<Row extends { createdAt: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((left, right) => right.createdAt - left.createdAt)
}
