import type { ReactNode } from 'react'
import { isAddress } from 'viem/utils'
import { shortAddress } from '@/components/format/address'
import { format, lookUp, t, template } from '@/components/i18n'
import { fillTemplate } from '@/components/Sentence'
import type { Description } from '@/lib/approvals/types'

const native = { decimals: 18 }

/** What a transaction does, as one sentence with exact amounts. `nameOf` gives the name of an address the person knows. */
export function Does({
  description,
  symbol,
  nameOf,
}: {
  description: Description
  symbol: string
  nameOf(address: string): string | null
}) {
  const { code, values } = description
  const parts: Record<string, ReactNode> = {}
  for (const [name, value] of Object.entries(values)) {
    if (name === 'amount') parts.amount = <strong className="amount">{amountWords(values, symbol)}</strong>
    else if (isAddress(value, { strict: false }))
      parts[name] = <strong>{nameOf(value) ?? <bdi>{shortAddress(value)}</bdi>}</strong>
    else parts[name] = value
  }
  if (values.token !== undefined) parts.symbol = <strong>{tokenWords(values)}</strong>
  const text = template(`does_${code}`)
  const withMoney = code === 'call-contract' || code === 'unreadable-call' || code === 'create-contract'
  const paying = withMoney && BigInt(values.amount ?? '0') > 0n ? template('does_and_pays') : ''
  return (
    <p className="does">
      {fillTemplate(text === '' ? t('does_unknown') : text, parts)}
      {paying !== '' && <> {fillTemplate(paying, parts)}</>}
    </p>
  )
}

function amountWords(values: Description['values'], symbol: string): string {
  const amount = BigInt(values.amount ?? '0')
  if (values.token === undefined) return `${format.amount(amount, native.decimals, 'exact')} ${symbol}`
  // Without its decimals an amount cannot be said in units of the token; the bare number says so.
  if (values.decimals === undefined || values.decimals === '') {
    return lookUp('amount_of_unknown_token', { amount: format.integer(amount) }) ?? ''
  }
  return `${format.amount(amount, Number(values.decimals), 'exact')} ${values.symbol ?? ''}`
}

function tokenWords(values: Description['values']): string {
  if (values.symbol !== undefined && values.symbol !== '') return values.symbol
  return values.token !== undefined && isAddress(values.token, { strict: false })
    ? t('token_unknown', { address: shortAddress(values.token) })
    : ''
}
