import { Link, Route, Switch, useLocation } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { browser } from 'wxt/browser'
import { onDemand, t, useAnswer } from '@/components/app'
import { ScreenHead } from '@/components/elements/later'
import { keptLinks } from '@/lib/payments/shared/kept-links'
import { DeskWait } from './desk-page'
import { readFollowedLink } from './followed-link'
import { deskGroups, deskPlaces } from './places'
import './payments.css'

const AuthorizationDetail = onDemand(
  () => import('./AuthorizationDetail').then(page => page.AuthorizationDetail),
  DeskWait,
)
const Verify = onDemand(() => import('./Verify').then(page => page.Verify), DeskWait)

const session = { get: async (key: string) => (await browser.storage.session.get(key))[key] }

/** The payments desk: authorizations, transfers, requests, payouts, paid answers and channels. */
export function PaymentsDesk() {
  const [location] = useLocation()
  const [address] = useHashLocation()
  const [known] = useAnswer(async () => ({ address, links: await keptLinks(session) }), [address])
  // A field takes its first text only: the place of the link appears once its text is known.
  const followed = known?.address === address ? readFollowedLink(address, known.links) : null
  return (
    <main className="page desk">
      <ScreenHead title={t('payments')} />
      <nav className="desk-places" aria-label={t('payments')}>
        {deskGroups.map(group => (
          <div key={group.label} className="desk-group">
            <span className="desk-group-name">{t(group.label)}</span>
            <div className="desk-group-places">
              {group.places.map(({ path, label }) => (
                <Link
                  key={path}
                  href={path}
                  className="desk-place"
                  aria-current={isHere(followed?.path ?? location, path) ? 'page' : undefined}
                >
                  {t(label)}
                </Link>
              ))}
            </div>
          </div>
        ))}
      </nav>
      <Switch>
        <Route path="/payments/authorization/:id">
          {({ id }) => <AuthorizationDetail id={decodeURIComponent(id)} />}
        </Route>
        <Route path="/payments/verify/:hash">{({ hash }) => <Verify key={hash} hash={hash} />}</Route>
        {deskPlaces.map(({ path, Page }) =>
          path === followed?.path ? (
            <Route key={path} path="/payments/link/*">
              <Page key={address} followed={followed} />
            </Route>
          ) : (
            <Route key={path} path={path}>
              <Page />
            </Route>
          ),
        )}
      </Switch>
    </main>
  )
}

/** Whether the tab of `path` is current: for its own page and those below; the first also for pages without a tab. */
function isHere(location: string, path: string): boolean {
  if (path === '/payments') return location === path || location.startsWith('/payments/authorization/')
  return location === path || location.startsWith(`${path}/`)
}
