import type { TransactionRecord } from '@/lib/storage/records'

/**
 * News about a transaction while no page of the wallet is open. The texts name no amount and no address (invariant 10).
 */
export type Notice = 'sealed' | 'failed' | 'withdrawn' | 'reorganised' | 'replaced' | 'dropped' | 'lost'

/**
 * The news in a row, compared with its version before; `null`: none.
 * @param startedAt when this worker started, ms since the epoch: what happened before was told by an earlier one
 */
export function noticeOf(
  before: TransactionRecord | undefined,
  now: TransactionRecord,
  startedAt: number,
): Notice | null {
  const last = now.history.at(-1)
  if (last === undefined || last === before?.history.at(-1)) return null
  if (before === undefined && last.at < startedAt) return null
  if (before !== undefined && before.history.length >= now.history.length) return null
  // A guess, and its end: the screens say it.
  if (last.event === 'taken' || last.event === 'found') return null
  if (last.event !== undefined) return last.event
  if (last.level !== 'sealed') return null
  return now.receipt?.status === 'reverted' ? 'failed' : 'sealed'
}
