import { useClient, useSlice } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { useTokens } from '@/components/decision/use-tokens'
import { AmountField } from '@/components/elements/AmountField'
import { useAmountEntry } from '@/components/elements/amount-entry'
import { Button, Buttons } from '@/components/elements/Button'
import { Item } from '@/components/elements/Card'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { shortAddress } from '@/components/format/address'
import { format, lookUp, t } from '@/components/i18n'
import { State } from '@/components/payments/State'
import { useAction } from '@/components/use-action'
import type { CaptureView } from '@/lib/language/desk'
import { captureCall } from '@/lib/payments/shared/signed-authorization'
import { OutcomeBadge } from './OutcomeBadge'
import { type SimulatedCall, useSimulated } from './use-simulated'

interface CaptureProps {
  capture: CaptureView
  nowSeconds: number
  onProposed(approvalId: string): void
}

/**
 * One stored authorization: how much at most, until when, whether it can be captured now, and what became of trying.
 */
export function Capture({ capture, nowSeconds, onProposed }: CaptureProps) {
  const client = useClient()
  const selection = useSlice('selection')
  const tokenOf = useTokens(selection?.networkId)
  const nameOf = useNames()
  const token = tokenOf(capture.token)
  const [typed, enter] = useAmountEntry(token ?? { symbol: '', decimals: 0 })
  const most = BigInt(capture.amount)
  const last = capture.attempts.at(-1)
  const isOpen = last === undefined || last.outcome === 'failed'
  const isExpired = nowSeconds >= capture.validBeforeSeconds
  const isEarly = capture.validAfterSeconds !== null && nowSeconds <= capture.validAfterSeconds
  const isPartial = capture.kind === 'permit'
  const amount = !isPartial || typed.isEmpty ? most : (typed.value ?? 0n)
  const isAmountRight = amount > 0n && amount <= most
  const call =
    isOpen && !isExpired && isAmountRight ? captureCall({ ...capture, amount: most }, amount, capture.orderId) : null
  const simulated = useSimulated(selection?.networkId, selection?.address ?? capture.payer, call)
  const propose = useAction(async () => {
    if (call === null) return
    const { approvalId } = await client.call('capture.propose', { id: capture.id, call })
    onProposed(approvalId)
  })
  const remove = useAction(() => client.call('capture.remove', { id: capture.id }))
  const payer = nameOf(capture.payer) ?? shortAddress(capture.payer)
  const words = (value: bigint) =>
    token === null
      ? `${t('amount_of_unknown_token', { amount: format.integer(value) })}, ${shortAddress(capture.token)}`
      : `${format.amount(value, token.decimals, 'exact')} ${token.symbol}`
  const left = format.remaining((capture.validBeforeSeconds - nowSeconds) * 1_000)
  return (
    <Item data-capture={capture.label} data-simulated={simulated.state}>
      <p className="entry-head">
        <span className="entry-title">{capture.label || payer}</span>
        {last !== undefined ? (
          <OutcomeBadge outcome={last.outcome} />
        ) : (
          <State>{isExpired ? t('authorization_expired') : t('capture_left', { left })}</State>
        )}
      </p>
      <p>
        <strong className="amount">{words(most)}</strong>{' '}
        <span className="quiet">{t(isPartial ? 'capture_at_most_from' : 'books_from', { payer })}</span>
      </p>
      {isOpen && !isExpired && (
        <>
          {isPartial && (
            <AmountField
              label={t('capture_amount')}
              hint={t('capture_amount_note', { most: words(most) })}
              error={isAmountRight ? undefined : t('capture_amount_wrong', { most: words(most) })}
              testId="capture-amount"
              entry={typed}
              onChange={enter}
            />
          )}
          <p className="quiet" aria-live="polite" data-testid="capture-simulated">
            {isEarly ? t('capture_early') : simulatedWords(simulated)}
          </p>
        </>
      )}
      <Buttons>
        {isOpen && !isExpired && (
          <Button
            look="primary"
            size="small"
            testId="capture-review"
            disabled={call === null || simulated.state === 'reverts'}
            action={propose}
          >
            {t('capture_review', { amount: words(isAmountRight ? amount : most) })}
          </Button>
        )}
        {(isOpen || last.outcome === 'done') && (
          <Button look="quiet" size="small" testId="capture-remove" action={remove}>
            {t('capture_forget')}
          </Button>
        )}
      </Buttons>
      {isOpen && !isExpired && <p className="field-note">{t('capture_forget_note')}</p>}
      <FailureNotice failure={propose.failure ?? remove.failure} />
    </Item>
  )
}

function simulatedWords(simulated: SimulatedCall): string {
  switch (simulated.state) {
    case 'asking':
      return t('capture_asking')
    case 'works':
      return t('capture_works')
    case 'unknown':
      return t('capture_unknown')
    case 'reverts': {
      const sentence = simulated.code === null ? null : lookUp(`revert_${simulated.code.replaceAll('-', '_')}`)
      return t('capture_reverts', { reason: sentence ?? (simulated.reason || t('capture_no_reason')) })
    }
  }
}
