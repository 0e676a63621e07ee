import { useSlice } from '@/components/client-context'
import { Queue } from '@/components/decision/Queue'
import { Logo } from '@/components/elements/Logo'
import { t } from '@/components/i18n'
import { Skeleton } from '@/components/Skeleton'
import { MuteOffer } from '@/components/sites/MuteOffer'
import { DatabaseDamaged, Newer } from '@/components/trouble/Trouble'
import { Unlock } from '@/components/unlock/Unlock'
import type { SiteView } from '@/lib/messaging/ui'
import './approval.css'

/** The decision window: unlock first if need be, then one decision after the other. The worker closes it when none is left. */
export function ApprovalWindow() {
  const session = useSlice('session')
  const approvals = useSlice('approvals')
  const tiresome = useSlice('sites')?.find(({ offersMute }) => offersMute)
  if (session === undefined) return <Skeleton />
  if (session.vault === 'locked') return <Unlock note={t('unlock_for_site')} />
  if (session.vault === 'newer') return <Newer />
  if (session.vault === 'database-damaged') return <DatabaseDamaged />
  if (session.vault !== 'unlocked') {
    return (
      <main>
        <Nothing words={t('approval_no_wallet')} />
      </main>
    )
  }
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

/** Nothing is left to decide but whether this site may go on asking. */
function Tiresome({ site }: { site: SiteView }) {
  return (
    <div className="beginning">
      <Logo size={44} />
      <h1>{t('mute_heading')}</h1>
      <MuteOffer key={site.origin} origin={site.origin} />
    </div>
  )
}

function Nothing({ words }: { words: string }) {
  return (
    <div className="beginning">
      <Logo size={44} />
      <h1>{t('extension_name')}</h1>
      <p className="quiet" role="status">
        {words}
      </p>
      <button type="button" className="button" onClick={() => window.close()}>
        {t('close')}
      </button>
    </div>
  )
}
