import { useClient } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { format, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { mostCancelled } from '@/lib/base/cancellable'
import type { TransactionView } from '@/lib/language/ui'
import { ExplorerLink } from './ExplorerLink'

interface TransactionActionsProps {
  row: TransactionView
  /** It waits for a nonce that no transaction holds. */
  gap: boolean
  /** How many of the account can be cancelled together, this one among them; 0 where it is none of them. */
  cancellable: number
  /** Speeding up, cancelling and filling are decisions of their own. */
  onProposed(approvalId: string): void
}

/** What can be done about a transaction now, and why it did not work. */
export function TransactionActions({ row, gap, cancellable, onProposed }: TransactionActionsProps) {
  const client = useClient()
  const { id } = row
  const resend = useAction(() => client.call('transaction.resend', { id }))
  const fill = useAction(async () => onProposed((await client.call('transaction.fill-nonce', { id })).approvalId))
  const speedUp = useAction(async () => onProposed((await client.call('transaction.speed-up', { id })).approvalId))
  const cancelAll = useAction(async () => onProposed((await client.call('transaction.cancel-all', { id })).approvalId))
  const cancel = useAction(async () => onProposed((await client.call('transaction.cancel', { id })).approvalId))
  return (
    <>
      <div className="detail-actions">
        {row.ended === 'dropped' && (
          <Button look="primary" testId="resend" action={resend}>
            {t('resend')}
          </Button>
        )}
        {gap && (
          <Button look="primary" testId="fill-nonce" action={fill}>
            {t('fill_gap')}
          </Button>
        )}
        {row.canSpeedUp && (
          <Button testId="speed-up" action={speedUp}>
            {t('speed_up')}
          </Button>
        )}
        {row.canCancel && (
          <Button testId="cancel" action={cancel}>
            {t('cancel_transaction')}
          </Button>
        )}
        {row.canCancel && cancellable > 1 && (
          <Button testId="cancel-all" action={cancelAll}>
            {cancellable > mostCancelled
              ? t('cancel_first', { count: format.integer(mostCancelled), all: format.integer(cancellable) })
              : t('cancel_all', { count: format.integer(cancellable) })}
          </Button>
        )}
        {row.explorerUrl !== null && <ExplorerLink url={row.explorerUrl} />}
      </div>
      <FailureNotice
        failure={speedUp.failure ?? cancel.failure ?? cancelAll.failure ?? resend.failure ?? fill.failure}
      />
    </>
  )
}
