import { t, useGo } from '@/components/app'
import { EmptyState } from '@/components/elements'
import { ScreenHead } from '@/components/elements/later'
import { ArrivalDetail } from './ArrivalDetail'
import { TransactionDetail } from './TransactionDetail'
import './activity.css'

interface EntryDetailProps {
  /** Its path after `/activity/`; empty: none is chosen. */
  entry: string
  /** The path that the way back leads to. Without one it stands beside its list. */
  back?: string
}

/** Everything known of a transaction, or of money that came in. */
export function EntryDetail({ entry, back }: EntryDetailProps) {
  const go = useGo()
  const [id = '', place] = entry.split('/').toReversed()
  const isArrival = place === 'received'
  const detail = isArrival ? <ArrivalDetail id={decodeURIComponent(id)} /> : <TransactionDetail id={id} />
  const title = t(isArrival ? 'arrival' : 'transaction')
  if (back === undefined)
    return (
      <section key={entry} className="card beside-detail" aria-label={title} data-testid="beside">
        {entry === '' ? <EmptyState>{t('activity_choose')}</EmptyState> : detail}
      </section>
    )
  return (
    <main className="screen">
      <ScreenHead title={title} onBack={() => go(back)} />
      <div className="screen-body">{detail}</div>
    </main>
  )
}
