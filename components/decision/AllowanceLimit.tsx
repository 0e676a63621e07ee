import ChevronRight from 'lucide-react/icons/chevron-right'
import { useRef, useState } from 'react'
import { isAddress } from 'viem/utils'
import { useClient } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Field } from '@/components/elements/Field'
import { parseAmount } from '@/components/format/amount'
import { format, locale, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { Description } from '@/lib/approvals/types'
import type { ApprovalView } from '@/lib/messaging/ui'
import { toQuantity } from '@/lib/values/hex'
import { useTokens } from './use-tokens'

/** A site that asks for an allowance without limit seldom needs one: what is allowed instead is a choice of one tap. */
export function AllowanceLimit({ approval, description }: { approval: ApprovalView; description: Description }) {
  const client = useClient()
  const tokenOf = useTokens(approval.chainId)
  const input = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState(false)
  const limit = useAction((amount: bigint) =>
    client.call('approval.limit-allowance', { id: approval.id, amount: toQuantity(amount) }),
  )
  const { token, symbol = '', decimals: places = '' } = description.values
  // Of a token that is not known nobody can say how much that is; everything of a collection has no amount.
  if (token === undefined || !isAddress(token, { strict: false }) || places === '' || symbol === '') return null
  const decimals = Number(places)
  const balance = BigInt(tokenOf(token)?.pending ?? '0x0')
  const asked = description.code === 'allow-unlimited' ? null : BigInt(description.values.amount ?? '0')
  return (
    <details className="fold" open={asked === null}>
      <summary data-testid="limit">
        <ChevronRight className="fold-arrow" size={16} aria-hidden="true" />
        {t('limit_title')}
      </summary>
      <form
        className="limit"
        onSubmit={event => {
          event.preventDefault()
          const amount = parseAmount(input.current?.value ?? '', decimals, locale())
          setWrong(!amount.ok)
          if (amount.ok) void limit.run(amount.value)
          else input.current?.focus()
        }}
      >
        {balance > 0n && balance !== asked && (
          <button
            type="button"
            className="button button-small"
            data-testid="limit-balance"
            aria-disabled={limit.busy}
            onClick={() => void limit.run(balance)}
          >
            {t('limit_balance', { amount: `${format.amount(balance, decimals, 'exact')} ${symbol}` })}
          </button>
        )}
        <Field
          id="limit-amount"
          label={t('limit_amount', { symbol })}
          {...(wrong ? { error: t('limit_wrong', { symbol }) } : {})}
        >
          <div className="limit-amount">
            <input
              ref={input}
              id="limit-amount"
              className="input"
              inputMode="decimal"
              autoComplete="off"
              data-testid="limit-amount"
              aria-invalid={wrong}
              aria-describedby="limit-amount-note"
            />
            <button type="submit" className="button button-small" data-testid="limit-set" aria-disabled={limit.busy}>
              {t('limit_set')}
            </button>
          </div>
        </Field>
        <FailureNotice failure={limit.failure} />
      </form>
    </details>
  )
}
