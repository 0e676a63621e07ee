import { advance, isInFlight, type LifeEvent } from '@/lib/confirmations/levels'
import type { TransactionRecord } from '@/lib/database/records'

/** The row after an event, with the mark by which rows to be watched are found. */
export function withEvent(row: TransactionRecord, event: LifeEvent): TransactionRecord {
  const advanced = advance(row, event)
  if (advanced === row) return row
  // Seen after all: what an endpoint said against it no longer counts.
  const refusal = advanced.ended === null ? null : advanced.refusal
  return { ...advanced, refusal, inFlight: isInFlight(advanced) ? 1 : 0 }
}
