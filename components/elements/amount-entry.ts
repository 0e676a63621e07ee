import { useState } from 'react'
import { parseAmount } from '@/components/format/amount'
import { locale, type MessageKey, t } from '@/components/i18n'

const errors = {
  'not-a-number': 'amount_not_a_number',
  ambiguous: 'amount_ambiguous',
  'too-many-decimals': 'amount_too_many_decimals',
  'too-large': 'amount_too_large',
} as const satisfies Record<string, MessageKey>

/** What an amount counts. `symbol` may be empty. */
export interface AmountUnit {
  symbol: string
  decimals: number
}

/** The text of an amount field and the amount it says. */
export interface AmountEntry {
  text: string
  unit: AmountUnit
  /** In the smallest unit; `null` while the field is empty or wrong. */
  value: bigint | null
  isEmpty: boolean
  /** Why the text is no amount of this unit; `undefined` where it is one, or empty. */
  error: string | undefined
}

/** What was typed, read as an amount of a unit in the page's language. */
export function readAmount(text: string, unit: AmountUnit): AmountEntry {
  const parsed = parseAmount(text, unit.decimals, locale())
  if (parsed.ok) return { text, unit, value: parsed.value, isEmpty: false, error: undefined }
  const isEmpty = parsed.reason === 'empty'
  const { symbol, decimals } = unit
  const error = parsed.reason === 'empty' ? undefined : t(errors[parsed.reason], { symbol, decimals })
  return { text, unit, value: null, isEmpty, error }
}

/** The state of an amount field. While the unit is not known, amounts are read with 18 decimals. */
export function useAmountEntry(
  unit: AmountUnit | null | undefined,
  initial = '',
): [entry: AmountEntry, enter: (text: string) => void] {
  const [text, enter] = useState(initial)
  return [readAmount(text, unit ?? { symbol: '', decimals: 18 }), enter]
}
