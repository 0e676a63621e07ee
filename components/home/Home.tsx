import { useRef } from 'react'
import { Route, Router, Switch, useLocation } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { ActivityPage } from '@/components/activity/ActivityPage'
import { ArrivalDetail } from '@/components/activity/ArrivalDetail'
import { TransactionDetail } from '@/components/activity/TransactionDetail'
import type { Scan } from '@/components/allowances/scan'
import { useSlice, useSurface } from '@/components/client-context'
import { Review } from '@/components/decision/Review'
import { t } from '@/components/i18n'
import { onDemand } from '@/components/on-demand'
import { OverviewContent } from '@/components/overview/OverviewContent'
import { Receive } from '@/components/receive/Receive'
import { Skeleton } from '@/components/Skeleton'
import { Send } from '@/components/send/Send'
import { Announcer } from '@/components/track/Announcer'
import { SetAside } from '@/components/trouble/SetAside'
import { DatabaseDamaged, Newer, StartFailed } from '@/components/trouble/Trouble'
import { Unlock } from '@/components/unlock/Unlock'
import './home.css'
import { OnlyInTab } from './OnlyInTab'
import { Ready } from './Ready'
import { Shell } from './Shell'

const pageWait = () => <Skeleton boxes={false} />

const FirstRun = onDemand(() => import('@/components/first-run/FirstRun').then(({ FirstRun }) => FirstRun), pageWait)
const AccountsPage = onDemand(
  () => import('@/components/accounts/AccountsPage').then(({ AccountsPage }) => AccountsPage),
  pageWait,
)
const MovePage = onDemand(() => import('@/components/moving/MovePage').then(({ MovePage }) => MovePage), pageWait)
const ContactsPage = onDemand(
  () => import('@/components/contacts/ContactsPage').then(({ ContactsPage }) => ContactsPage),
  pageWait,
)
const TokensPage = onDemand(
  () => import('@/components/tokens/TokensPage').then(({ TokensPage }) => TokensPage),
  pageWait,
)
const AllowancesPage = onDemand(
  () => import('@/components/allowances/AllowancesPage').then(({ AllowancesPage }) => AllowancesPage),
  pageWait,
)
const NetworksPage = onDemand(
  () => import('@/components/networks/NetworksPage').then(({ NetworksPage }) => NetworksPage),
  pageWait,
)
const PaymentsDesk = onDemand(
  () => import('@/components/payments/PaymentsDesk').then(({ PaymentsDesk }) => PaymentsDesk),
  pageWait,
)
const SitesPage = onDemand(() => import('@/components/sites/SitesPage').then(({ SitesPage }) => SitesPage), pageWait)
const ReportPage = onDemand(
  () => import('@/components/report/ReportPage').then(({ ReportPage }) => ReportPage),
  pageWait,
)
const ListsPage = onDemand(() => import('@/components/lists/ListsPage').then(({ ListsPage }) => ListsPage), pageWait)
const SettingsPage = onDemand(
  () => import('@/components/settings/SettingsPage').then(({ SettingsPage }) => SettingsPage),
  pageWait,
)

/** The full tab, and the same app in the side panel. Routes are in the hash, so that a tab can be opened at one. */
export function Home() {
  return (
    <Router hook={useHashLocation}>
      <ByVault />
    </Router>
  )
}

const readyAfter = {
  create: '/ready',
  import: '/ready/imported',
  restore: '/ready',
  'restore-partly': '/ready/partly',
} as const

function ByVault() {
  const session = useSlice('session')
  const surface = useSurface()
  const [, go] = useLocation()
  switch (session?.vault) {
    case undefined:
      return <Skeleton boxes={false} />
    case 'none':
      return surface === 'tab' ? <FirstRun onReady={way => go(readyAfter[way])} /> : <OnlyInTab route="/first-run" />
    case 'damaged':
      return surface === 'tab' ? (
        <FirstRun damaged onReady={way => go(readyAfter[way])} />
      ) : (
        <OnlyInTab route="/restore" />
      )
    case 'newer':
      return <Newer />
    case 'database-damaged':
      return <DatabaseDamaged />
    case 'start-failed':
      return <StartFailed />
    case 'locked':
      return <Unlock />
    case 'unlocked':
      return <Unlocked />
  }
}

function Unlocked() {
  const [, go] = useLocation()
  /** The allowances found so far, kept while this page is open and the wallet unlocked. */
  const scans = useRef(new Map<string, Scan>())
  const overview = () => go('/')
  const arrival = (id: string) => go(`/received/${encodeURIComponent(id)}`)
  const review = (approvalId: string) => go(`/review/${approvalId}`)
  const move = () => go('/accounts/move')
  return (
    <Shell>
      <Switch>
        <Route path="/ready/:way?">
          {({ way }) => (
            <Ready isImported={way === 'imported'} isPartly={way === 'partly'} onMove={move} onDone={overview} />
          )}
        </Route>
        <Route path="/send">
          <Send onBack={overview} onProposed={review} />
        </Route>
        <Route path="/receive">
          <Receive onBack={overview} />
        </Route>
        <Route path="/review/:id?">
          {({ id }) => (
            <Review
              approvalId={id ?? null}
              onBack={overview}
              // What is decided is not gone back to.
              onSent={transactionId => go(`/activity/${transactionId}`, { replace: true })}
              onSigned={id => go(`/payments/authorization/${encodeURIComponent(`${id}:0`)}`)}
            />
          )}
        </Route>
        <Route path="/received/:id">
          {({ id }) => <ArrivalDetail id={decodeURIComponent(id)} onBack={() => go('/activity')} />}
        </Route>
        <Route path="/activity/:id">
          {({ id }) => <TransactionDetail id={id} onBack={() => go('/activity')} onProposed={review} />}
        </Route>
        <Route path="/activity">
          <ActivityPage onOpen={id => go(`/activity/${id}`)} onArrival={arrival} />
        </Route>
        <Route path="/payments/*?">
          <PaymentsDesk onProposed={review} />
        </Route>
        <Route path="/accounts">
          <AccountsPage onProposed={review} onMove={move} />
        </Route>
        <Route path="/accounts/move">
          <MovePage onDone={() => go('/accounts')} />
        </Route>
        <Route path="/contacts">
          <ContactsPage />
        </Route>
        <Route path="/tokens">
          <TokensPage onBack={overview} onProposed={review} />
        </Route>
        <Route path="/networks">
          <NetworksPage />
        </Route>
        <Route path="/allowances">
          <AllowancesPage scans={scans.current} onProposed={review} />
        </Route>
        <Route path="/sites">
          <SitesPage />
        </Route>
        <Route path="/settings/report">
          <ReportPage onBack={() => go('/settings')} />
        </Route>
        <Route path="/settings/lists">
          <ListsPage onBack={() => go('/settings')} />
        </Route>
        <Route path="/settings">
          <SettingsPage onLists={() => go('/settings/lists')} onReport={() => go('/settings/report')} onMove={move} />
        </Route>
        <Route>
          <main className="page page-overview">
            <h1 className="visually-hidden">{t('overview')}</h1>
            <SetAside />
            <OverviewContent
              onSend={() => go('/send')}
              onReceive={() => go('/receive')}
              onTransaction={id => go(`/activity/${id}`)}
              onArrival={arrival}
              onAllActivity={() => go('/activity')}
              onWaiting={() => go('/review')}
              onTokens={() => go('/tokens')}
            />
          </main>
        </Route>
      </Switch>
      <Announcer />
    </Shell>
  )
}
