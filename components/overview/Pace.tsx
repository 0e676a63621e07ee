import { format, Sentence, t, useSlice } from '@/components/app'
import { StopMark } from '@/components/elements'

/** How quick this network has been, as measured here. */
export function Pace() {
  const connection = useSlice('connection')
  if (connection == null || !connection.reachable) return <p className="pace">{'\u00a0'}</p>
  const { medianPreconfirmedMs, medianSealedMs, regime } = connection
  if (medianPreconfirmedMs !== null && regime !== 'fast-blocks') {
    return (
      <p className="pace">
        <StopMark look="preconfirmed" size={14} />
        <span>
          <Sentence of="pace_preconfirmed" values={{ time: <strong>{format.seconds(medianPreconfirmedMs)}</strong> }} />
        </span>
      </p>
    )
  }
  if (medianSealedMs !== null) {
    return (
      <p className="pace">
        <StopMark look="sealed" size={14} />
        <span>
          <Sentence of="pace_sealed" values={{ time: <strong>{format.seconds(medianSealedMs)}</strong> }} />
        </span>
      </p>
    )
  }
  return <p className="pace">{t('pace_unknown')}</p>
}
