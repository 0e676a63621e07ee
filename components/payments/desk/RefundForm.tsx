import { type ReactNode, useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { useTokens } from '@/components/decision/use-tokens'
import { AmountField } from '@/components/elements/AmountField'
import { useAmountEntry } from '@/components/elements/amount-entry'
import { Button, Buttons } from '@/components/elements/Button'
import { Form } from '@/components/elements/Form'
import { format, t } from '@/components/i18n'
import { toQuantity } from '@/lib/base/hex'
import type { TransferView } from '@/lib/language/payments'
import { isRefundOf } from '@/lib/payments/shared/refunded-transfer'
import { OutcomeBadge } from './OutcomeBadge'

/** Refunds a received transfer to its sender, at most the amount that is not refunded yet. */
export function RefundForm({
  transfer,
  onProposed,
  children,
}: {
  /** `token` null: the chain's own money. */
  transfer: TransferView | (Pick<TransferView, 'hash' | 'amount'> & { token: null; logIndex: null })
  onProposed(approvalId: string): void
  /** Beside its button. */
  children: ReactNode
}) {
  const client = useClient()
  const selection = useSlice('selection')
  const desk = useSlice('desk')
  const tokenOf = useTokens(selection?.networkId)
  const [isOpen, setOpen] = useState(false)
  const currency = (useSlice('networks') ?? []).find(({ id }) => id === selection?.networkId)?.symbol ?? ''
  const token = transfer.token === null ? { symbol: currency, decimals: 18 } : tokenOf(transfer.token)
  const [typed, enter] = useAmountEntry(token ?? { symbol: '', decimals: 0 })
  const refunds = (desk?.refunds ?? []).filter(({ which, ...row }) =>
    transfer.token === null
      ? row.transfer === `${transfer.hash}:value`
      : isRefundOf(
          { ...row, which: which === null ? null : { ...which, amount: BigInt(which.amount) } },
          { ordinal: 0, ...transfer, amount: BigInt(transfer.amount) },
        ),
  )
  const reserved = refunds
    .filter(({ outcome }) => outcome !== 'failed')
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const left = BigInt(transfer.amount) - reserved
  const amount = typed.isEmpty ? left : (typed.value ?? 0n)
  const isRight = amount > 0n && amount <= left
  const words = (value: bigint) =>
    token === null ? format.integer(value) : `${format.amount(value, token.decimals, 'exact')} ${token.symbol}`
  return (
    <>
      {refunds.length > 0 && (
        <ul>
          {refunds.map(refund => (
            <li key={refund.id} className="desk-leg" data-refund={refund.id}>
              <span>{t('refund_of', { amount: words(BigInt(refund.amount)) })}</span>
              <OutcomeBadge outcome={refund.outcome} />
            </li>
          ))}
        </ul>
      )}
      {!isOpen && (
        <Buttons>
          {left > 0n && (
            <Button size="small" testId="refund-open" onClick={() => setOpen(true)}>
              {t('refund')}
            </Button>
          )}
          {children}
        </Buttons>
      )}
      {isOpen && left > 0n && (
        <Form
          button={t('send_review')}
          beside={
            <Button look="quiet" size="small" onClick={() => setOpen(false)}>
              {t('refund_cancel')}
            </Button>
          }
          size="small"
          testId="refund-review"
          isReady={isRight}
          submit={async () => {
            const { approvalId } = await client.call('refund.propose', {
              hash: transfer.hash,
              logIndex: transfer.logIndex,
              amount: toQuantity(amount),
            })
            onProposed(approvalId)
          }}
        >
          <AmountField
            label={t('refund_amount')}
            hint={t('refund_amount_note', { left: words(left) })}
            error={isRight ? undefined : t('capture_amount_wrong', { most: words(left) })}
            testId="refund-amount"
            entry={typed}
            onChange={enter}
          />
        </Form>
      )}
    </>
  )
}
