import { useEffect } from 'react'
import { useSlice } from '@/components/client-context'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { t } from '@/components/i18n'
import { useLater } from '@/components/use-later'
import { Queue } from './Queue'

interface ReviewProps {
  /** An approval of the wallet's own, or `null` for the whole queue. */
  approvalId: string | null
  onBack(): void
  onSent(transactionId: string): void
  /** Called after the wallet's own typed data was signed; defaults to `onBack`. */
  onSigned?(approvalId: string): void
}

/** A decision inside the wallet's own pages. Going back leaves it in the queue; only Reject refuses it. */
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
          // A journal row has its approval's id; rows of several calls append the index of the call.
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

/** Leaves the screen once the queue is empty. */
function Leave({ onLeave }: { onLeave(): void }) {
  useEffect(onLeave, [onLeave])
  return null
}

/** The approval is missing: it may arrive a moment later, and is reported as gone only after that. */
function Gone() {
  const later = useLater(1_500)
  return (
    <p className="screen-body quiet" aria-live="polite" aria-busy={!later}>
      {later ? t('approval_gone_here') : t('loading')}
    </p>
  )
}
