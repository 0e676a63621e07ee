import type { Approvals } from '@/lib/approvals/types'
import type { Database } from '@/lib/database/open'
import { rowOfCall } from '@/lib/transactions/calls'
import { batchDelegate } from '@/lib/values/batch-delegate'
import { outcomeOf, type PaymentOutcome } from './outcome'

/**
 * Looks up what became of a decision about one transaction, or about `calls` of them of which the last one pays, or
 * which were made together.
 */
export type ReadOutcome = (approvalId: string, calls?: number) => Promise<PaymentOutcome>

export function createOutcomes({
  database,
  approvals,
}: {
  database: Database
  approvals: Pick<Approvals, 'get'>
}): ReadOutcome {
  return async (approvalId, calls) => {
    const together = calls === undefined ? undefined : await database.get('transactions', rowOfCall(approvalId, 0))
    const last = together?.delegate === batchDelegate ? 0 : (calls ?? 1) - 1
    const id = calls === undefined ? approvalId : rowOfCall(approvalId, last)
    const [approval, row] = await Promise.all([approvals.get(approvalId), database.get('transactions', id)])
    if (row === undefined) return outcomeOf(approval?.status, undefined)
    const { networkId, epoch, from, nonce } = row
    const sameNonce = await database.getAllFromIndex('transactions', 'nonce', [networkId, epoch, from, nonce])
    return outcomeOf(
      approval?.status,
      row,
      sameNonce.filter(other => other.id !== id),
    )
  }
}
