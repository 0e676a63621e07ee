import { ArrivalRow } from '@/components/activity/ArrivalRow'
import { entriesOf } from '@/components/activity/entries'
import { TransactionRow } from '@/components/activity/TransactionRow'
import { useSlice } from '@/components/client-context'
import { t } from '@/components/i18n'

const rowsShown = 8

/** The newest of the activity. Apart from the rest of its screen, because it is what a push changes. */
export function Recent({
  watchOnly,
  onTransaction,
  onArrival,
  onAll,
}: {
  watchOnly: boolean
  onTransaction(id: string): void
  onArrival(id: string): void
  onAll(): void
}) {
  const activity = useSlice('activity')
  const arrivals = useSlice('arrivals') ?? []
  const selection = useSlice('selection')
  const networks = useSlice('networks') ?? []
  const hasFaucet = networks.find(network => network.chainId === selection?.chainId)?.hasFaucet === true
  const entries = entriesOf(activity ?? [], arrivals)
  const newestSent = entries.find(entry => entry.kind === 'sent')
  return (
    <section className="recent" aria-labelledby="recent">
      <header className="section-head">
        <h2 id="recent">{t('activity')}</h2>
        {entries.length > 0 && (
          <button type="button" className="link" onClick={onAll}>
            {t('activity_all')}
          </button>
        )}
      </header>
      {activity !== undefined && entries.length === 0 && (
        <p className="empty">
          {t(watchOnly ? 'activity_empty_watched' : hasFaucet ? 'activity_empty_faucet' : 'activity_empty')}
        </p>
      )}
      {entries
        .slice(0, rowsShown)
        .map(entry =>
          entry.kind === 'sent' ? (
            <TransactionRow
              key={entry.id}
              row={entry.row}
              withTrack={entry.id === newestSent?.id}
              onOpen={onTransaction}
            />
          ) : (
            <ArrivalRow key={entry.id} arrival={entry.arrival} onOpen={onArrival} />
          ),
        )}
    </section>
  )
}
