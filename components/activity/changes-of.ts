import { isAtLeast } from '@/lib/base/level'
import type { TransactionView } from '@/lib/language/ui'
import { type PowerChange, readSystemCall } from '@/lib/reading/native/changes'

/**
 * What a transaction did to who may act for its account. Nothing before it is in a block, and nothing of a call that
 * failed. A native transaction changes keys before its first part: where that part failed too, nobody says whether the
 * changes stayed.
 */
export function changesOf(row: Pick<TransactionView, 'native' | 'status' | 'level' | 'ended' | 'data' | 'from'>): {
  changes: readonly PowerChange[]
  isKnown: boolean
} {
  const { native, status } = row
  const isIncluded = row.ended === null && isAtLeast(row.level, 'sealed')
  if (!isIncluded) return { changes: [], isKnown: true }
  if (native !== undefined)
    return { changes: native.changes, isKnown: status === 'success' || native.phases[0] === 'success' }
  return { changes: status === 'reverted' ? [] : readSystemCall(row.data, row.from), isKnown: status !== null }
}
