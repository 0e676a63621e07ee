import { advance, isInFlight, type LifeEvent } from '@/lib/chain/watching/levels'
import type { TransactionRecord } from '@/lib/storage/records'
import { gaveNonceBack } from './nonce-rows'

/** The row after an event, with the mark by which rows to be watched are found. */
export function withEvent(row: TransactionRecord, event: LifeEvent): TransactionRecord {
  const advanced = advance(row, event)
  const inFlight = isInFlight(advanced) ? 1 : 0
  // What was read once more and is as it was leaves the sight again. What was refused is watched no more.
  if (advanced === row) return inFlight === row.inFlight || gaveNonceBack(row) ? row : { ...row, inFlight }
  // Seen after all: what an endpoint said against it no longer counts.
  const refusal = advanced.ended === null ? null : advanced.refusal
  return { ...advanced, refusal, inFlight }
}
