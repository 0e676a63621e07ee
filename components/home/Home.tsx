import { type ComponentType, useLayoutEffect, useRef } from 'react'
import { Route, Router, Switch, useLocation } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import type { Scan } from '@/components/allowances/scan'
import { ScansContext } from '@/components/allowances/scans'
import { GoContext, onDemand, useSlice, useSurface } from '@/components/app'
import { Review } from '@/components/decision/Review'
import { Receive } from '@/components/receive/Receive'
import { Skeleton } from '@/components/Skeleton'
import { Send } from '@/components/send/Send'
import { Announcer } from '@/components/track/Announcer'
import { Trouble } from '@/components/trouble/Trouble'
import { Unlock } from '@/components/unlock/Unlock'
import './home.css'
import { ActivityPlace, Overview } from './Beside'
import { OnlyInTab } from './OnlyInTab'
import { Ready } from './Ready'
import { Shell } from './Shell'

function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return onDemand(load, () => <Skeleton boxes={false} />)
}

const FirstRun = later(() => import('@/components/first-run/FirstRun').then(page => page.FirstRun))

/** The values of a path's `:names`. */
interface Params {
  id?: string
  way?: string
  /** The rest of the path. */
  '*'?: string
}

/** The pages of the unlocked wallet by their paths, the code of most loaded when they are first opened. */
const pages: Readonly<Record<string, ComponentType<Params>>> = {
  '/ready/:way?': Ready,
  '/send': Send,
  '/receive': Receive,
  '/review/:id?': ReviewPage,
  '/activity/*?': ActivityPlace,
  '/payments/*?': later(() => import('@/components/payments/PaymentsDesk').then(page => page.PaymentsDesk)),
  '/accounts': later(() => import('@/components/accounts/AccountsPage').then(page => page.AccountsPage)),
  '/accounts/move': later(() => import('@/components/moving/MovePage').then(page => page.MovePage)),
  '/more': later(() => import('./More').then(page => page.More)),
  '/contacts': later(() => import('@/components/contacts/ContactsPage').then(page => page.ContactsPage)),
  '/tokens': later(() => import('@/components/tokens/TokensPage').then(page => page.TokensPage)),
  '/networks': later(() => import('@/components/networks/NetworksPage').then(page => page.NetworksPage)),
  '/networks/add': later(() => import('@/components/networks/NetworksPage').then(page => page.AddingNetwork)),
  '/allowances': later(() => import('@/components/allowances/AllowancesPage').then(page => page.AllowancesPage)),
  '/sites': later(() => import('@/components/sites/SitesPage').then(page => page.SitesPage)),
  '/settings/report': later(() => import('@/components/report/ReportPage').then(page => page.ReportPage)),
  '/settings/lists': later(() => import('@/components/lists/ListsPage').then(page => page.ListsPage)),
  '/settings': later(() => import('@/components/settings/SettingsPage').then(page => page.SettingsPage)),
}

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
  const isForgetting = useReloadAtLock(session?.vault)
  if (session === undefined || isForgetting) return <Skeleton boxes={false} />
  switch (session.vault) {
    case 'none':
    case 'damaged': {
      const damaged = session.vault === 'damaged'
      if (surface !== 'tab') return <OnlyInTab route={damaged ? '/restore' : '/first-run'} />
      return <FirstRun damaged={damaged} onReady={way => go(readyAfter[way])} />
    }
    case 'locked':
      return <Unlock />
    case 'unlocked':
      return <Unlocked />
    default:
      return <Trouble kind={session.vault} />
  }
}

/**
 * Starts a page anew that was open before the lock: its memory keeps typed passwords and shown phrases.
 * @returns whether it is about to
 */
function useReloadAtLock(vault: string | undefined): boolean {
  const before = useRef(vault)
  const isForgetting = before.current === 'unlocked' && vault === 'locked'
  useLayoutEffect(() => {
    if (isForgetting) location.reload()
    else before.current = vault
  }, [isForgetting, vault])
  return isForgetting
}

function Unlocked() {
  const [, go] = useLocation()
  const scans = useRef(new Map<string, Scan>())
  return (
    <GoContext value={go}>
      <ScansContext value={scans.current}>
        <Shell>
          <Switch>
            {Object.entries(pages).map(([path, Page]) => (
              <Route key={path} path={path}>
                {(params: Params) => <Page {...params} />}
              </Route>
            ))}
            <Route>
              <Overview />
            </Route>
          </Switch>
          <Announcer />
        </Shell>
      </ScansContext>
    </GoContext>
  )
}

function ReviewPage({ id }: Params) {
  const [, go] = useLocation()
  return (
    <Review
      approvalId={id ?? null}
      onBack={() => go('/')}
      // What is decided is not gone back to.
      onSent={transactionId => go(`/activity/${transactionId}`, { replace: true })}
      onSigned={approvalId => go(`/payments/authorization/${encodeURIComponent(`${approvalId}:0`)}`)}
    />
  )
}
