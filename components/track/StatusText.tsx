import { format, t } from '@/components/app'
import { type MarkLook, StopMark } from '@/components/elements'
import { isAtLeast } from '@/lib/base/level'
import type { TransactionView } from '@/lib/language/ui'
import { isPartial, summariseTrack } from './stops'
import './track.css'

/** Where a transaction stands, in everyday words, and the measured time of what it has reached. */
export function StatusText({ row }: { row: TransactionView }) {
  const { headline, tone, ms } = summariseTrack(row)
  return (
    <span className={`status status-${tone}`}>
      <span className="status-words">{t(headline)}</span>
      {ms !== null && isAtLeast(row.level, 'preconfirmed') && <span className="status-time">{format.seconds(ms)}</span>}
    </span>
  )
}

/** The mark of where it stands, for lists. */
export function StatusMark({ row, size = 20 }: { row: TransactionView; size?: number }) {
  return (
    <span className={`status-mark status-${summariseTrack(row).tone}`}>
      <StopMark look={lookOf(row)} size={size} />
    </span>
  )
}

/** @returns the drawing of where it stands; one that was promised and is not any more looks like no level */
export function lookOf(row: TransactionView): MarkLook {
  const { tone, setback } = summariseTrack(row)
  if (row.ended !== null) return 'ended'
  if (isPartial(row)) return 'uncertain'
  const isRefused = row.refusal !== null && row.isHeldBack !== true && !isAtLeast(row.level, 'accepted')
  if (isRefused || (row.status === 'reverted' && row.level !== 'preconfirmed')) return 'failed'
  return setback !== null && tone === 'caution' ? 'uncertain' : row.level
}
