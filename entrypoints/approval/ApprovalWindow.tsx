import { onDemand, t, useSlice } from '@/components/app'
import { Queue } from '@/components/decision/Queue'
import { Beginning, Button } from '@/components/elements'
import { Skeleton } from '@/components/Skeleton'
import { MuteOffer } from '@/components/sites/MuteOffer'
import { Unlock } from '@/components/unlock/Unlock'
import type { SiteView } from '@/lib/language/ui'
import './approval.css'

const Trouble = onDemand(() => import('@/components/trouble/Trouble').then(screen => screen.Trouble))

/** The decision window: unlocks first, then shows one decision after the other. The worker closes it after the last. */
export function ApprovalWindow() {
  const session = useSlice('session')
  const approvals = useSlice('approvals')
  const tiresome = useSlice('askingSites')?.find(({ offersMute }) => offersMute)
  if (session === undefined) return <Skeleton />
  if (session.vault === 'locked') return <Unlock note={t('unlock_for_site')} />
  if (session.vault === 'none' || session.vault === 'damaged')
    return (
      <main>
        <Nothing words={t('approval_no_wallet')} />
      </main>
    )
  if (session.vault !== 'unlocked') return <Trouble kind={session.vault} />
  if (approvals === undefined) return <Skeleton />
  return (
    <main className="approval">
      <Queue
        approvals={approvals}
        empty={tiresome === undefined ? <Nothing words={t('approval_none_left')} /> : <Tiresome site={tiresome} />}
      />
    </main>
  )
}

/** The last question: whether this site may go on asking. */
function Tiresome({ site }: { site: SiteView }) {
  return (
    <Beginning as="div" title={t('mute_heading')}>
      <MuteOffer key={site.origin} origin={site.origin} />
    </Beginning>
  )
}

function Nothing({ words }: { words: string }) {
  return (
    <Beginning as="div" title={t('extension_name')}>
      <p className="quiet" role="status">
        {words}
      </p>
      <Button onClick={() => window.close()}>{t('close')}</Button>
    </Beginning>
  )
}
