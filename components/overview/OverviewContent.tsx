import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { ArrivalRow } from '@/components/activity/ArrivalRow'
import { entriesOf } from '@/components/activity/entries'
import { TransactionRow } from '@/components/activity/TransactionRow'
import { BalanceHeading } from '@/components/balance/BalanceHeading'
import { ConnectionBanner } from '@/components/ConnectionBanner'
import { useSlice } from '@/components/client-context'
import { Faucet } from '@/components/faucet/Faucet'
import { plural, t } from '@/components/i18n'
import { AutomaticBanner } from '@/components/payments/answers/AutomaticBanner'
import { TokenSection } from '@/components/tokens/TokenSection'
import './overview.css'

export interface OverviewWays {
  onSend(): void
  onReceive(): void
  onTransaction(id: string): void
  onArrival(id: string): void
  onAllActivity(): void
  onWaiting(): void
  onTokens(): void
}

const rowsShown = 8

/** Daily use on one screen: what there is, what is on its way, and the two things one does. */
export function OverviewContent({
  onSend,
  onReceive,
  onTransaction,
  onArrival,
  onAllActivity,
  onWaiting,
  onTokens,
}: OverviewWays) {
  const activity = useSlice('activity')
  const arrivals = useSlice('arrivals') ?? []
  const selection = useSlice('selection')
  const accounts = useSlice('accounts') ?? []
  const networks = useSlice('networks') ?? []
  const approvals = useSlice('approvals') ?? []
  const watchOnly =
    accounts.find(account => account.address.toLowerCase() === selection?.address.toLowerCase())?.kind === 'watch'
  const hasFaucet = networks.find(network => network.chainId === selection?.chainId)?.hasFaucet === true
  const entries = entriesOf(activity ?? [], arrivals)
  const newestSent = entries.find(entry => entry.kind === 'sent')
  return (
    <>
      {approvals.length > 0 && (
        <button type="button" className="waiting" data-testid="waiting-approvals" onClick={onWaiting}>
          {plural('approvals_waiting', approvals.length)}
          <ChevronRight className="mirrored" size={18} aria-hidden="true" />
        </button>
      )}
      <ConnectionBanner />
      <AutomaticBanner />
      <BalanceHeading />
      <div className="actions">
        <button
          type="button"
          className="button button-primary"
          data-testid="send"
          disabled={watchOnly}
          onClick={onSend}
        >
          <ArrowUpRight className="mirrored" size={18} aria-hidden="true" /> {t('send')}
        </button>
        <button type="button" className="button" data-testid="receive" onClick={onReceive}>
          <ArrowDownLeft className="mirrored" size={18} aria-hidden="true" /> {t('receive')}
        </button>
      </div>
      <Faucet />
      <TokenSection onManage={onTokens} />
      <section className="recent" aria-labelledby="recent">
        <header className="section-head">
          <h2 id="recent">{t('activity')}</h2>
          {entries.length > 0 && (
            <button type="button" className="link" onClick={onAllActivity}>
              {t('activity_all')}
            </button>
          )}
        </header>
        {activity !== undefined && entries.length === 0 && (
          <p className="empty">{t(hasFaucet ? 'activity_empty_faucet' : 'activity_empty')}</p>
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
    </>
  )
}
