import type { CaptureRecord, PaymentRequestRecord, PayoutRecord, RefundRecord } from '@/lib/database/payment-records'
import type { CaptureView, DeskView, PaymentRequestView, PayoutView, RefundView } from '@/lib/messaging/desk'
import type { ReadOutcome } from '@/lib/payments/desk/outcomes'
import { callsOf } from '@/lib/payments/desk/payouts'
import { toQuantity } from '@/lib/values/hex'

export interface DeskRecords {
  requests: readonly PaymentRequestRecord[]
  captures: readonly CaptureRecord[]
  refunds: readonly RefundRecord[]
  payouts: readonly PayoutRecord[]
}

/** The desk as pages show it, newest first. */
export async function toDeskView(records: DeskRecords, outcome: ReadOutcome): Promise<DeskView> {
  const { requests, captures, refunds, payouts } = records
  return {
    requests: newestFirst(requests).map(toRequestView),
    captures: await Promise.all(newestFirst(captures).map(row => toCaptureView(row, outcome))),
    refunds: await Promise.all(newestFirst(refunds).map(row => toRefundView(row, outcome))),
    payouts: await Promise.all(newestFirst(payouts).map(row => toPayoutView(row, outcome))),
  }
}

function toRequestView(record: PaymentRequestRecord): PaymentRequestView {
  const { networkId: _network, epoch: _epoch, account: _account, amount, ...row } = record
  return { ...row, amount: amount === null ? null : toQuantity(amount) }
}

async function toCaptureView(row: CaptureRecord, outcome: ReadOutcome): Promise<CaptureView> {
  const { id, kind, token, contract, payer, nonce, typedData, signature, orderId, label, createdAt } = row
  return {
    id,
    kind,
    token,
    contract,
    payer,
    amount: toQuantity(row.amount),
    validAfterSeconds: row.validAfter === null ? null : Number(row.validAfter),
    validBeforeSeconds: Number(row.validBefore),
    nonce,
    typedData,
    signature,
    orderId,
    label,
    attempts: await Promise.all(
      row.approvalIds.map(async approvalId => ({ approvalId, outcome: await outcome(approvalId) })),
    ),
    createdAt,
  }
}

async function toRefundView(row: RefundRecord, outcome: ReadOutcome): Promise<RefundView> {
  const { id, transfer, token, to, amount, createdAt } = row
  return { id, transfer, token, to, amount: toQuantity(amount), outcome: await outcome(id), createdAt }
}

async function toPayoutView(row: PayoutRecord, outcome: ReadOutcome): Promise<PayoutView> {
  const { key, kind, contract, reference, label, token, approvalId, createdAt } = row
  return {
    key,
    kind,
    contract,
    reference,
    label,
    token,
    legs: row.legs.map(({ to, amount }) => ({ to, amount: toQuantity(amount) })),
    approvalId,
    outcome: await outcome(approvalId, callsOf(row)),
    createdAt,
  }
}

function newestFirst<Row extends { createdAt: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((left, right) => right.createdAt - left.createdAt)
}
