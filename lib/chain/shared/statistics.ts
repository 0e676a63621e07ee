import { type Level, levelRank, type Setback } from '@/lib/base/level'
import { median } from '@/lib/base/median'

/** A row of the journal, or another record with a history. */
interface Measured {
  history: readonly { at: number; level: Level; event?: Setback | undefined }[]
}

/** Times from the signature to one level, of the transactions that reached it: ms, ascending. */
export interface Distribution {
  count: number
  medianMs: number
  p95Ms: number
  timesMs: readonly number[]
}

/**
 * @returns ms to each level above submitted, from the signature, as the confirmation track counts them, or from
 * submission where the signature is not known. Levels after a setback do not count, because that time measures the
 * setback. A level that was skipped, as pre-confirmed where nothing pre-confirms, is absent.
 */
export function levelTimes({ history }: Measured): Partial<Record<Level, number>> {
  const times: Partial<Record<Level, number>> = {}
  let startedAt: number | null = null
  for (const { at, level, event } of history) {
    if (event) break
    if (levelRank(level) <= levelRank('submitted')) startedAt ??= at
    else if (startedAt !== null) times[level] ??= Math.max(0, at - startedAt)
  }
  return times
}

/** @returns the times of one level over many transactions; `null` where none reached it */
export function distribution(rows: readonly Measured[], level: Level): Distribution | null {
  const timesMs = rows
    .map(row => levelTimes(row)[level])
    .filter(time => time !== undefined)
    .sort((left, right) => left - right)
  const medianMs = median(timesMs)
  if (medianMs === undefined) return null
  return { count: timesMs.length, medianMs, p95Ms: nearestRank(timesMs, 0.95), timesMs }
}

/** @returns the medians of the levels that screens show, ms; `null` where nothing was measured */
export function medians(rows: readonly Measured[]): { preconfirmedMs: number | null; sealedMs: number | null } {
  return {
    preconfirmedMs: distribution(rows, 'preconfirmed')?.medianMs ?? null,
    sealedMs: distribution(rows, 'sealed')?.medianMs ?? null,
  }
}

/** @returns the smallest value that at least `share` (0 to 1) of the values do not exceed */
function nearestRank(ascending: readonly number[], share: number): number {
  return ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)] ?? 0
}
