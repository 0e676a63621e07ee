import { format, type MessageKey, Sentence, t, useNow } from '@/components/app'
import { classes, Fold, StopMark } from '@/components/elements'
import { isAtLeast } from '@/lib/base/level'
import type { TransactionView } from '@/lib/language/ui'
import { lookOf, StatusMark } from './StatusText'
import { meaningOf, type Stop, summariseTrack, type TrackSummary } from './stops'
import './track.css'

/**
 * The confirmation track. Under way it is the largest thing of its screen: a ring that fills, a line that is drawn, and
 * the time that is counted until the promise. What is over is one quiet line. The stops, and what the words mean, are
 * behind a press.
 */
export function Track({ row }: { row: TransactionView }) {
  const track = summariseTrack(row)
  const isOver = row.ended !== null || isAtLeast(row.level, 'sealed')
  return (
    <section
      className={classes('track', `track-${track.tone}`, !isOver && 'track-under-way')}
      aria-label={t('track_label')}
      data-testid="track"
      data-level={row.level}
      data-ended={row.ended ?? undefined}
      data-setback={track.setback ?? undefined}
    >
      {isOver ? <Over row={row} track={track} /> : <UnderWay row={row} track={track} />}
      <div className="track-more">
        <Fold title={t('track_steps')} testId="track-steps">
          <ol className="stops">
            {track.stops.map(stop => (
              <TrackStop key={stop.level} stop={stop} failed={row.status === 'reverted'} />
            ))}
          </ol>
        </Fold>
        <Fold title={t('track_meaning')} testId="track-meaning">
          <p className="track-meaning">{t(meaningOf(row, track))}</p>
        </Fold>
      </div>
    </section>
  )
}

interface PartProps {
  row: TransactionView
  track: TrackSummary
}

function UnderWay({ row, track }: PartProps) {
  const { stops, headline, setback } = track
  const reached = stops.filter(stop => stop.reached).length
  const lost = setback === null ? undefined : stops.find(stop => stop.takenBackMs !== null)
  const promised = row.level === 'preconfirmed' && track.ms !== null && headline === 'track_preconfirmed'
  return (
    <>
      <span className="track-ring" key={lookOf(row)}>
        <StopMark look={lookOf(row)} size={72} />
      </span>
      <p className="track-words">
        {promised ? (
          <Sentence of="track_promised_in" values={{ time: <Figure>{format.seconds(track.ms ?? 0)}</Figure> }} />
        ) : (
          <>
            {t(headline)} {lost === undefined ? <Count row={row} track={track} /> : <TakenBack ms={lost.takenBackMs} />}
          </>
        )}
      </p>
      <span className="track-line">
        <span style={{ transform: `scaleX(${reached / stops.length})` }} />
      </span>
    </>
  )
}

function Figure({ children }: { children: string }) {
  return <strong className="track-figure">{children}</strong>
}

function TakenBack({ ms }: { ms: number | null }) {
  return ms === null ? null : <s className="track-figure">{format.seconds(ms)}</s>
}

const countedMs = 60_000

/** The time since the signature, while a promise is still to be expected. Nothing moves for who wants no motion. */
function Count({ row, track }: PartProps) {
  const isCounted = track.tone === 'progress' && row.waitsForNonce === null && !isAtLeast(row.level, 'preconfirmed')
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const passed = useNow(50, isCounted && !still) - (row.history[0]?.at ?? row.createdAt)
  return isCounted && !still && passed < countedMs ? <Figure>{format.seconds(passed)}</Figure> : null
}

/** `0.13 s · done`. */
function Over({ row, track }: PartProps) {
  const promised = track.stops.find(stop => stop.level === 'preconfirmed')?.ms ?? track.ms
  return (
    <p className="track-over">
      <StatusMark row={row} />
      {promised !== null && row.ended === null && <span className="status-time">{format.seconds(promised)} · </span>}
      <span className="track-over-words">
        {t(row.level === 'final' && track.tone === 'progress' ? 'track_done' : track.headline)}
      </span>
    </p>
  )
}

function TrackStop({ stop, failed }: { stop: Stop; failed: boolean }) {
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
      className={classes('stop', stop.reached ? 'stop-reached' : takenBack ? 'stop-taken-back' : 'stop-ahead')}
      data-level={stop.level}
      data-reached={stop.reached}
      data-ms={stop.ms === null ? undefined : Math.round(stop.ms)}
      aria-current={stop.current ? 'step' : undefined}
    >
      <StopMark look={look} />
      <span className="stop-name">
        {t(plainWords[stop.level])} <span className="quiet">{t(`level_${stop.level}`)}</span>
      </span>
      <span className="stop-time">
        {stop.takenBackMs !== null ? (
          <s>{format.duration(stop.takenBackMs)}</s>
        ) : (
          stop.ms !== null && format.duration(stop.ms)
        )}
      </span>
      {!stop.reached && <span className="visually-hidden">{t(takenBack ? 'track_taken_back' : 'track_not_yet')}</span>}
    </li>
  )
}

/** The everyday word of each stop, beside the field's. */
const plainWords = {
  submitted: 'stop_submitted',
  accepted: 'stop_accepted',
  preconfirmed: 'track_preconfirmed',
  sealed: 'track_sealed',
  safe: 'track_safe',
  final: 'track_final',
} as const satisfies Record<Stop['level'], MessageKey>
