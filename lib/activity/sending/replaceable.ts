import { isAtLeast } from '@/lib/base/level'
import type { TransactionRecord } from '@/lib/storage/records'

/** @returns whether the transaction may still be replaced: it is in no block and no partial block */
export function isReplaceable(row: TransactionRecord): boolean {
  return row.inFlight === 1 && (row.ended === null || row.ended === 'dropped') && !isAtLeast(row.level, 'preconfirmed')
}
