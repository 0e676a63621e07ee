import { plural, t, useAnswer, useClient, useSlice } from '@/components/app'
import { Card } from '@/components/elements'
import { comparisonTicks, placeInComparison } from './measured'
import { Strip, StripScale } from './Strip'

/** The networks one uses side by side: how long each took to pre-confirm and to seal, on one scale. */
export function Comparison() {
  const networks = useSlice('networks') ?? []
  const client = useClient()
  const activity = useSlice('activity')
  // Asked again whenever a transaction gets on, or another network is shown.
  const [times] = useAnswer(() => client.call('network.times', {}), [activity])
  const known = (times?.networks ?? []).flatMap(each => {
    const network = networks.find(({ id }) => id === each.networkId)
    return network === undefined ? [] : [{ ...each, name: network.name, chainId: network.chainId }]
  })
  // One network alone is shown by itself.
  if (known.length < 2) return null
  return (
    <Card title={t('comparison_title')}>
      {known.map(({ networkId, chainId, name, preconfirmed, sealed }) => (
        <section key={networkId} className="comparison" data-testid="comparison" data-chain-id={chainId}>
          <header className="comparison-head">
            <h3>{name}</h3>
            <span className="quiet">{plural('measured_count', sealed.length)}</span>
          </header>
          {preconfirmed.length > 0 && (
            <Strip
              look="preconfirmed"
              label={t('level_preconfirmed')}
              values={preconfirmed}
              place={placeInComparison}
            />
          )}
          {sealed.length > 0 && (
            <Strip look="sealed" label={t('level_sealed')} values={sealed} place={placeInComparison} />
          )}
        </section>
      ))}
      <StripScale ticks={comparisonTicks} place={placeInComparison} />
    </Card>
  )
}
