import { useCallback, useEffect, useRef, useState } from 'react'
import { usePart, useSlice } from '@/components/client-context'
import { onDemand } from '@/components/on-demand'
import { Skeleton } from '@/components/Skeleton'
import { Announcer } from '@/components/track/Announcer'
import { Unlock } from '@/components/unlock/Unlock'
import { Damaged, Welcome } from './Beginnings'
import { Overview } from './Overview'
import type { View } from './views'
import './popup.css'

const screenWait = () => <div className="screen" />

// Screens that are rarely opened are loaded when they are.
const Send = onDemand(() => import('@/components/send/Send').then(({ Send }) => Send), screenWait)
const Receive = onDemand(() => import('@/components/receive/Receive').then(({ Receive }) => Receive), screenWait)
const TokensPage = onDemand(
  () => import('@/components/tokens/TokensPage').then(({ TokensPage }) => TokensPage),
  screenWait,
)
const Review = onDemand(() => import('@/components/decision/Review').then(({ Review }) => Review), screenWait)
const TransactionDetail = onDemand(
  () => import('@/components/activity/TransactionDetail').then(({ TransactionDetail }) => TransactionDetail),
  screenWait,
)
const ArrivalDetail = onDemand(
  () => import('@/components/activity/ArrivalDetail').then(({ ArrivalDetail }) => ArrivalDetail),
  screenWait,
)
const Newer = onDemand(() => import('@/components/trouble/Trouble').then(({ Newer }) => Newer), screenWait)
const StartFailed = onDemand(
  () => import('@/components/trouble/Trouble').then(({ StartFailed }) => StartFailed),
  screenWait,
)
const DatabaseDamaged = onDemand(
  () => import('@/components/trouble/Trouble').then(({ DatabaseDamaged }) => DatabaseDamaged),
  screenWait,
)

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
    case 'newer':
    case 'database-damaged':
      return vault === 'newer' ? <Newer /> : <DatabaseDamaged />
    case 'start-failed':
      return <StartFailed />
    case 'locked':
      return <Unlock />
    case 'unlocked':
      return <Unlocked />
  }
}

function Unlocked() {
  const approvals = useSlice('approvals')
  const [view, setView] = useState<View>({ name: 'overview' })
  const resumed = useRef(false)
  useEffect(() => {
    if (approvals === undefined || resumed.current) return
    resumed.current = true
    // A decision that was open when the popup closed is shown again.
    const own = approvals.find(approval => approval.requester.kind === 'wallet')
    if (own !== undefined) setView({ name: 'review', approvalId: own.id })
  }, [approvals])
  const home = useCallback(() => setView({ name: 'overview' }), [])
  const review = (approvalId: string) => setView({ name: 'review', approvalId })
  return (
    <>
      {screen()}
      <Announcer />
    </>
  )

  function screen() {
    switch (view.name) {
      case 'overview':
        return <Overview go={setView} />
      case 'send':
        return <Send onBack={home} onProposed={review} />
      case 'receive':
        return <Receive onBack={home} />
      case 'tokens':
        return <TokensPage onBack={home} onProposed={review} />
      case 'review':
        return <Review approvalId={view.approvalId} onBack={home} onSent={id => setView({ name: 'transaction', id })} />
      case 'arrival':
        return <ArrivalDetail id={view.id} onBack={home} />
      case 'transaction':
        return <TransactionDetail id={view.id} onBack={home} onProposed={review} />
    }
  }
}
