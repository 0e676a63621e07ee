import type { ReactNode } from 'react'
import { useSlice } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { shortAddress } from '@/components/format/address'
import { format, t, template } from '@/components/i18n'
import { fillTemplate } from '@/components/Sentence'
import { isAddress } from '@/lib/base/checksum'
import type { NetworkId } from '@/lib/base/network-id'
import type { Description } from '@/lib/reading/calls/description'
import { shortNumber } from './effect-words'
import { itemsWords } from './MovedItems'
import { itemsOf } from './moved-items'

/** What a transaction does, as one sentence with exact amounts. */
export function Does({ description, networkId }: { description: Description; networkId: NetworkId }) {
  const networks = useSlice('networks') ?? []
  const nameOf = useNames()
  const symbol = networks.find(network => network.id === networkId)?.symbol ?? ''
  const { code, values } = description
  const parts: Record<string, ReactNode> = {}
  for (const [name, value] of Object.entries(values)) {
    if (name === 'amount') parts.amount = <strong className="amount">{amountWords(values, symbol)}</strong>
    else if (name === 'word' || name === 'tokenId') parts[name] = shortNumber(value)
    else if (isAddress(value, { strict: false })) {
      parts[name] = <strong>{nameOf(value) ?? <bdi>{shortAddress(value)}</bdi>}</strong>
    } else parts[name] = value
  }
  if (values.token !== undefined) parts.symbol = <strong>{tokenWords(values)}</strong>
  const items = itemsOf(description)
  if (items !== null) Object.assign(parts, { items: itemsWords(items), count: format.integer(items[0]?.count ?? 0n) })
  const isNamed = code === 'call-contract' && values.function !== undefined && values.function !== ''
  const key = isNamed ? 'does_call_function' : `does_${code}`
  const text = template(items === null || items.length === 1 ? key : 'does_move_kinds')
  const paysBesides = ['call-contract', 'unreadable-call', 'create-contract'].includes(code) && values.amount !== '0'
  return (
    <>
      {fillTemplate(text === '' ? t('does_unknown') : text, parts)}
      {paysBesides && <> {fillTemplate(template('does_and_pays'), parts)}</>}
    </>
  )
}

/** The amount in units of the token in `values`, or of the network's currency without one. */
export function amountWords(values: Description['values'], symbol: string): string {
  const amount = BigInt(values.amount ?? '0')
  if (values.token === undefined) return `${format.amount(amount, 18, 'exact')} ${symbol}`
  // Without its decimals an amount cannot be said in units of the token; the bare number says so.
  if (values.decimals === undefined || values.decimals === '') {
    return t('amount_of_unknown_token', { amount: format.integer(amount) })
  }
  return `${format.amount(amount, Number(values.decimals), 'exact')} ${values.symbol ?? ''}`
}

function tokenWords(values: Description['values']): string {
  if (values.symbol !== undefined && values.symbol !== '') return values.symbol
  return values.token !== undefined && isAddress(values.token, { strict: false })
    ? t('token_unknown', { address: shortAddress(values.token) })
    : ''
}
