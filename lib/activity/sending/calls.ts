import type { Address } from 'viem'
import { Failure } from '@/lib/base/failure'
import { toQuantity } from '@/lib/base/hex'
import { areTogether } from '@/lib/base/together'
import type { TransactionPurpose } from '@/lib/base/transaction-purpose'
import type { Approval } from '@/lib/decisions/approvals/types'
import type { ApprovalRequest } from '@/lib/language/requests'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
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

interface Part {
  transaction: TransactionRequest
  purpose: TransactionPurpose
  replaces: string | null
}

/** The transactions that make the calls, in their order. */
export function transactionsOf(account: Address, request: CallsRequest): Part[] {
  const { calls, cancels } = request
  if (cancels !== undefined)
    return calls.map((transaction, index) => ({ transaction, purpose: 'cancel', replaces: cancels[index] ?? null }))
  if (!areTogether(request)) return calls.map(transaction => ({ transaction, purpose: 'send', replaces: null }))
  const transaction = withNonce(batchOf(account, calls), calls[0]?.nonce)
  const together = { transaction, purpose: 'send', replaces: null } as const
  if (request.atomic?.choice !== 'once') return [together]
  return [together, { transaction: delegationReset(account), purpose: 'clear-delegation', replaces: null }]
}

/** @param nonce `null` or absent: the next free one */
export function withNonce(
  { nonce: _, ...rest }: TransactionRequest,
  nonce: number | null | undefined,
): TransactionRequest {
  return nonce == null ? rest : { ...rest, nonce }
}

/** The batch with the nonce of its one transaction: its first call keeps it. @param nonce `null`: the next free one */
export function withNonceOfBatch(request: CallsRequest, nonce: number | null): CallsRequest {
  return { ...request, calls: request.calls.map((call, index) => (index > 0 ? call : withNonce(call, nonce))) }
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
  const noncePolicy = part.replaces === null ? shown.noncePolicy : (part.transaction.nonce ?? null)
  return {
    ...approval,
    id: rowOfCall(id, index),
    request: { kind: 'transaction', ...part },
    shown: { ...shown, noncePolicy, feeCeiling: toQuantity(BigInt(gas) * maxFeePerGas), fee: { ...fee, gas } },
  }
}
