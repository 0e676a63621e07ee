import { type ComponentType, useRef } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import type { Scan } from '@/components/allowances/scan'
import { ScansContext } from '@/components/allowances/scans'
import { GoContext, onDemand } from '@/components/app'
import { Review } from '@/components/decision/Review'
import { Receive } from '@/components/receive/Receive'
import { Skeleton } from '@/components/Skeleton'
import { Send } from '@/components/send/Send'
import { Announcer } from '@/components/track/Announcer'
import { ActivityPlace, Overview } from './Beside'
import { Ready } from './Ready'
import { Shell } from './Shell'

function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return onDemand(load, () => <Skeleton boxes={false} />)
}

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

/** The unlocked wallet: its frame and the page at the path. */
export function Unlocked() {
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
