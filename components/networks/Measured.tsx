import { useSlice } from '@/components/client-context'
import { Card, EmptyState } from '@/components/elements/Card'
import { plural, t } from '@/components/i18n'
import { levelTimes } from '@/lib/chain/shared/statistics'
import { scaleFor } from './measured'
import { Strip, StripScale } from './Strip'

/** Measured times of this network to pre-confirmed and to sealed, one mark per transaction, on one scale. */
export function Measured() {
  const activity = useSlice('activity') ?? []
  const selection = useSlice('selection')
  const networks = useSlice('networks') ?? []
  const times = activity.map(levelTimes)
  const preconfirmed = times.flatMap(time => time.preconfirmed ?? [])
  const sealed = times.flatMap(time => time.sealed ?? [])
  const all = [...preconfirmed, ...sealed]
  const name = networks.find(network => network.id === selection?.networkId)?.name ?? ''
  const scale = scaleFor(all)
  const place = (ms: number): number => ms / scale.end
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
            <Strip look="preconfirmed" label={t('level_preconfirmed')} values={preconfirmed} place={place} />
          )}
          {sealed.length > 0 && <Strip look="sealed" label={t('level_sealed')} values={sealed} place={place} />}
          <StripScale ticks={scale.ticks} place={place} />
        </>
      )}
    </Card>
  )
}
