import type { Approvals } from '@/lib/approvals/types'
import type { Database } from '@/lib/database/open'
import { rowOfCall } from '@/lib/transactions/calls'
import { outcomeOf, type PaymentOutcome } from './outcome'

/** Looks up what became of a decision about one transaction, or about `calls` of them of which the last one pays. */
export type ReadOutcome = (approvalId: string, calls?: number) => Promise<PaymentOutcome>

export function createOutcomes({
  database,
  approvals,
}: {
  database: Database
  approvals: Pick<Approvals, 'get'>
}): ReadOutcome {
  return async (approvalId, calls) => {
    const id = calls === undefined ? approvalId : rowOfCall(approvalId, calls - 1)
    const [approval, row] = await Promise.all([approvals.get(approvalId), database.get('transactions', id)])
    if (row === undefined) return outcomeOf(approval?.status, undefined)
    const { chainId, epoch, from, nonce } = row
    const sameNonce = await database.getAllFromIndex('transactions', 'nonce', [chainId, epoch, from, nonce])
    return outcomeOf(
      approval?.status,
      row,
      sameNonce.filter(other => other.id !== id),
    )
  }
}
