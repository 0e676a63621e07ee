import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useState } from 'react'
import { browser } from 'wxt/browser'
import { plural, t, useAction, useClient, useGo, useReportFault, useSlice } from '@/components/app'
import { BalanceHeading } from '@/components/balance/BalanceHeading'
import { Button, Buttons, FailureNotice, Notice } from '@/components/elements'
import { Faucet } from '@/components/faucet/Faucet'
import { tokenWords } from '@/components/payments/answers/amounts'
import { automaticSums } from '@/components/payments/answers/automatic-sums'
import { TokenSection } from '@/components/tokens/TokenSection'
import { isSameAddress } from '@/lib/base/hex'
import { ConnectionBanner } from './ConnectionBanner'
import { Recent } from './Recent'
import { UnderWay } from './UnderWay'
import './overview.css'
import '@/components/payments/answers/answers.css'

/** Balance, tokens, the latest activity, and the ways to send and receive. */
export function OverviewContent() {
  const go = useGo()
  const selection = useSlice('selection')
  const accounts = useSlice('accounts') ?? []
  const approvals = useSlice('approvals') ?? []
  const watchOnly = accounts.find(account => isSameAddress(account.address, selection?.address))?.kind === 'watch'
  return (
    <>
      {approvals.length > 0 && (
        <Button look="row" className="waiting" testId="waiting-approvals" onClick={() => go('/review')}>
          {plural('approvals_waiting', approvals.length)}
          <ChevronRight className="mirrored" size={18} aria-hidden="true" />
        </Button>
      )}
      <HostAccess />
      <ConnectionBanner />
      <AutomaticBanner />
      <BalanceHeading />
      <div className="actions">
        <Button look="primary" testId="send" disabled={watchOnly} onClick={() => go('/send')}>
          <ArrowUpRight className="mirrored" size={18} aria-hidden="true" /> {t('send')}
        </Button>
        <Button testId="receive" onClick={() => go('/receive')}>
          <ArrowDownLeft className="mirrored" size={18} aria-hidden="true" /> {t('receive')}
        </Button>
      </div>
      {watchOnly && <p className="quiet">{t('account_watch_only')}</p>}
      <UnderWay />
      <Faucet />
      <TokenSection />
      <Recent watchOnly={watchOnly} />
    </>
  )
}

/** The manifest's `host_permissions`. */
const origins = ['http://*/*', 'https://*/*']

/**
 * Says that the browser does not let the wallet reach websites and endpoints, and asks for it again. Firefox lets a
 * person take host permissions away at any time.
 */
function HostAccess() {
  const reportFault = useReportFault()
  const [isGranted, setGranted] = useState(true)
  useEffect(() => {
    const { permissions } = browser
    let isShown = true
    const look = () => {
      permissions.contains({ origins }).then(granted => {
        if (isShown) setGranted(granted)
      }, reportFault)
    }
    look()
    permissions.onAdded.addListener(look)
    permissions.onRemoved.addListener(look)
    return () => {
      isShown = false
      permissions.onAdded.removeListener(look)
      permissions.onRemoved.removeListener(look)
    }
  }, [reportFault])
  // Called in the click itself: the browser asks in a person's gesture only.
  const grant = useAction(() => browser.permissions.request({ origins }))
  if (isGranted) return null
  return (
    <Notice tone="danger" live>
      <div className="stack" data-testid="host-access">
        <p>{t('host_access_missing')}</p>
        <Buttons>
          <Button size="small" testId="host-access-grant" onClick={() => void grant.run()}>
            {t('host_access_grant')}
          </Button>
        </Buttons>
        <FailureNotice failure={grant.failure} />
      </div>
    </Notice>
  )
}

/** Shown while sites are paid without a decision: the sums of 24 hours, and the button that ends it for all sites. */
function AutomaticBanner() {
  const client = useClient()
  const sums = automaticSums(useSlice('answers')?.limits ?? [])
  const stop = useAction(() => client.call('payment.stop', {}))
  if (sums.length === 0) return null
  const words = sums.map(sum => tokenWords(`0x${sum.spent.toString(16)}`, sum)).join(' + ')
  return (
    <div
      className="automatic"
      role="status"
      data-testid="automatic"
      data-spent={sums.map(({ spent }) => spent).join(' ')}
    >
      <span>{t('answers_running', { spent: words })}</span>
      <Button size="small" testId="automatic-stop" action={stop} label={t('answers_stop')} />
      <FailureNotice failure={stop.failure} />
    </div>
  )
}
