import type { Approval } from '@/lib/decisions/approvals/types'
import type { TransactionRecord } from '@/lib/storage/records'

/**
 * What became of something that was decided on:
 * `waiting` for a decision or to be sent · `sent` and not in a sealed block · `done` · `failed`: nothing moved, and
 * nothing will. Only `failed` frees what was reserved for it. `partly`: of several, some are done and the others
 * failed.
 */
export type PaymentOutcome = 'waiting' | 'sent' | 'done' | 'failed' | 'partly'

/** The outcome of several transfers as one. */
export function combinedOutcome(outcomes: readonly PaymentOutcome[]): PaymentOutcome {
  const open = (['waiting', 'sent'] as const).find(outcome => outcomes.includes(outcome))
  if (open !== undefined) return open
  if (outcomes.every(outcome => outcome === 'done')) return 'done'
  return outcomes.every(outcome => outcome === 'failed') ? 'failed' : 'partly'
}

/**
 * @param status of the approval; `undefined` where it was forgotten, a day after it ended
 * @param row the transaction that does it, if it was signed
 * @param replacements other transactions of the journal with its nonce
 */
export function outcomeOf(
  status: Approval['status'] | undefined,
  row: Pick<TransactionRecord, 'level' | 'ended' | 'receipt'> | undefined,
  replacements: readonly Pick<TransactionRecord, 'level' | 'ended' | 'receipt' | 'purpose'>[] = [],
): PaymentOutcome {
  if (row === undefined) return status === 'waiting' || status === 'approved' ? 'waiting' : 'failed'
  if (row.ended === 'lost') return 'failed'
  if (row.ended === 'replaced') {
    // The same payment with a higher fee, or a cancellation: only what was included counts.
    const included = replacements.find(({ ended, receipt }) => ended === null && receipt !== null)
    if (included === undefined) return 'sent'
    return included.purpose === 'speed-up' ? outcomeOf(status, included) : 'failed'
  }
  // Dropped, its bytes are still valid: whoever kept them may send them again.
  if (row.receipt === null) return 'sent'
  if (!['sealed', 'safe', 'final'].includes(row.level)) return 'sent'
  if (row.receipt.status === 'unread') return 'sent'
  return row.receipt.status === 'success' ? 'done' : 'failed'
}
