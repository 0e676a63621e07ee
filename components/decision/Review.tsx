import { useEffect } from 'react'
import { useSlice } from '@/components/client-context'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { t } from '@/components/i18n'
import { Queue } from './Queue'

interface ReviewProps {
  /** One of the wallet's own, or `null` for everything that waits. */
  approvalId: string | null
  onBack(): void
  onSent(transactionId: string): void
}

/** The approval inside the wallet's own pages. Going back leaves it waiting; only Reject refuses. */
export function Review({ approvalId, onBack, onSent }: ReviewProps) {
  const approvals = useSlice('approvals')
  const shown = approvals?.filter(approval => approvalId === null || approval.id === approvalId) ?? []
  const emptied = approvals !== undefined && approvalId === null && shown.length === 0
  useEffect(() => {
    if (emptied) onBack()
  }, [emptied, onBack])
  return (
    <main className="screen review">
      <ScreenHead title={t('review')} onBack={onBack} />
      {approvals !== undefined && shown.length === 0 ? (
        <p className="screen-body quiet" aria-live="polite">
          {t('approval_gone_here')}
        </p>
      ) : (
        <Queue
          approvals={shown}
          onApproved={approval => {
            // The journal's row has the id of the approval it was signed for.
            if (approvalId !== null && approval.request.kind === 'transaction') onSent(approval.id)
          }}
          onRejected={() => {
            if (approvalId !== null) onBack()
          }}
        />
      )}
    </main>
  )
}
