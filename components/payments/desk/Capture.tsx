import type { Address, Hex } from 'viem'
import { format, lookUp, t, useAction, useClient, usePropose, useSlice } from '@/components/app'
import { useNames } from '@/components/contacts/use-names'
import { useTokens } from '@/components/decision/use-tokens'
import { Button, Buttons, FailureNotice, Item } from '@/components/elements'
import { AmountField, useAmountEntry } from '@/components/elements/later'
import { shortAddress } from '@/components/format/address'
import { OutcomeBadge, State } from '@/components/payments/State'
import { cleanForeignText } from '@/lib/base/foreign-text'
import { hexSchema } from '@/lib/base/hex-schemas'
import type { NetworkId } from '@/lib/base/network-id'
import type { CaptureView } from '@/lib/language/desk'
import { captureCall } from '@/lib/payments/shared/signed-authorization'
import { readRevert, readWording } from '@/lib/reading/simulation/revert'
import { useReading } from './use-reading'

interface CaptureProps {
  capture: CaptureView
  nowSeconds: number
}

/**
 * One stored authorization: how much at most, until when, whether it can be captured now, and what became of trying.
 */
export function Capture({ capture, nowSeconds }: CaptureProps) {
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
  const propose = usePropose()
  const review = useAction(async () => {
    if (call === null) return
    await propose('capture.propose', { id: capture.id, call })
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
        <span className="entry-title">{cleanForeignText(capture.label, 100) || payer}</span>
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
            action={review}
          >
            {t('capture_review', { amount: words(isAmountRight ? amount : most) })}
          </Button>
        )}
        {(isOpen || last.outcome === 'done') && (
          <Button look="quiet" size="small" testId="capture-remove" action={remove} label={t('capture_forget')} />
        )}
      </Buttons>
      {isOpen && !isExpired && <p className="field-note">{t('capture_forget_note')}</p>}
      <FailureNotice failure={review.failure ?? remove.failure} />
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

type SimulatedCall =
  | { state: 'asking' | 'works' | 'unknown' }
  /** `code` where the catalogue has a sentence for it (`revert_<code>`), `reason` in the contract's own words. */
  | { state: 'reverts'; code: string | null; reason: string }

/** Whether a call would work on the pending state. It reserves nothing: a moment later it may be otherwise. */
function useSimulated(
  networkId: NetworkId | undefined,
  from: Address,
  call: { to: Address; data: Hex } | null,
): SimulatedCall {
  const client = useClient()
  const key = call === null || networkId === undefined ? null : `${networkId} ${from} ${call.to} ${call.data}`
  const told = useReading(key, async (): Promise<SimulatedCall> => {
    if (call === null || networkId === undefined) return { state: 'unknown' }
    const params = [{ from, to: call.to, data: call.data }, 'pending']
    const { results } = await client.call('chain.read', { networkId, calls: [{ method: 'eth_call', params }] })
    const [answer] = results
    if (answer?.ok === true) return { state: 'works' }
    if (answer === undefined || answer.failure.code !== 'would-revert') return { state: 'unknown' }
    const data = hexSchema.safeParse(answer.revertData)
    const read = data.success ? readRevert(data.data) : readWording(String(answer.failure.details.message ?? ''))
    return { state: 'reverts', code: read.code, reason: read.reason }
  })
  return told === undefined ? { state: 'asking' } : (told ?? { state: 'unknown' })
}
