import { EntryList } from '@/components/activity/EntryList'
import { useEntries } from '@/components/activity/use-entries'
import { t, useGo, useNow, useSlice } from '@/components/app'
import { Button, EmptyState } from '@/components/elements'
import { isUnderWay } from '@/components/track/stops'

const rowsShown = 8

/** The newest rows of the activity. A component of its own, so that a push renders only these. */
export function Recent({ watchOnly }: { watchOnly: boolean }) {
  const go = useGo()
  const selection = useSlice('selection')
  const networks = useSlice('networks') ?? []
  const hasFaucet = networks.find(network => network.id === selection?.networkId)?.faucetUrl != null
  const entries = useEntries()
  const now = useNow(10_000, true)
  const newestSent = entries?.find(entry => entry.kind === 'sent')
  return (
    <section className="recent" aria-labelledby="recent">
      <header className="section-head">
        <h2 id="recent">{t('activity')}</h2>
        {entries !== undefined && entries.length > 0 && (
          <Button look="link" about={t('activity')} onClick={() => go('/activity')} label={t('activity_all')} />
        )}
      </header>
      {entries?.length === 0 && (
        <EmptyState>
          {t(watchOnly ? 'activity_empty_watched' : hasFaucet ? 'activity_empty_faucet' : 'activity_empty')}
        </EmptyState>
      )}
      {entries !== undefined && (
        <EntryList
          entries={entries.slice(0, rowsShown)}
          heading="h3"
          hasTrack={entry => entry === newestSent && entry.kind === 'sent' && !isUnderWay(entry.row, now)}
        />
      )}
    </section>
  )
}
