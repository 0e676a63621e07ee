import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useId, useRef, useState } from 'react'
import { useClient } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { Notice } from '@/components/elements/Notice'
import { parseAmount } from '@/components/format/amount'
import { locale, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { Description, TransactionRequest } from '@/lib/approvals/types'
import { describeTransaction } from '@/lib/decoding/describe'
import { toQuantity } from '@/lib/values/hex'
import { amountWords } from './Does'

type Choice = 'proposed' | 'own' | 'asked'

interface AllowanceLimitProps {
  approvalId: string
  /** Which call of several; 0 where there is one. */
  index: number
  transaction: TransactionRequest
  description: Description
  /** Whether another amount is being typed, and so not yet what would be signed. */
  onTyping(index: number, typing: boolean): void
}

/** How much of a token somebody may take: what the wallet limited it to, another amount, or what the site asked for. */
export function AllowanceLimit({ approvalId, index, transaction, description, onTyping }: AllowanceLimitProps) {
  const client = useClient()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  /** Chosen, and not yet what is shown. */
  const [wish, setWish] = useState<Choice | null>(null)
  // What the person opened or closed stays so, whatever is chosen.
  const [opensByItself] = useState(description.code === 'allow-unlimited')
  const typing = wish === 'own'
  const [wrong, setWrong] = useState(false)
  useEffect(() => {
    onTyping(index, typing)
    return () => onTyping(index, false)
  }, [onTyping, index, typing])
  const { data } = transaction
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else would be signed, that is what is chosen
  useEffect(() => setWish(null), [data])
  const choose = useAction(async (choice: Choice, amount: bigint | null) => {
    setWrong(false)
    if (choice !== 'own') setWish(choice)
    try {
      await client.call('approval.limit-allowance', {
        id: approvalId,
        index,
        amount: amount === null ? null : toQuantity(amount),
      })
      // The same as before: nothing else will be shown.
      if (amount?.toString() === description.values.amount) setWish(null)
    } catch (error) {
      setWish(null)
      throw error
    }
  })
  const { values } = description
  const { symbol = '', decimals = '' } = values
  // Of a token that is not known nobody can say how much that is; everything of a collection has no amount.
  if (decimals === '' || symbol === '' || description.code === 'allow-everything') return null
  const { asked = data, proposed = null } = transaction.allowance ?? {}
  const wanted = describeTransaction({ ...transaction, data: asked }, { purpose: 'send', tokenOf: () => null })
  const words = (amount: string | undefined) =>
    amount === undefined ? t('limit_unlimited') : amountWords({ ...values, amount }, '')
  const askedWords = words(wanted.values.amount)
  const isAsked = data === asked
  const isProposed = !isAsked && proposed !== null && BigInt(proposed.amount).toString() === values.amount
  const chosen = wish ?? (isAsked ? 'asked' : isProposed ? 'proposed' : 'own')
  const radio = (choice: Choice, label: string, onChoose: () => void) => (
    <label className="limit-choice">
      <input
        type="radio"
        name={id}
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
      <details
        className="fold"
        open={opensByItself}
        onToggle={event => {
          if (!event.currentTarget.open) setWish(null)
        }}
      >
        <summary data-testid="limit">
          <ChevronRight className="fold-arrow" size={16} aria-hidden="true" />
          {t('limit_title')}
        </summary>
        <form
          className="limit"
          onSubmit={event => {
            event.preventDefault()
            const amount = parseAmount(input.current?.value ?? '', Number(decimals), locale())
            setWrong(!amount.ok)
            if (amount.ok) void choose.run('own', amount.value)
            else input.current?.focus()
          }}
        >
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
            <Field
              id={`${id}-amount`}
              label={t('limit_amount', { symbol })}
              hint={typing ? t('limit_typing') : undefined}
              {...(wrong ? { error: t('limit_wrong', { symbol }) } : {})}
            >
              <div className="limit-amount">
                <input
                  ref={input}
                  id={`${id}-amount`}
                  className="input"
                  inputMode="decimal"
                  onInput={() => setWish('own')}
                  autoComplete="off"
                  data-testid="limit-amount"
                  aria-invalid={wrong}
                  aria-describedby={`${id}-amount-note`}
                />
                <button
                  type="submit"
                  className="button button-small"
                  data-testid="limit-set"
                  aria-disabled={choose.busy}
                >
                  {t('limit_set')}
                </button>
              </div>
            </Field>
          )}
          <FailureNotice failure={choose.failure} />
        </form>
      </details>
    </>
  )
}
