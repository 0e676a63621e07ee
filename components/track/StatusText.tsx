import { format, t } from '@/components/app'
import { StopMark } from '@/components/elements'
import type { TransactionView } from '@/lib/language/ui'
import { summariseTrack } from './stops'
import './track.css'

/** Where a transaction stands, in a mark, words and its measured time. */
export function StatusText({ row }: { row: TransactionView }) {
  const { headline, tone, ms } = summariseTrack(row)
  return (
    <span className={`status status-${tone}`}>
      <span className="status-words">{t(headline)}</span>
      {ms !== null && row.refusal === null && <span className="status-time">{format.duration(ms)}</span>}
    </span>
  )
}

/** The mark of where it stands, for lists. */
export function StatusMark({ row, size = 20 }: { row: TransactionView; size?: number }) {
  const { tone, setback } = summariseTrack(row)
  const look =
    row.ended !== null
      ? 'ended'
      : row.refusal !== null && row.isHeldBack !== true && (row.level === 'signed' || row.level === 'submitted')
        ? 'failed'
        : row.status === 'reverted' && row.level !== 'preconfirmed'
          ? 'failed'
          : setback !== null && tone === 'caution'
            ? 'uncertain'
            : row.level
  return (
    <span className={`status-mark status-${tone}`}>
      <StopMark look={look} size={size} />
    </span>
  )
}
