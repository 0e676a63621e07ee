import { rowOfCall } from '@/lib/activity/sending/calls'
import type { Transactions } from '@/lib/activity/sending/types'
import { batchDelegate } from '@/lib/base/batch-delegate'
import type { Clock } from '@/lib/base/clock'
import type { Approvals } from '@/lib/decisions/approvals/types'
import type { Database } from '@/lib/storage/open'
import { outcomeOf, type PaymentOutcome } from './outcome'

export interface Outcomes {
  /** The outcome of a decision about one transaction, or about `calls` transactions of which the last one pays. */
  of(approvalId: string, calls?: number): Promise<PaymentOutcome>
  /** The outcome of each of several calls that pay; the same for all where they were made together. */
  ofEach(approvalId: string, calls: number): Promise<PaymentOutcome[]>
}

/** The parts of what proposes one transaction at the desk, and tells what became of it. */
export interface ProposingParts {
  database: Database
  transactions: Pick<Transactions, 'propose'>
  outcomes: Pick<Outcomes, 'of'>
  clock: Clock
}

export function createOutcomes({
  database,
  approvals,
}: {
  database: Database
  approvals: Pick<Approvals, 'get'>
}): Outcomes {
  async function ofRow(approvalId: string, id: string): Promise<PaymentOutcome> {
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
  async function ofEach(approvalId: string, calls: number): Promise<PaymentOutcome[]> {
    const first = await database.get('transactions', rowOfCall(approvalId, 0))
    const isTogether = first?.delegate === batchDelegate
    const rows = Array.from({ length: calls }, (_, index) => rowOfCall(approvalId, isTogether ? 0 : index))
    return Promise.all(rows.map(id => ofRow(approvalId, id)))
  }
  return {
    async of(approvalId, calls) {
      if (calls === undefined) return ofRow(approvalId, approvalId)
      return (await ofEach(approvalId, calls)).at(-1) ?? 'failed'
    },
    ofEach,
  }
}
