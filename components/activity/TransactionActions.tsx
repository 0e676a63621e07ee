import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { format, t, useAction, useClient, usePropose } from '@/components/app'
import { NameAddress } from '@/components/contacts/NameAddress'
import { Button, FailureNotice } from '@/components/elements'
import { mostCancelled } from '@/lib/base/cancellable'
import type { TransactionView } from '@/lib/language/ui'
import { ExplorerLink } from './ExplorerLink'

interface TransactionActionsProps {
  row: TransactionView
  /** It waits for a nonce that no transaction holds. */
  gap: boolean
  /** How many of the account can be cancelled together, this one among them; 0 where it is none of them. */
  cancellable: number
  /** The other side, to be named. */
  counterparty: Address | null
  /** More that can be done. */
  children: ReactNode
}

/** What can be done about a transaction now, and why it did not work. */
export function TransactionActions({ row, gap, cancellable, counterparty, children }: TransactionActionsProps) {
  const client = useClient()
  const propose = usePropose()
  const { id } = row
  const resend = useAction(() => client.call('transaction.resend', { id }))
  const fill = useAction(() => propose('transaction.fill-nonce', { id }))
  const speedUp = useAction(() => propose('transaction.speed-up', { id }))
  const cancelAll = useAction(() => propose('transaction.cancel-all', { id }))
  const cancel = useAction(() => propose('transaction.cancel', { id }))
  return (
    <>
      <div className="detail-actions">
        {row.ended === 'dropped' && row.isOver !== true && (
          <Button look="primary" testId="resend" action={resend} label={t('resend')} />
        )}
        {gap && <Button look="primary" testId="fill-nonce" action={fill} label={t('fill_gap')} />}
        {row.canSpeedUp && <Button testId="speed-up" action={speedUp} label={t('speed_up')} />}
        {row.canCancel && (
          <Button
            testId="cancel"
            action={cancel}
            label={t(row.isOver === true ? 'use_number' : 'cancel_transaction')}
          />
        )}
        {row.canCancel && cancellable > 1 && (
          <Button testId="cancel-all" action={cancelAll}>
            {cancellable > mostCancelled
              ? t('cancel_first', { count: format.integer(mostCancelled), all: format.integer(cancellable) })
              : t('cancel_all', { count: format.integer(cancellable) })}
          </Button>
        )}
        {children}
        <NameAddress address={counterparty} />
        {row.explorerUrl !== null && <ExplorerLink url={row.explorerUrl} />}
      </div>
      <FailureNotice
        failure={speedUp.failure ?? cancel.failure ?? cancelAll.failure ?? resend.failure ?? fill.failure}
      />
    </>
  )
}
