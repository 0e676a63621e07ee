import { type ReactNode, useId } from 'react'
import type { Address } from 'viem'
import { Field } from '@/components/elements/Field'
import type { ParsedAmount } from '@/components/format/amount'
import type { MessageKey } from '@/components/i18n'
import { t } from '@/components/i18n'
import type { Asset } from '@/components/send/assets'

interface TextFieldProps {
  label: string
  value: string
  onChange(value: string): void
  testId: string
  hint?: ReactNode
  error?: ReactNode
  maxLength?: number
  /** Addresses and amounts read from left to right in every language. */
  isCode?: boolean
  inputMode?: 'decimal' | 'numeric' | 'text'
  placeholder?: string
  unit?: ReactNode
  rows?: number
}

/** One line of text, or several, with its label and its note. */
export function TextField({
  label,
  value,
  onChange,
  testId,
  hint,
  error,
  maxLength = 200,
  isCode = false,
  inputMode = 'text',
  placeholder,
  unit,
  rows,
}: TextFieldProps) {
  const id = useId()
  const shared = {
    id,
    className: isCode ? 'input address-input' : 'input',
    ...(isCode ? { dir: 'ltr' } : {}),
    autoComplete: 'off',
    spellCheck: false,
    inputMode,
    maxLength,
    placeholder,
    'aria-describedby': `${id}-note`,
    'aria-invalid': error === undefined ? undefined : true,
    'data-testid': testId,
    value,
  }
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {rows !== undefined ? (
        <textarea {...shared} rows={rows} onChange={event => onChange(event.target.value)} />
      ) : (
        <span className={unit === undefined ? undefined : 'input-with-unit'}>
          <input {...shared} onChange={event => onChange(event.target.value)} />
          {unit !== undefined && <span className="input-unit">{unit}</span>}
        </span>
      )}
    </Field>
  )
}

/** Which asset. */
export function AssetField({
  label = t('send_asset'),
  assets,
  token,
  onToken,
  testId,
}: {
  label?: string
  assets: readonly Asset[]
  token: Address | null
  onToken(token: Address | null): void
  testId: string
}) {
  const id = useId()
  return (
    <Field id={id} label={label}>
      <select
        id={id}
        className="input select"
        aria-describedby={`${id}-note`}
        data-testid={testId}
        value={token ?? ''}
        onChange={event => onToken(assets.find(each => (each.token ?? '') === event.target.value)?.token ?? null)}
      >
        {assets.map(each => (
          <option key={each.token} value={each.token ?? ''}>
            {each.symbol}
          </option>
        ))}
      </select>
    </Field>
  )
}

/** The text a payment is found again by; a token carries one, the chain's own currency none. */
export function ReferenceField({
  token,
  isWrong,
  ...field
}: Pick<TextFieldProps, 'value' | 'onChange' | 'testId' | 'maxLength' | 'hint'> & {
  token: Address | null
  /** It does not fit into the 32 bytes that a token takes. */
  isWrong: boolean
}) {
  if (token === null) return null
  const error = isWrong ? t('request_reference_long') : undefined
  return <TextField {...field} label={t('request_reference')} error={error} />
}

/** The button at the end of a form. It can be reached while it does nothing yet: why not stands above it. */
export function SubmitButton({
  label,
  testId,
  isReady,
  isBusy,
}: {
  label: string
  testId: string
  isReady: boolean
  isBusy: boolean
}) {
  return (
    <button
      type="submit"
      className="button button-primary"
      data-testid={testId}
      aria-disabled={!isReady || isBusy}
      aria-busy={isBusy}
    >
      {label}
    </button>
  )
}

const amountErrors = {
  'not-a-number': 'amount_not_a_number',
  ambiguous: 'amount_ambiguous',
  'too-many-decimals': 'amount_too_many_decimals',
  'too-large': 'amount_too_large',
} as const satisfies Record<string, MessageKey>

/** Why an amount cannot be taken as typed; nothing while nothing is typed. */
export function amountErrorWords(parsed: ParsedAmount, asset: Pick<Asset, 'symbol' | 'decimals'>): string | undefined {
  if (parsed.ok || parsed.reason === 'empty') return undefined
  return t(amountErrors[parsed.reason], { symbol: asset.symbol, decimals: asset.decimals })
}
