import { type ReactNode, useState } from 'react'
import { format, t, usePropose, useSlice } from '@/components/app'
import { useTokens } from '@/components/decision/use-tokens'
import { Button, Buttons, Form } from '@/components/elements'
import { AmountField, useAmountEntry } from '@/components/elements/later'
import { OutcomeBadge } from '@/components/payments/State'
import { toQuantity } from '@/lib/base/hex'
import type { TransferView } from '@/lib/language/payments'
import { isRefundOf } from '@/lib/payments/shared/refunded-transfer'

/** Refunds a received transfer to its sender, at most the amount that is not refunded yet. */
export function RefundForm({
  transfer,
  children,
}: {
  /** `token` null: the chain's own money. */
  transfer: TransferView | (Pick<TransferView, 'hash' | 'amount'> & { token: null; logIndex: null })
  /** Beside its button. */
  children: ReactNode
}) {
  const propose = usePropose()
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
          {left > 0n && <Button size="small" testId="refund-open" onClick={() => setOpen(true)} label={t('refund')} />}
          {children}
        </Buttons>
      )}
      {isOpen && left > 0n && (
        <Form
          button={t('send_review')}
          beside={<Button look="quiet" size="small" onClick={() => setOpen(false)} label={t('refund_cancel')} />}
          size="small"
          testId="refund-review"
          isReady={isRight}
          submit={async () => {
            await propose('refund.propose', {
              hash: transfer.hash,
              logIndex: transfer.logIndex,
              amount: toQuantity(amount),
            })
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
