import { useCallback } from 'react'
import { ArrivalRow } from '@/components/activity/ArrivalRow'
import { entriesOf } from '@/components/activity/entries'
import { TransactionRow } from '@/components/activity/TransactionRow'
import { t, useGo, useSlice } from '@/components/app'
import { Button, EmptyState } from '@/components/elements'

const rowsShown = 8

/** The newest rows of the activity. A component of its own, so that a push renders only these. */
export function Recent({ watchOnly }: { watchOnly: boolean }) {
  const go = useGo()
  const open = useCallback((id: string) => go(`/activity/${id}`), [go])
  const activity = useSlice('activity')
  const arrivals = useSlice('arrivals') ?? []
  const selection = useSlice('selection')
  const networks = useSlice('networks') ?? []
  const hasFaucet = networks.find(network => network.id === selection?.networkId)?.faucetUrl != null
  const entries = entriesOf(activity ?? [], arrivals)
  const newestSent = entries.find(entry => entry.kind === 'sent')
  return (
    <section className="recent" aria-labelledby="recent">
      <header className="section-head">
        <h2 id="recent">{t('activity')}</h2>
        {entries.length > 0 && <Button look="link" onClick={() => go('/activity')} label={t('activity_all')} />}
      </header>
      {activity !== undefined && entries.length === 0 && (
        <EmptyState>
          {t(watchOnly ? 'activity_empty_watched' : hasFaucet ? 'activity_empty_faucet' : 'activity_empty')}
        </EmptyState>
      )}
      {entries
        .slice(0, rowsShown)
        .map(entry =>
          entry.kind === 'sent' ? (
            <TransactionRow key={entry.id} row={entry.row} withTrack={entry.id === newestSent?.id} onOpen={open} />
          ) : (
            <ArrivalRow
              key={entry.id}
              arrival={entry.arrival}
              onOpen={id => go(`/received/${encodeURIComponent(id)}`)}
            />
          ),
        )}
    </section>
  )
}
