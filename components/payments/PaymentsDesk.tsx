import { Link, Route, Switch, useLocation } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { browser } from 'wxt/browser'
import { type MessageKey, onDemand, t, useAnswer } from '@/components/app'
import { keptLinks } from '@/lib/payments/shared/kept-links'
import { DeskWait } from './desk-page'
import { readFollowedLink } from './followed-link'
import { agreements, merchantPlaces, questions } from './places'
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
  const here = followed?.path ?? location
  const isAgreed = /^\/payments(?:$|\/(?:authorization|answers|channels)\b)/.test(here)
  const isCurrent = (path: string) => (path === '/payments' ? isAgreed : here === path || here.startsWith(`${path}/`))
  return (
    <main className="page desk">
      <h1 className="visually-hidden">{t('payments')}</h1>
      <nav className="desk-places" aria-label={t('payments')}>
        <div className="desk-questions">
          {questions.map(({ path, label }) => (
            <Link key={path} href={path} aria-current={isCurrent(path) ? 'page' : undefined}>
              {t(label)}
            </Link>
          ))}
        </div>
        {isAgreed && <Places places={agreements} here={here} />}
        <div className="desk-group">
          <span className="desk-group-name">{t('payments_merchants')}</span>
          <Places places={merchantPlaces} here={here} />
        </div>
      </nav>
      <Switch>
        <Route path="/payments/authorization/:id">
          {({ id }) => <AuthorizationDetail id={decodeURIComponent(id)} />}
        </Route>
        <Route path="/payments/verify/:hash">{({ hash }) => <Verify key={hash} hash={hash} />}</Route>
        {[...questions, ...agreements, ...merchantPlaces].map(({ path, Page }) =>
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

/** Ways to pages of the desk. */
function Places({ places, here }: { places: readonly { path: string; label: MessageKey }[]; here: string }) {
  return (
    <div className="desk-group-places">
      {places.map(({ path, label }) => (
        <Link
          key={path}
          href={path}
          className="desk-place"
          aria-current={here === path || here.startsWith(`${path}/`) ? 'page' : undefined}
        >
          {t(label)}
        </Link>
      ))}
    </div>
  )
}
