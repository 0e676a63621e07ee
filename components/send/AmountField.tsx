import { Field } from '@/components/elements/Field'
import { shortAddress } from '@/components/format/address'
import type { ParsedAmount } from '@/components/format/amount'
import type { MessageKey } from '@/components/i18n'
import { format, t } from '@/components/i18n'
import type { Asset } from './assets'

const amountErrors = {
  'not-a-number': 'amount_not_a_number',
  ambiguous: 'amount_ambiguous',
  'too-many-decimals': 'amount_too_many_decimals',
  'too-large': 'amount_too_large',
} as const satisfies Record<string, MessageKey>

interface AmountFieldProps {
  amount: string
  parsed: ParsedAmount
  all: boolean
  tooMuch: boolean
  asset: Asset
  assets: readonly Asset[]
  onAmount(amount: string): void
  onAll(all: boolean): void
  onAsset(token: Asset['token']): void
}

/** How much of what. The unit is the choice of the asset, where there is one. */
export function AmountField({
  amount,
  parsed,
  all,
  tooMuch,
  asset,
  assets,
  onAmount,
  onAll,
  onAsset,
}: AmountFieldProps) {
  const error = all
    ? undefined
    : tooMuch
      ? t('amount_above_balance')
      : !parsed.ok && parsed.reason !== 'empty'
        ? t(amountErrors[parsed.reason], { symbol: asset.symbol, decimals: asset.decimals })
        : undefined
  const vouched = assets.filter(each => !each.found)
  const found = assets.filter(each => each.found)
  return (
    <Field
      id="send-amount"
      label={t('amount')}
      error={error}
      hint={hint(asset, all)}
      aside={
        <button
          type="button"
          className="button button-small"
          aria-pressed={all}
          data-testid="send-all"
          onClick={() => onAll(!all)}
        >
          {t('send_all')}
        </button>
      }
    >
      <span className={assets.length > 1 ? 'input-with-unit input-with-choice' : 'input-with-unit'}>
        <input
          id="send-amount"
          className="input amount-input"
          inputMode="decimal"
          autoComplete="off"
          maxLength={90}
          placeholder={all ? t('send_everything') : '0'}
          aria-describedby="send-amount-note"
          aria-invalid={error === undefined ? undefined : true}
          data-testid="send-amount"
          value={all ? '' : amount}
          readOnly={all}
          onChange={event => onAmount(event.target.value)}
        />
        {assets.length === 1 ? (
          <span className="input-unit">{asset.symbol}</span>
        ) : (
          <select
            className="select unit-choice"
            aria-label={t('send_asset')}
            data-testid="send-asset"
            value={asset.token ?? ''}
            onChange={event => {
              const { value } = event.target
              onAsset(assets.find(each => (each.token ?? '') === value)?.token ?? null)
            }}
          >
            {vouched.map(each => (
              <option key={each.token} value={each.token ?? ''}>
                {each.symbol}
              </option>
            ))}
            {found.length > 0 && (
              <optgroup label={t('tokens_found_title')}>
                {found.map(each => (
                  <option key={each.token} value={each.token ?? ''}>
                    {each.symbol} {each.token === null ? '' : shortAddress(each.token)}
                  </option>
                ))}
              </optgroup>
            )}
          </select>
        )}
      </span>
    </Field>
  )
}

function hint({ token, spendable, decimals, symbol }: Asset, all: boolean): string | undefined {
  if (all && token === null) return t('send_all_note')
  if (spendable === null) return undefined
  return t('send_available', { amount: `${format.amount(spendable, decimals, 'short')} ${symbol}` })
}
