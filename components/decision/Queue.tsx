import { useClient } from '@/components/client-context'
import { format, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { ApprovalView } from '@/lib/messaging/ui'
import { Decision } from './Decision'

interface QueueProps {
  approvals: readonly ApprovalView[]
  onApproved?: (approval: ApprovalView) => void
  onRejected?: (approval: ApprovalView) => void
}

/** Decisions one at a time, oldest first. */
export function Queue({ approvals, onApproved, onRejected }: QueueProps) {
  const client = useClient()
  const rejectAll = useAction(() => client.call('approval.reject-all', {}))
  const [first] = approvals
  if (first === undefined) return null
  return (
    <div className="queue">
      {approvals.length > 1 && (
        <header className="queue-head">
          <span className="queue-count" role="status">
            {t('queue_position', { position: format.integer(1), count: format.integer(approvals.length) })}
          </span>
          <button
            type="button"
            className="button button-quiet"
            data-testid="reject-all"
            onClick={() => void rejectAll.run()}
          >
            {t('reject_all')}
          </button>
        </header>
      )}
      <Decision
        key={first.id}
        approval={first}
        {...(onApproved ? { onApproved } : {})}
        {...(onRejected ? { onRejected } : {})}
      />
    </div>
  )
}
