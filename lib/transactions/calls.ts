import type { Address } from 'viem'
import type { Approval, ApprovalRequest, TransactionPurpose, TransactionRequest } from '@/lib/approvals/types'
import { Failure } from '@/lib/values/failure'
import { toQuantity } from '@/lib/values/hex'
import { areTogether } from '@/lib/values/together'
import { batchOf } from './batch'
import { delegationReset } from './delegation'

/** Journal id of one transaction of a batch. */
export function rowOfCall(approvalId: string, index: number): string {
  return `${approvalId}:${index}`
}

/** The approval a journal row was signed for. */
export function approvalOfRow(rowId: string): string {
  return rowId.split(':')[0] ?? rowId
}

type CallsRequest = Extract<ApprovalRequest, { kind: 'calls' }>

/** The transactions that make the calls, in their order. */
export function transactionsOf(
  account: Address,
  request: CallsRequest,
): { transaction: TransactionRequest; purpose: TransactionPurpose }[] {
  if (!areTogether(request)) return request.calls.map(transaction => ({ transaction, purpose: 'send' }))
  const together = { transaction: batchOf(account, request.calls), purpose: 'send' } as const
  if (request.atomic?.choice !== 'once') return [together]
  return [together, { transaction: delegationReset(account), purpose: 'clear-delegation' }]
}

/**
 * One transaction of an approved batch as if it had been approved by itself, with its share of the gas and of what gas
 * may cost.
 * @throws Failure `approval-changed` where no share is known, `fee-above-ceiling` where all of them come to more than
 * was shown
 */
export function partOf(approval: Approval, index: number): Approval {
  const { id, account, request, shown } = approval
  const part = request.kind === 'calls' && account !== null ? transactionsOf(account, request)[index] : undefined
  const gas = shown.fee?.gasOfCalls?.[index]
  if (part === undefined || shown.fee === null || gas === undefined) throw new Failure('approval-changed', { id })
  const total = (shown.fee.gasOfCalls ?? []).reduce((sum, each) => sum + BigInt(each), 0n)
  const maxFeePerGas = BigInt(shown.fee.maxFeePerGas)
  if (total > BigInt(shown.fee.gas) || total * maxFeePerGas > BigInt(shown.feeCeiling ?? '0x0'))
    throw new Failure('fee-above-ceiling', { id })
  const { gasOfCalls: _gasOfCalls, ...fee } = shown.fee
  return {
    ...approval,
    id: rowOfCall(id, index),
    request: { kind: 'transaction', ...part, replaces: null },
    shown: { ...shown, feeCeiling: toQuantity(BigInt(gas) * maxFeePerGas), fee: { ...fee, gas } },
  }
}
