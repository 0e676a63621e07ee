import { useCallback, useEffect, useRef, useState } from 'react'
import { GoContext, onDemand, openHome, t, useGo, usePart, useSlice } from '@/components/app'
import { Beginning, Button, Notice } from '@/components/elements'
import { OverviewContent } from '@/components/overview/OverviewContent'
import { Skeleton } from '@/components/Skeleton'
import { SiteBar } from '@/components/sites/SiteBar'
import { Announcer } from '@/components/track/Announcer'
import { Unlock } from '@/components/unlock/Unlock'
import { Tabs } from './Tabs'
import { TopBar } from './TopBar'
import './popup.css'

const screenWait = () => <div className="screen" />

// Screens that are rarely opened are loaded when they are.
const Send = onDemand(() => import('@/components/send/Send').then(screen => screen.Send), screenWait)
const Receive = onDemand(() => import('@/components/receive/Receive').then(screen => screen.Receive), screenWait)
const TokensPage = onDemand(
  () => import('@/components/tokens/TokensPage').then(screen => screen.TokensPage),
  screenWait,
)
const Review = onDemand(() => import('@/components/decision/Review').then(screen => screen.Review), screenWait)
const EntryDetail = onDemand(
  () => import('@/components/activity/EntryDetail').then(screen => screen.EntryDetail),
  screenWait,
)
const ActivityPage = onDemand(
  () => import('@/components/activity/ActivityPage').then(screen => screen.ActivityPage),
  screenWait,
)
const More = onDemand(() => import('@/components/home/More').then(screen => screen.More), screenWait)
const Trouble = onDemand(() => import('@/components/trouble/Trouble').then(screen => screen.Trouble), screenWait)

export function Popup() {
  // Only the vault's state: the lock's deadline changes with every use and must not render anything.
  const vault = usePart('session', session => session.vault)
  switch (vault) {
    case undefined:
      return <Skeleton />
    case 'none':
      return <Welcome />
    case 'damaged':
      return <Damaged />
    case 'locked':
      return <Unlock />
    case 'unlocked':
      return <Unlocked />
    default:
      return <Trouble kind={vault} />
  }
}

function Unlocked() {
  const approvals = useSlice('approvals')
  const [path, setPath] = useState('/')
  /** The tab that a detail was opened from. */
  const tab = useRef('/')
  const go = useCallback((to: string) => {
    if (!isScreen(to)) return void openHome(to)
    if (isTab(to)) tab.current = to
    setPath(to)
  }, [])
  const resumed = useRef(false)
  useEffect(() => {
    if (approvals === undefined || resumed.current) return
    resumed.current = true
    // A decision that was open when the popup closed is shown again.
    const own = approvals.find(approval => approval.requester.kind === 'wallet')
    if (own !== undefined) go(`/review/${own.id}`)
  }, [approvals, go])
  return (
    <GoContext value={go}>
      <Screen path={path} tab={tab.current} />
      <Announcer />
    </GoContext>
  )
}

/** True for the paths that the popup shows itself. */
function isScreen(path: string): boolean {
  return isTab(path) || /^\/(?:send|receive|tokens|review(?:\/.+)?|activity\/.+)$/.test(path)
}

/** True for the paths at which the popup's tabs stay in sight. */
function isTab(path: string): boolean {
  return path === '/' || path === '/activity' || path === '/more'
}

function Screen({ path, tab }: { path: string; tab: string }) {
  const go = useGo()
  const home = useCallback(() => go('/'), [go])
  if (isTab(path)) return <Tab at={path} />
  const [, place, id = ''] = path.split('/')
  switch (place) {
    case 'send':
      return <Send />
    case 'receive':
      return <Receive />
    case 'tokens':
      return <TokensPage />
    case 'review':
      return <Review approvalId={id || null} onBack={home} onSent={sent => go(`/activity/${sent}`)} />
    default:
      return <EntryDetail entry={path} back={tab} />
  }
}

/** There is no wallet yet. */
function Welcome() {
  return (
    <Beginning title={t('welcome_title')} size={56}>
      <p className="quiet">{t('welcome_note')}</p>
      <Button look="primary" wide testId="set-up" onClick={() => void openHome('/first-run')}>
        {t('welcome_set_up')}
      </Button>
    </Beginning>
  )
}

/** Neither copy of the vault can be read. */
function Damaged() {
  return (
    <Beginning title={t('damaged_title')} size={56}>
      <Notice tone="danger">{t('damaged_note')}</Notice>
      <Button look="primary" wide onClick={() => void openHome('/restore')} label={t('damaged_restore')} />
    </Beginning>
  )
}

/** A screen above the popup's tabs. */
function Tab({ at }: { at: string }) {
  return (
    <div className="overview">
      <TopBar />
      <div className="overview-scroll" key={at}>
        {at === '/activity' ? (
          <ActivityPage />
        ) : at === '/more' ? (
          <More />
        ) : (
          <main>
            <h1 className="visually-hidden">{t('extension_name')}</h1>
            <OverviewContent />
          </main>
        )}
      </div>
      <footer>
        <SiteBar />
        <Tabs at={at} />
      </footer>
    </div>
  )
}
