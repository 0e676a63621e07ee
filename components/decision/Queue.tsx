import { type ReactNode, useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { format, t } from '@/components/i18n'
import { MuteOffer } from '@/components/sites/MuteOffer'
import { useAction } from '@/components/use-action'
import type { ApprovalView } from '@/lib/language/ui'
import { Decision } from './Decision'
import { DeviceStep } from './DeviceStep'

interface QueueProps {
  approvals: readonly ApprovalView[]
  /** Shown while the queue is empty. */
  empty: ReactNode
  onApproved?: (approval: ApprovalView) => void
  onFailed?: (cause: unknown) => void
  onRejected?: (approval: ApprovalView) => void
}

/** Decisions one at a time, oldest first. */
export function Queue({ approvals, empty, onApproved, onFailed, onRejected }: QueueProps) {
  const client = useClient()
  const sites = useSlice('askingSites')
  // A decision stays on screen until the worker has answered, although it has left the queue.
  const [held, setHeld] = useState<ApprovalView | null>(null)
  const rejectAll = useAction(() => client.call('approval.reject-all', {}))
  /** A decision that the first one needs: it comes before it. */
  const [needed, setNeeded] = useState<string | null>(null)
  const first = held ?? approvals.find(({ id }) => id === needed) ?? approvals[0]
  if (first === undefined) return empty
  const { requester } = first
  const asksOften =
    requester.kind === 'site' && sites?.some(({ origin, offersMute }) => offersMute && origin === requester.origin)
  return (
    <div className="queue">
      {approvals.length > 1 && (
        <header className="queue-head">
          <span className="queue-count" role="status">
            {t('queue_position', { position: format.integer(1), count: format.integer(approvals.length) })}
          </span>
          <Button look="quiet" testId="reject-all" action={rejectAll}>
            {t('reject_all')}
          </Button>
        </header>
      )}
      {requester.kind === 'site' && asksOften === true && <MuteOffer origin={requester.origin} />}
      {first.device !== undefined ? (
        <DeviceStep
          key={first.id}
          approval={first}
          request={first.device}
          {...(onApproved ? { onSigned: onApproved } : {})}
          {...(onRejected ? { onTakenBack: onRejected } : {})}
        />
      ) : (
        <Decision
          key={first.id}
          approval={first}
          onHold={setHeld}
          onNeed={setNeeded}
          {...(onApproved ? { onApproved } : {})}
          {...(onFailed ? { onFailed } : {})}
          {...(onRejected ? { onRejected } : {})}
        />
      )}
    </div>
  )
}
