import { useEffect, useState } from 'react'
import { TransactionRow } from '@/components/activity/TransactionRow'
import { useSlice } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { ScreenHead } from '@/components/elements/ScreenHead'
import { t } from '@/components/i18n'
import { useLater } from '@/components/use-later'
import { Failure } from '@/lib/base/failure'
import { isAtLeast } from '@/lib/base/level'
import type { ApprovalView } from '@/lib/language/ui'
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
  const [failure, setFailure] = useState<Failure | null>(null)
  const [replaced, setReplaced] = useState<string | null>(null)
  const replaces = replacedBy(shown[0])
  if (replaces !== null && replaces !== replaced) setReplaced(replaces)
  return (
    <main className="screen review">
      <ScreenHead title={t('review')} onBack={onBack} />
      <Queue
        approvals={shown}
        empty={
          approvalId === null ? (
            approvals !== undefined && <Leave onLeave={onBack} />
          ) : (
            <Outcome approvalId={approvalId} replaced={replaced} failure={failure} onSent={onSent} />
          )
        }
        onApproved={approval => {
          // A journal row has its approval's id; rows of several calls append the index of the call.
          if (approvalId === null) return
          if (approval.request.kind === 'transaction') onSent(approval.id)
          else if (approval.request.kind === 'calls') onSent(`${approval.id}:${approval.request.calls.length - 1}`)
          else if (approval.request.kind === 'typed-data') onSigned(approval.id)
        }}
        onFailed={cause => setFailure(cause instanceof Failure ? cause : null)}
        onRejected={() => {
          if (approvalId !== null) onBack()
        }}
      />
    </main>
  )
}

/** @returns the id of a row that the decision is to replace; `null` where it replaces none */
function replacedBy(approval: ApprovalView | undefined): string | null {
  const request = approval?.request
  if (request?.kind === 'transaction') return request.replaces
  return (request?.kind === 'calls' && request.cancels?.[0]) || null
}

/** Leaves the screen once the queue is empty. */
function Leave({ onLeave }: { onLeave(): void }) {
  useEffect(onLeave, [onLeave])
  return null
}

interface OutcomeProps extends Pick<ReviewProps, 'onSent'> {
  approvalId: string
  replaced: string | null
  failure: Failure | null
}

/**
 * The approval is not in the queue. What was signed has a row, and the row tells the rest. Without a row nothing is
 * said of what was signed: the approval or its row may arrive a moment later.
 */
function Outcome({ approvalId, replaced, failure, onSent }: OutcomeProps) {
  const activity = useSlice('activity')
  const later = useLater(1_500)
  const own = activity?.find(({ id }) => id === approvalId || id.startsWith(`${approvalId}:`))?.id
  const late = activity?.find(({ id, level }) => id === replaced && isAtLeast(level, 'preconfirmed'))
  const reason = late !== undefined ? new Failure('not-replaceable') : failure
  useEffect(() => {
    if (own !== undefined) onSent(own)
  }, [own, onSent])
  const isSettled = own === undefined && (later || reason !== null)
  return (
    <div className="screen-body" aria-live="polite" aria-busy={!isSettled}>
      {isSettled ? (
        <FailureNotice failure={reason ?? new Failure('approval-gone')} />
      ) : (
        <p className="quiet">{t('loading')}</p>
      )}
      {isSettled && late !== undefined && <TransactionRow row={late} withTrack={false} withPlace={false} />}
    </div>
  )
}
