import { useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { useTokens } from '@/components/decision/use-tokens'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { parseAmount } from '@/components/format/amount'
import { format, locale, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { ObservedTransfer } from '@/lib/payments/reconciliation'
import { toQuantity } from '@/lib/values/hex'
import { amountErrorWords, TextField } from './fields'
import { OutcomeBadge } from './OutcomeBadge'

/** Giving back what came, to the one it came from and to nobody else, and never more than came. */
export function RefundForm({
  transfer,
  onProposed,
}: {
  transfer: ObservedTransfer
  onProposed(approvalId: string): void
}) {
  const client = useClient()
  const selection = useSlice('selection')
  const desk = useSlice('desk')
  const tokenOf = useTokens(selection?.chainId ?? 0)
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const token = tokenOf(transfer.token)
  const refunds = (desk?.refunds ?? []).filter(row => row.transfer === `${transfer.hash}:${transfer.logIndex}`)
  const reserved = refunds
    .filter(({ outcome }) => outcome !== 'failed')
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const left = transfer.amount - reserved
  const parsed = parseAmount(typed, token?.decimals ?? 0, locale())
  const amount = typed === '' ? left : parsed.ok ? parsed.value : 0n
  const isRight = amount > 0n && amount <= left
  const words = (value: bigint) =>
    token === null ? format.integer(value) : `${format.amount(value, token.decimals, 'exact')} ${token.symbol}`
  const propose = useAction(async () => {
    const { approvalId } = await client.call('refund.propose', {
      hash: transfer.hash,
      logIndex: transfer.logIndex,
      amount: toQuantity(amount),
    })
    onProposed(approvalId)
  })
  return (
    <>
      {refunds.length > 0 && (
        <ul className="desk-refunds">
          {refunds.map(refund => (
            <li key={refund.id} className="desk-leg" data-refund={refund.id}>
              <span>{t('refund_of', { amount: words(BigInt(refund.amount)) })}</span>
              <OutcomeBadge outcome={refund.outcome} />
            </li>
          ))}
        </ul>
      )}
      {!isOpen && left > 0n && (
        <div className="item-actions">
          <button type="button" className="button button-small" data-testid="refund-open" onClick={() => setOpen(true)}>
            {t('refund')}
          </button>
        </div>
      )}
      {isOpen && left > 0n && (
        <form
          className="stack"
          onSubmit={event => {
            event.preventDefault()
            if (isRight) void propose.run()
          }}
        >
          <TextField
            label={t('refund_amount')}
            value={typed}
            onChange={setTyped}
            testId="refund-amount"
            inputMode="decimal"
            unit={token?.symbol}
            hint={t('refund_amount_note', { left: words(left) })}
            error={
              typed === ''
                ? undefined
                : (amountErrorWords(parsed, { symbol: token?.symbol ?? '', decimals: token?.decimals ?? 0 }) ??
                  (isRight ? undefined : t('capture_amount_wrong', { most: words(left) })))
            }
          />
          <FailureNotice failure={propose.failure} />
          <div className="item-actions">
            <button
              type="submit"
              className="button button-small button-primary"
              data-testid="refund-review"
              aria-disabled={!isRight || propose.busy}
            >
              {t('send_review')}
            </button>
            <button type="button" className="button button-small button-quiet" onClick={() => setOpen(false)}>
              {t('refund_cancel')}
            </button>
          </div>
        </form>
      )}
    </>
  )
}
