import { type ReactNode, useId, useState } from 'react'
import { useClient } from '@/components/client-context'
import { AmountField } from '@/components/elements/AmountField'
import { useAmountEntry } from '@/components/elements/amount-entry'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Fold } from '@/components/elements/Fold'
import { Form } from '@/components/elements/Form'
import { editableAmount } from '@/components/format/amount'
import { format, locale, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { toQuantity } from '@/lib/base/hex'
import type { FeeSpeed, TransactionPreview } from '@/lib/language/requests'

type KnownFee = NonNullable<TransactionPreview['fee']>
const gwei = { symbol: 'gwei', decimals: 9 }

/** The expected fee and its ceiling, and a fold to choose another. @param children what else it depends on */
export function Fee({
  approvalId,
  fee,
  symbol,
  children,
}: {
  approvalId: string
  fee: TransactionPreview['fee']
  symbol: string
  children?: ReactNode
}) {
  if (fee === null) {
    return (
      <div className="fee fee-line">
        {t('fee')}
        <span className="placeholder placeholder-fee" />
      </div>
    )
  }
  const rest = BigInt(fee.l1Fee ?? '0x0') + BigInt(fee.operatorFee ?? '0x0')
  const expected = BigInt(fee.choices.find(choice => choice.speed === fee.chosen)?.expected ?? fee.ceiling) + rest
  if (fee.choices.length === 0) {
    return (
      <div className="fee">
        <p className="fee-line">{t('fee_not_given')}</p>
        <OwnFee approvalId={approvalId} fee={fee} />
        {children}
      </div>
    )
  }
  const title = (
    <span className="fee-line">
      {t('fee')}
      <span className="fee-expected">
        {t('fee_about', { amount: `${format.amount(expected, 18, 'short')} ${symbol}` })}
      </span>
    </span>
  )
  return (
    <Fold className="fee" title={title}>
      <p className="fee-part">{mostWords(BigInt(fee.ceiling), rest, symbol)}</p>
      <FeeChoices approvalId={approvalId} fee={fee} symbol={symbol} rest={rest} />
      {children}
    </Fold>
  )
}

/** Only the part that the signature limits is a maximum; what the chain below charges is known afterwards. */
function mostWords(ceiling: bigint, rest: bigint, symbol: string): string {
  const amount = `${format.amount(ceiling, 18, 'short')} ${symbol}`
  if (rest === 0n) return t('fee_at_most', { amount })
  return t('fee_at_most_plus', { amount, rest: `${format.amount(rest, 18, 'short')} ${symbol}` })
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
      {fee.addedFeeCeiling !== null && (
        <p className="fee-part">
          {t('fee_l1_part', {
            amount: `${format.amount(rest, 18, 'short')} ${symbol}`,
            limit: `${format.amount(BigInt(fee.addedFeeCeiling), 18, 'short')} ${symbol}`,
          })}
        </p>
      )}
    </div>
  )
}

function OwnFee({ approvalId, fee }: { approvalId: string; fee: KnownFee }) {
  const client = useClient()
  const start = fee.choices.find(choice => choice.speed === fee.chosen) ?? fee.choices[0]
  const [most, enterMost] = useAmountEntry(gwei, gweiText(start?.maxFeePerGas))
  const [tip, enterTip] = useAmountEntry(gwei, gweiText(start?.maxPriorityFeePerGas))
  const isLegacy = fee.pricing === 'legacy'
  const isTipTooHigh = !isLegacy && most.value !== null && tip.value !== null && tip.value > most.value
  return (
    <Form
      button={t('fee_use_own')}
      look="plain"
      className="fee-own"
      isReady={most.value !== null && (isLegacy || tip.value !== null) && !isTipTooHigh}
      submit={async () => {
        if (most.value === null) return
        await client.call('approval.choose-fee', {
          id: approvalId,
          speed: 'custom',
          maxFeePerGas: toQuantity(most.value),
          ...(isLegacy || tip.value === null ? {} : { maxPriorityFeePerGas: toQuantity(tip.value) }),
        })
      }}
    >
      <AmountField
        label={t(isLegacy ? 'fee_own_price' : 'fee_own_most')}
        entry={most}
        end={null}
        onChange={enterMost}
      />
      {!isLegacy && (
        <AmountField
          label={t('fee_own_tip')}
          entry={tip}
          end={null}
          error={isTipTooHigh ? t('fee_tip_too_high') : undefined}
          onChange={enterTip}
        />
      )}
    </Form>
  )
}

function gweiText(perGas: `0x${string}` | undefined): string {
  return editableAmount(BigInt(perGas ?? '0x0'), gwei.decimals, locale())
}
