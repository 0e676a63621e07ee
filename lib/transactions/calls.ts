import type { Approval } from '@/lib/approvals/types'
import { Failure } from '@/lib/values/failure'
import { toQuantity } from '@/lib/values/hex'

/** Journal id of one call of a batch. */
export function rowOfCall(approvalId: string, index: number): string {
  return `${approvalId}:${index}`
}

/** The approval a journal row was signed for. */
export function approvalOfRow(rowId: string): string {
  return rowId.split(':')[0] ?? rowId
}

/**
 * One call of an approved batch as if it had been approved by itself, with its share of the gas and of what gas may
 * cost.
 * @throws Failure `approval-changed` where no share is known, `fee-above-ceiling` where all of them come to more than
 * was shown
 */
export function partOf(approval: Approval, index: number): Approval {
  const { id, request, shown } = approval
  const transaction = request.kind === 'calls' ? request.calls[index] : undefined
  const gas = shown.fee?.gasOfCalls?.[index]
  if (transaction === undefined || shown.fee === null || gas === undefined)
    throw new Failure('approval-changed', { id })
  const total = (shown.fee.gasOfCalls ?? []).reduce((sum, each) => sum + BigInt(each), 0n)
  const maxFeePerGas = BigInt(shown.fee.maxFeePerGas)
  if (total > BigInt(shown.fee.gas) || total * maxFeePerGas > BigInt(shown.feeCeiling ?? '0x0'))
    throw new Failure('fee-above-ceiling', { id })
  const { gasOfCalls: _gasOfCalls, ...fee } = shown.fee
  return {
    ...approval,
    id: rowOfCall(id, index),
    request: { kind: 'transaction', transaction, purpose: 'send', replaces: null },
    shown: { ...shown, feeCeiling: toQuantity(BigInt(gas) * maxFeePerGas), fee: { ...fee, gas } },
  }
}
