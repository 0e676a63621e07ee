import type { TransactionRecord } from '@/lib/database/records'
import { type Level, levelRank } from '@/lib/values/level'
import { median } from '@/lib/values/median'

/** What statistics are made of: rows of the journal, or anything else with a history. */
type Measured = Pick<TransactionRecord, 'history'>

/** How long a level took, over the transactions that reached it. Times are ms since the bytes left, ascending. */
export interface Distribution {
  count: number
  medianMs: number
  p95Ms: number
  timesMs: readonly number[]
}

/**
 * Ms from the bytes leaving to each level after that. What a transaction reached after a setback does not count: that time measures the
 * setback. A level without a stop of its own (nothing pre-confirms here) is absent.
 */
export function levelTimes({ history }: Measured): Partial<Record<Level, number>> {
  const times: Partial<Record<Level, number>> = {}
  let submittedAt: number | null = null
  for (const { at, level, event } of history) {
    if (event) break
    if (level === 'submitted') submittedAt ??= at
    else if (submittedAt !== null && levelRank(level) > levelRank('submitted'))
      times[level] ??= Math.max(0, at - submittedAt)
  }
  return times
}

/** Of one level over many transactions; `null` when none reached it. */
export function distribution(rows: readonly Measured[], level: Level): Distribution | null {
  const timesMs = rows
    .map(row => levelTimes(row)[level])
    .filter(time => time !== undefined)
    .sort((left, right) => left - right)
  const medianMs = median(timesMs)
  if (medianMs === undefined) return null
  return { count: timesMs.length, medianMs, p95Ms: nearestRank(timesMs, 0.95), timesMs }
}

/** The two figures shown everywhere; `null` where nothing was measured. */
export function medians(rows: readonly Measured[]): { preconfirmedMs: number | null; sealedMs: number | null } {
  return {
    preconfirmedMs: distribution(rows, 'preconfirmed')?.medianMs ?? null,
    sealedMs: distribution(rows, 'sealed')?.medianMs ?? null,
  }
}

/** The smallest value that at least `share` of them do not exceed. */
function nearestRank(ascending: readonly number[], share: number): number {
  return ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)] ?? 0
}
