import { useEffect, useId, useState } from 'react'
import { useClient } from '@/components/client-context'
import { AmountField } from '@/components/elements/AmountField'
import { type AmountUnit, useAmountEntry } from '@/components/elements/amount-entry'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Fold } from '@/components/elements/Fold'
import { Form, Submit } from '@/components/elements/Form'
import { Notice } from '@/components/elements/Notice'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { unlimitedAllowance } from '@/lib/base/effects'
import { cleanSymbol } from '@/lib/base/foreign-text'
import { toQuantity } from '@/lib/base/hex'
import type { Description } from '@/lib/reading/calls/description'
import { readAllowance } from '@/lib/reading/calls/read-allowance'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { amountWords } from './Does'

type Choice = 'proposed' | 'own' | 'asked'

interface AllowanceLimitProps {
  approvalId: string
  /** Which call of several; 0 where there is one. */
  index: number
  transaction: TransactionRequest
  description: Description
  /** Whether another amount is being typed and is not yet part of what would be signed. */
  onChanging(index: number, isChanging: boolean): void
}

/** How much of a token the spender may take: the wallet's proposal, another amount, or what the site asked for. */
export function AllowanceLimit(props: AllowanceLimitProps) {
  const { symbol = '', decimals = '' } = props.description.values
  // Without the token's decimals an amount cannot be typed, and an approval of a whole collection has none.
  if (decimals === '' || symbol === '' || props.description.code === 'allow-everything') return null
  return <Limit {...props} unit={{ symbol, decimals: Number(decimals) }} />
}

function Limit({
  approvalId,
  index,
  transaction,
  description,
  onChanging,
  unit,
}: AllowanceLimitProps & { unit: AmountUnit }) {
  const client = useClient()
  const name = useId()
  /** What was chosen, until the worker has taken it over. */
  const [wish, setWish] = useState<Choice | null>(null)
  // Stays as it was first: what the person opened or closed must not change with the choice.
  const [isOpenAtFirst] = useState(description.code === 'allow-unlimited')
  const isTyping = wish === 'own'
  useEffect(() => {
    onChanging(index, isTyping)
    return () => onChanging(index, false)
  }, [onChanging, index, isTyping])
  const { data } = transaction
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data shows what is chosen now
  useEffect(() => setWish(null), [data])
  const choose = useAction(async (choice: Choice, amount: bigint | null) => {
    if (choice !== 'own') setWish(choice)
    try {
      await client.call('approval.limit-allowance', {
        id: approvalId,
        index,
        amount: amount === null ? null : toQuantity(amount),
      })
      // The amount is the one there was: no new data will follow.
      if (amount?.toString() === description.values.amount) setWish(null)
    } catch (error) {
      setWish(null)
      throw error
    }
  })
  const { asked = data, proposed = null } = transaction.allowance ?? {}
  const wanted = readAllowance({ ...transaction, data: asked })?.amount
  const words = (amount: string | undefined) =>
    amount === undefined ? t('limit_unlimited') : amountWords({ ...description.values, amount }, '')
  const askedWords = words(wanted === undefined || wanted >= unlimitedAllowance ? undefined : wanted.toString())
  const isAsked = data === asked
  const isProposed = !isAsked && proposed !== null && BigInt(proposed.amount).toString() === description.values.amount
  const chosen = wish ?? (isAsked ? 'asked' : isProposed ? 'proposed' : 'own')
  const radio = (choice: Choice, label: string, onChoose: () => void) => (
    <label className="limit-choice">
      <input
        type="radio"
        name={name}
        checked={chosen === choice}
        data-testid={`limit-${choice}`}
        onChange={() => {
          if (!choose.busy) onChoose()
        }}
      />
      <span>{label}</span>
    </label>
  )
  return (
    <>
      {!isAsked && (
        <Notice tone="note">
          {t(!isProposed ? 'limit_by_you' : proposed.from === 'balance' ? 'limit_by_balance' : 'limit_by_calls', {
            asked: askedWords,
          })}
        </Notice>
      )}
      <Fold
        title={t('limit_title')}
        testId="limit"
        open={isOpenAtFirst}
        onToggle={event => {
          if (!event.currentTarget.open) setWish(null)
        }}
      >
        <div className="limit">
          <fieldset className="limit-choices">
            <legend className="visually-hidden">{t('limit_choice')}</legend>
            {proposed !== null &&
              radio(
                'proposed',
                t(proposed.from === 'balance' ? 'limit_balance' : 'limit_calls', {
                  amount: words(BigInt(proposed.amount).toString()),
                }),
                () => void choose.run('proposed', BigInt(proposed.amount)),
              )}
            {radio('own', t('limit_own'), () => setWish('own'))}
            {radio('asked', t('limit_asked', { asked: askedWords }), () => void choose.run('asked', null))}
          </fieldset>
          {chosen === 'own' && (
            <OwnAmount
              unit={unit}
              isTyping={isTyping}
              onType={() => setWish('own')}
              onChoose={amount => choose.run('own', amount)}
            />
          )}
          <FailureNotice failure={choose.failure} />
        </div>
      </Fold>
    </>
  )
}

interface OwnAmountProps {
  unit: AmountUnit
  isTyping: boolean
  onType(): void
  onChoose(amount: bigint): Promise<unknown>
}

/** Another amount. It counts only once its own button was pressed. */
function OwnAmount({ unit, isTyping, onType, onChoose }: OwnAmountProps) {
  const [amount, enter] = useAmountEntry(unit)
  return (
    <Form
      isReady={amount.value !== null}
      submit={async () => {
        if (amount.value !== null) await onChoose(amount.value)
      }}
    >
      <AmountField
        label={t('limit_amount', { symbol: cleanSymbol(unit.symbol) })}
        hint={isTyping ? t('limit_typing') : undefined}
        testId="limit-amount"
        entry={amount}
        end={
          <Submit size="small" testId="limit-set">
            {t('limit_set')}
          </Submit>
        }
        onChange={text => {
          onType()
          enter(text)
        }}
      />
    </Form>
  )
}
