import type { MessageKey } from '@/components/app'
import { isAtLeast, type Level, levelRank, type Setback } from '@/lib/base/level'
import type { TransactionView } from '@/lib/language/ui'

export type StopLevel = Exclude<Level, 'signed'>

export interface Stop {
  level: StopLevel
  reached: boolean
  /** The last one reached. */
  current: boolean
  /** Milliseconds from signing until it was reached; `null` while ahead, or when it was passed without being seen. */
  ms: number | null
  /** It had been reached, after as many milliseconds, and a setback took it back. */
  takenBackMs: number | null
}

/** `progress` is on its way or well arrived; the others say that something is not as hoped. */
export type TrackTone = 'progress' | 'caution' | 'danger' | 'ended'

export interface TrackSummary {
  stops: Stop[]
  /** Where it stands, in words. */
  headline: MessageKey
  tone: TrackTone
  /** Time to the level it has now, where that means something. */
  ms: number | null
  /** A setback that has not been made good since. */
  setback: Setback | null
  /** It will be watched further. */
  open: boolean
}

/** What the confirmation track shows of a transaction: never more than its level says. */
export function summariseTrack(row: TransactionView): TrackSummary {
  const signedAt = row.history.find(entry => entry.level === 'signed')?.at ?? row.createdAt
  const { times, takenBack, setback } = readHistory(row.history)
  const levels = stopLevels(row)
  const reached = levels.filter(level => isAtLeast(row.level, level))
  const stops = levels.map((level): Stop => {
    const at = times.get(level)
    const lostAt = takenBack.get(level)
    const isReached = isAtLeast(row.level, level)
    return {
      level,
      reached: isReached,
      current: isReached && level === reached.at(-1),
      ms: isReached && at !== undefined ? Math.max(0, at - signedAt) : null,
      takenBackMs: isReached || lostAt === undefined ? null : Math.max(0, lostAt - signedAt),
    }
  })
  return {
    stops,
    ...headlineOf(row, setback),
    // After a setback the time to the level it fell back to says nothing.
    ms: setback === null && row.ended === null ? (stops.find(stop => stop.current)?.ms ?? null) : null,
    setback,
    open: (row.ended === null || row.ended === 'taken') && row.level !== 'final',
  }
}

const shownLargeMs = 60_000

/**
 * @param now ms since the epoch
 * @returns whether a transaction is waited for; for a minute after its signature in any case, so that nothing moves on
 * the screen at the moment when it is done
 */
export function isUnderWay(row: TransactionView, now: number): boolean {
  if (row.ended !== null || row.isFromElsewhere === true) return false
  return !isAtLeast(row.level, 'sealed') || now - row.createdAt < shownLargeMs
}

/** @returns the sentence, of at most 40 words, that says what its state means, with the field's word for it */
export function meaningOf({ level, ended }: TransactionView, { setback, tone }: TrackSummary): MessageKey {
  if (ended !== null) return 'track_means_ended'
  if (setback !== null && tone === 'caution')
    return setback === 'withdrawn' ? 'track_means_withdrawn' : 'track_means_reorganised'
  switch (level) {
    case 'signed':
    case 'submitted':
    case 'accepted':
      return 'track_means_on_its_way'
    default:
      return `track_means_${level}`
  }
}

function stopLevels(row: TransactionView): StopLevel[] {
  const preconfirmed = row.preconfirms || row.history.some(entry => entry.level === 'preconfirmed')
  return preconfirmed
    ? ['submitted', 'accepted', 'preconfirmed', 'sealed', 'safe', 'final']
    : ['submitted', 'accepted', 'sealed', 'safe', 'final']
}

/** When each level was reached and has been kept since: a setback takes back what lies above the level it fell to. */
function readHistory(history: TransactionView['history']): {
  times: Map<Level, number>
  takenBack: Map<Level, number>
  setback: Setback | null
} {
  const times = new Map<Level, number>()
  const takenBack = new Map<Level, number>()
  let setback: Setback | null = null
  let highest = -1
  for (const { at, level, event } of history) {
    const rank = levelRank(level)
    if (event !== undefined) {
      for (const [lost, reachedAt] of [...times]) {
        if (levelRank(lost) <= rank) continue
        takenBack.set(lost, reachedAt)
        times.delete(lost)
      }
      setback = event
      highest = rank
    } else {
      if (!times.has(level)) times.set(level, at)
      if (rank > highest) setback = null
      highest = Math.max(highest, rank)
    }
  }
  return { times, takenBack, setback }
}

/** Some of its parts happened and some failed: its status says only that not all of them did. */
export function isPartial({ status, native }: TransactionView): boolean {
  return status === 'reverted' && native?.phases.includes('success') === true
}

function headlineOf(row: TransactionView, setback: Setback | null): { headline: MessageKey; tone: TrackTone } {
  switch (row.ended) {
    case 'taken':
      return { headline: 'track_taken', tone: 'caution' }
    case 'replaced':
      return { headline: 'track_replaced', tone: 'ended' }
    case 'dropped':
      return { headline: 'track_dropped', tone: 'caution' }
    case 'lost':
      return { headline: 'track_lost', tone: 'ended' }
    case null:
  }
  if (isPartial(row)) return { headline: 'track_part', tone: 'caution' }
  const reverted = row.status === 'reverted'
  switch (row.level) {
    case 'signed':
    case 'submitted':
      if (row.refusal !== null && row.isHeldBack !== true) return { headline: 'track_refused', tone: 'danger' }
      if (row.waitsForNonce !== null) return { headline: 'track_waiting', tone: 'progress' }
      if (row.refusal !== null) return { headline: 'track_held_back', tone: 'caution' }
      return { headline: row.level === 'signed' ? 'track_signed' : 'track_submitted', tone: 'progress' }
    case 'accepted':
      if (setback === 'withdrawn') return { headline: 'track_withdrawn', tone: 'caution' }
      if (setback === 'reorganised') return { headline: 'track_reorganised', tone: 'caution' }
      if (row.waitsForNonce !== null) return { headline: 'track_waiting', tone: 'progress' }
      return { headline: 'track_accepted', tone: 'progress' }
    case 'preconfirmed':
      if (setback === 'reorganised') return { headline: 'track_reorganised', tone: 'caution' }
      return reverted
        ? { headline: 'track_will_fail', tone: 'caution' }
        : { headline: 'track_preconfirmed', tone: 'progress' }
    case 'sealed':
      return reverted ? { headline: 'track_failed', tone: 'danger' } : { headline: 'track_sealed', tone: 'progress' }
    case 'safe':
      return reverted ? { headline: 'track_failed', tone: 'danger' } : { headline: 'track_safe', tone: 'progress' }
    case 'final':
      return reverted ? { headline: 'track_failed', tone: 'danger' } : { headline: 'track_final', tone: 'progress' }
  }
}
