import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId, useState } from 'react'
import { useClient } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { editableAmount, parseAmount } from '@/components/format/amount'
import { format, locale, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { FeeSpeed, TransactionPreview } from '@/lib/approvals/types'
import { toQuantity } from '@/lib/values/hex'

type KnownFee = NonNullable<TransactionPreview['fee']>
const gweiDecimals = 9

/** What it will cost and the most it may cost, and a fold to choose another. */
export function Fee({
  approvalId,
  fee,
  symbol,
}: {
  approvalId: string
  fee: TransactionPreview['fee']
  symbol: string
}) {
  if (fee === null) {
    return (
      <div className="fee">
        <div className="row">
          <span className="row-name">{t('fee')}</span>
          <span className="placeholder placeholder-fee" />
        </div>
      </div>
    )
  }
  const rest = BigInt(fee.l1Fee ?? '0x0') + BigInt(fee.operatorFee ?? '0x0')
  const expected = BigInt(fee.choices.find(choice => choice.speed === fee.chosen)?.expected ?? fee.ceiling) + rest
  const most = BigInt(fee.ceiling) + rest
  return (
    <details className="fee fold">
      <summary>
        <span className="row">
          <span className="row-name">
            <ChevronRight className="fold-arrow" size={16} aria-hidden="true" />
            {t('fee')}
          </span>
          <span className="row-value">
            <span className="fee-expected">
              {t('fee_about', { amount: `${format.amount(expected, 18, 'short')} ${symbol}` })}
            </span>
            <span className="fee-most">
              {t('fee_at_most', { amount: `${format.amount(most, 18, 'short')} ${symbol}` })}
            </span>
          </span>
        </span>
      </summary>
      <FeeChoices approvalId={approvalId} fee={fee} symbol={symbol} rest={rest} />
    </details>
  )
}

const names = { slow: 'fee_slow', normal: 'fee_normal', fast: 'fee_fast', custom: 'fee_custom' } as const

function FeeChoices({
  approvalId,
  fee,
  symbol,
  rest,
}: {
  approvalId: string
  fee: KnownFee
  symbol: string
  rest: bigint
}) {
  const client = useClient()
  const group = useId()
  const [own, setOwn] = useState(fee.chosen === 'custom')
  const choose = useAction((speed: FeeSpeed) => client.call('approval.choose-fee', { id: approvalId, speed }))
  return (
    <div className="fee-choices">
      <fieldset disabled={choose.busy}>
        <legend className="visually-hidden">{t('fee_choice')}</legend>
        {fee.choices
          .filter(choice => choice.speed !== 'custom')
          .map(choice => (
            <label key={choice.speed} className="fee-choice">
              <input
                type="radio"
                name={group}
                checked={!own && fee.chosen === choice.speed}
                onChange={() => {
                  setOwn(false)
                  void choose.run(choice.speed)
                }}
              />
              <span className="fee-choice-name">{t(names[choice.speed])}</span>
              <span className="fee-choice-time">
                {choice.expectedMs === null ? '' : format.duration(choice.expectedMs)}
              </span>
              <span className="fee-choice-amount">
                {format.amount(BigInt(choice.expected) + rest, 18, 'short')} <span className="symbol">{symbol}</span>
              </span>
            </label>
          ))}
        <label className="fee-choice">
          <input type="radio" name={group} checked={own} onChange={() => setOwn(true)} />
          <span className="fee-choice-name">{t('fee_custom')}</span>
        </label>
      </fieldset>
      {own && <OwnFee approvalId={approvalId} fee={fee} />}
      <FailureNotice failure={choose.failure} />
      {fee.l1Fee !== null && (
        <p className="fee-part">
          {t('fee_l1_part', { amount: `${format.amount(BigInt(fee.l1Fee), 18, 'short')} ${symbol}` })}
        </p>
      )}
    </div>
  )
}

function OwnFee({ approvalId, fee }: { approvalId: string; fee: KnownFee }) {
  const client = useClient()
  const start = fee.choices.find(choice => choice.speed === fee.chosen) ?? fee.choices[0]
  const [most, setMost] = useState(() => gwei(start?.maxFeePerGas))
  const [tip, setTip] = useState(() => gwei(start?.maxPriorityFeePerGas))
  const parsedMost = parseAmount(most, gweiDecimals, locale())
  const parsedTip = parseAmount(tip, gweiDecimals, locale())
  const tipTooHigh = parsedMost.ok && parsedTip.ok && parsedTip.value > parsedMost.value
  const set = useAction(async () => {
    if (!parsedMost.ok || !parsedTip.ok) return
    await client.call('approval.choose-fee', {
      id: approvalId,
      speed: 'custom',
      maxFeePerGas: toQuantity(parsedMost.value),
      maxPriorityFeePerGas: toQuantity(parsedTip.value),
    })
  })
  return (
    <form
      className="fee-own"
      onSubmit={event => {
        event.preventDefault()
        void set.run()
      }}
    >
      <Field id="fee-most" label={t('fee_own_most')} error={parsedMost.ok ? undefined : t('amount_not_a_number')}>
        <input
          id="fee-most"
          className="input"
          inputMode="decimal"
          autoComplete="off"
          value={most}
          onChange={event => setMost(event.target.value)}
          aria-describedby="fee-most-note"
        />
      </Field>
      <Field
        id="fee-tip"
        label={t('fee_own_tip')}
        error={!parsedTip.ok ? t('amount_not_a_number') : tipTooHigh ? t('fee_tip_too_high') : undefined}
      >
        <input
          id="fee-tip"
          className="input"
          inputMode="decimal"
          autoComplete="off"
          value={tip}
          onChange={event => setTip(event.target.value)}
          aria-describedby="fee-tip-note"
        />
      </Field>
      <button type="submit" className="button" disabled={!parsedMost.ok || !parsedTip.ok || tipTooHigh || set.busy}>
        {t('fee_use_own')}
      </button>
      <FailureNotice failure={set.failure} />
    </form>
  )
}

function gwei(perGas: `0x${string}` | undefined): string {
  return editableAmount(BigInt(perGas ?? '0x0'), gweiDecimals, locale())
}
