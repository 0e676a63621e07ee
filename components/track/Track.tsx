import { format, t } from '@/components/app'
import { StopMark } from '@/components/elements'
import type { TransactionView } from '@/lib/language/ui'
import { type Stop, summariseTrack } from './stops'
import './track.css'

/**
 * The confirmation track: one stop per level, filled as it happens, each with its measured time. The places of all
 * stops and numbers are kept from the start, so that nothing moves when an update lands.
 */
export function Track({ row }: { row: TransactionView }) {
  const track = summariseTrack(row)
  return (
    <ol
      className={`track track-${track.tone}`}
      aria-label={t('track_label')}
      data-testid="track"
      data-level={row.level}
      data-ended={row.ended ?? undefined}
      data-setback={track.setback ?? undefined}
    >
      {track.stops.map(stop => (
        <TrackStop key={stop.level} stop={stop} failed={row.status === 'reverted'} gone={row.ended !== null} />
      ))}
    </ol>
  )
}

function TrackStop({ stop, failed, gone }: { stop: Stop; failed: boolean; gone: boolean }) {
  const takenBack = stop.takenBackMs !== null
  const look = takenBack
    ? 'withdrawn'
    : !stop.reached
      ? 'ahead'
      : failed && stop.level === 'sealed'
        ? 'failed'
        : stop.level
  return (
    <li
      className={`stop ${stop.reached ? 'stop-reached' : takenBack ? 'stop-taken-back' : 'stop-ahead'} ${stop.current && !gone ? 'stop-current' : ''}`}
      data-level={stop.level}
      data-reached={stop.reached}
      data-ms={stop.ms === null ? undefined : Math.round(stop.ms)}
      aria-current={stop.current ? 'step' : undefined}
    >
      <span className="stop-mark">
        <StopMark look={look} />
      </span>
      <span className="stop-time">
        {stop.takenBackMs !== null ? (
          <s>{format.duration(stop.takenBackMs)}</s>
        ) : stop.ms === null ? (
          '\u00a0'
        ) : (
          format.duration(stop.ms)
        )}
      </span>
      <span className="stop-name">{t(`level_${stop.level}`)}</span>
      {!stop.reached && <span className="visually-hidden">{t(takenBack ? 'track_taken_back' : 'track_not_yet')}</span>}
    </li>
  )
}
