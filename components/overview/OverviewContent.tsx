import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import ChevronRight from 'lucide-react/icons/chevron-right'
import HandCoins from 'lucide-react/icons/hand-coins'
import { BalanceHeading } from '@/components/balance/BalanceHeading'
import { ConnectionBanner } from '@/components/ConnectionBanner'
import { useSlice } from '@/components/client-context'
import { Button, classes } from '@/components/elements/Button'
import { Faucet } from '@/components/faucet/Faucet'
import { HostAccess } from '@/components/HostAccess'
import { plural, t } from '@/components/i18n'
import { AutomaticBanner } from '@/components/payments/answers/AutomaticBanner'
import { TokenSection } from '@/components/tokens/TokenSection'
import { isSameAddress } from '@/lib/base/hex'
import { Recent } from './Recent'
import './overview.css'

export interface OverviewWays {
  onSend(): void
  onReceive(): void
  onTransaction(id: string): void
  onArrival(id: string): void
  onAllActivity(): void
  onWaiting(): void
  onTokens(): void
  /** Where the desk has no place of its own beside this. */
  onDesk?(): void
}

/** Balance, tokens, the latest activity, and the ways to send and receive. */
export function OverviewContent({
  onSend,
  onReceive,
  onTransaction,
  onArrival,
  onAllActivity,
  onWaiting,
  onTokens,
  onDesk,
}: OverviewWays) {
  const selection = useSlice('selection')
  const accounts = useSlice('accounts') ?? []
  const approvals = useSlice('approvals') ?? []
  const watchOnly = accounts.find(account => isSameAddress(account.address, selection?.address))?.kind === 'watch'
  return (
    <>
      {approvals.length > 0 && (
        <Button look="row" className="waiting" testId="waiting-approvals" onClick={onWaiting}>
          {plural('approvals_waiting', approvals.length)}
          <ChevronRight className="mirrored" size={18} aria-hidden="true" />
        </Button>
      )}
      <HostAccess />
      <ConnectionBanner />
      <AutomaticBanner />
      <BalanceHeading />
      <div className={classes('actions', onDesk !== undefined && 'actions-desk')}>
        <Button look="primary" testId="send" disabled={watchOnly} onClick={onSend}>
          <ArrowUpRight className="mirrored" size={18} aria-hidden="true" /> {t('send')}
        </Button>
        <Button testId="receive" onClick={onReceive}>
          <ArrowDownLeft className="mirrored" size={18} aria-hidden="true" /> {t('receive')}
        </Button>
        {onDesk !== undefined && (
          <Button testId="desk" aria-label={t('payments')} title={t('payments')} onClick={onDesk}>
            <HandCoins size={18} aria-hidden="true" />
          </Button>
        )}
      </div>
      {watchOnly && <p className="quiet">{t('account_watch_only')}</p>}
      <Faucet />
      <TokenSection onManage={onTokens} />
      <Recent watchOnly={watchOnly} onTransaction={onTransaction} onArrival={onArrival} onAll={onAllActivity} />
    </>
  )
}
