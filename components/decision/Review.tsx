import { useEffect } from 'react'
import { useSlice } from '@/components/client-context'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { t } from '@/components/i18n'
import { useLater } from '@/components/use-later'
import { Queue } from './Queue'

interface ReviewProps {
  /** One of the wallet's own, or `null` for everything that waits. */
  approvalId: string | null
  onBack(): void
  onSent(transactionId: string): void
  /** Typed data of the wallet's own was signed; without it the way leads back. */
  onSigned?(approvalId: string): void
}

/** The approval inside the wallet's own pages. Going back leaves it waiting; only Reject refuses. */
export function Review({ approvalId, onBack, onSent, onSigned = onBack }: ReviewProps) {
  const approvals = useSlice('approvals')
  const shown = approvals?.filter(approval => approvalId === null || approval.id === approvalId) ?? []
  return (
    <main className="screen review">
      <ScreenHead title={t('review')} onBack={onBack} />
      <Queue
        approvals={shown}
        empty={approvalId === null && approvals !== undefined ? <Leave onLeave={onBack} /> : <Gone />}
        onApproved={approval => {
          // The journal's row has the id of the approval it was signed for, and of calls the number of its own besides.
          if (approvalId === null) return
          if (approval.request.kind === 'transaction') onSent(approval.id)
          else if (approval.request.kind === 'calls') onSent(`${approval.id}:${approval.request.calls.length - 1}`)
          else if (approval.request.kind === 'typed-data') onSigned(approval.id)
        }}
        onRejected={() => {
          if (approvalId !== null) onBack()
        }}
      />
    </main>
  )
}

/** All is decided. */
function Leave({ onLeave }: { onLeave(): void }) {
  useEffect(onLeave, [onLeave])
  return null
}

/** It may still be on its way here; only after a while is it really gone. */
function Gone() {
  const later = useLater(1_500)
  return (
    <p className="screen-body quiet" aria-live="polite" aria-busy={!later}>
      {later ? t('approval_gone_here') : t('loading')}
    </p>
  )
}
