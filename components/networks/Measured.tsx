import { useSlice } from '@/components/client-context'
import { Card, EmptyState } from '@/components/elements/Card'
import { StopMark } from '@/components/elements/StopMark'
import { format, plural, t } from '@/components/i18n'
import { lowerMedian } from '@/lib/values/median'
import { scaleFor, timesTo } from './measured'

/** Measured times of this network to pre-confirmed and to sealed, one mark per transaction, on one scale. */
export function Measured() {
  const activity = useSlice('activity') ?? []
  const selection = useSlice('selection')
  const networks = useSlice('networks') ?? []
  const preconfirmed = timesTo('preconfirmed', activity)
  const sealed = timesTo('sealed', activity)
  const all = [...preconfirmed, ...sealed]
  const name = networks.find(network => network.chainId === selection?.chainId)?.name ?? ''
  const scale = scaleFor(all)
  return (
    <Card
      title={t('measured_title', { network: name })}
      aside={<span className="quiet">{plural('measured_count', sealed.length)}</span>}
    >
      {all.length === 0 ? (
        <EmptyState>{t('measured_empty')}</EmptyState>
      ) : (
        <>
          {preconfirmed.length > 0 && (
            <Strip look="preconfirmed" label={t('level_preconfirmed')} values={preconfirmed} end={scale.end} />
          )}
          {sealed.length > 0 && <Strip look="sealed" label={t('level_sealed')} values={sealed} end={scale.end} />}
          <div className="strip-scale" aria-hidden="true">
            {scale.ticks.map(tick => (
              <span key={tick} style={{ insetInlineStart: `${(tick / scale.end) * 100}%` }}>
                {format.duration(tick)}
              </span>
            ))}
          </div>
        </>
      )}
    </Card>
  )
}

function Strip({
  look,
  label,
  values,
  end,
}: {
  look: 'preconfirmed' | 'sealed'
  label: string
  values: readonly number[]
  end: number
}) {
  const middle = lowerMedian(values)
  return (
    <div className="strip">
      <p className="strip-label">
        <StopMark look={look} size={16} /> {label}
        {middle !== undefined && (
          <span className="strip-median">{t('measured_median', { time: format.duration(middle) })}</span>
        )}
      </p>
      <svg className="strip-plot" viewBox="0 0 1000 28" preserveAspectRatio="none" aria-hidden="true">
        <line className="strip-line" x1="0" x2="1000" y1="27" y2="27" />
        {values.map((value, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: marks without identity
          <rect key={index} className="strip-mark" x={(value / end) * 1000 - 1.5} y="6" width="3" height="20" />
        ))}
        {middle !== undefined && (
          <rect className="strip-middle" x={(middle / end) * 1000 - 1.5} y="0" width="3" height="28" />
        )}
      </svg>
    </div>
  )
}
