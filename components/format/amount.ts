/**
 * Amounts are `bigint` in the smallest unit until here (invariant 12). They reach `Intl.NumberFormat` as decimal text,
 * which it takes exactly; no float is on the way.
 */

import { numberFormat } from './formats'

/** U+2212: as wide as a plus sign, and not broken from its number. */
const minusSign = '−'

interface AmountFormat {
  locale: string
  /** `exact`: every digit, for decisions. `short`: cut (never rounded up) to what a glance needs. */
  style: 'exact' | 'short'
}

/** `value / 10^decimals` as plain decimal text: `1234500000000000000n, 18` is `1.2345`. */
export function toDecimalText(value: bigint, decimals: number): DecimalText {
  const sign = value < 0n ? '-' : ''
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}` as DecimalText
}
type DecimalText = `${number}`

/** The amount in units, in the locale's digits and separators, without the symbol. */
export function formatAmount(value: bigint, decimals: number, { locale, style }: AmountFormat): string {
  const text = toDecimalText(value, decimals)
  const fractionDigits = style === 'exact' ? decimals : shortFractionDigits(value, decimals)
  const smallest = 10n ** BigInt(Math.max(0, decimals - fractionDigits))
  const magnitude = value < 0n ? -value : value
  if (magnitude !== 0n && magnitude < smallest) {
    return `<${plain(toDecimalText(smallest, decimals), fractionDigits, locale)}`
  }
  return plain(text, fractionDigits, locale)
}

/** The short form in two pieces, so that the fraction can be set smaller: `1,234` and `.5`. */
export function splitAmount(value: bigint, decimals: number, locale: string): { whole: string; fraction: string } {
  const text = formatAmount(value, decimals, { locale, style: 'short' })
  const separator = decimalSeparator(locale)
  const at = text.lastIndexOf(separator)
  if (at < 0 || decimals === 0) return { whole: text, fraction: '' }
  return { whole: text.slice(0, at), fraction: text.slice(at) }
}

function decimalSeparator(locale: string): string {
  return (
    numberFormat(locale)
      .formatToParts(0.5)
      .find(part => part.type === 'decimal')?.value ?? '.'
  )
}

/** With its sign, for changes: `+0.5`, `−0.1`. */
export function formatDelta(value: bigint, decimals: number, { locale }: { locale: string }): string {
  const sign = value > 0n ? '+' : value < 0n ? minusSign : ''
  const magnitude = value < 0n ? -value : value
  // A change too small for the short form is not rounded away: it is why somebody looks.
  const style = magnitude !== 0n && magnitude < 10n ** BigInt(Math.max(0, decimals - 9)) ? 'exact' : 'short'
  return `${sign}${formatAmount(magnitude, decimals, { locale, style })}`
}

/** Six places, or as many as show four digits of a smaller amount, up to nine. */
function shortFractionDigits(value: bigint, decimals: number): number {
  const magnitude = value < 0n ? -value : value
  const leadingZeros = decimals - magnitude.toString().length
  return Math.min(decimals, leadingZeros < 3 ? 6 : Math.min(9, leadingZeros + 4))
}

function plain(text: DecimalText, maximumFractionDigits: number, locale: string): string {
  return numberFormat(locale, { maximumFractionDigits, roundingMode: 'trunc' })
    .formatToParts(text)
    .map(part => (part.type === 'minusSign' ? minusSign : part.value))
    .join('')
}

/** Every digit and no thousands separators, as a person would type it; `parseAmount` reads it back. */
export function editableAmount(value: bigint, decimals: number, locale: string): string {
  return numberFormat(locale, { maximumFractionDigits: decimals, useGrouping: false }).format(
    toDecimalText(value, decimals),
  )
}

export type ParsedAmount =
  | { ok: true; value: bigint }
  | { ok: false; reason: 'empty' | 'not-a-number' | 'ambiguous' | 'too-many-decimals' | 'too-large' }

/**
 * What a person typed or copied, in the smallest unit, in the digits of any script. Point and comma both mark the
 * fraction. Where there are several separators, the last marks the fraction if it is the only one of its kind, and the
 * others stand between thousands. A separator that could be either in the person's language (`1,234` in English) is
 * `ambiguous` rather than guessed.
 */
export function parseAmount(text: string, decimals: number, locale: string): ParsedAmount {
  const typed = plainDigits(text)
  if (typed === '') return { ok: false, reason: 'empty' }
  const parts = partsOf(typed)
  if (parts === null) return { ok: false, reason: 'not-a-number' }
  const { whole, separator, fraction } = parts
  if (separator === groupSeparator(locale) && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole))
    return { ok: false, reason: 'ambiguous' }
  const significant = fraction.replace(/0+$/, '')
  if (significant.length > decimals) return { ok: false, reason: 'too-many-decimals' }
  const value = BigInt(`${whole === '' ? '0' : whole}${significant.padEnd(decimals, '0')}`)
  return value < 2n ** 256n ? { ok: true, value } : { ok: false, reason: 'too-large' }
}

/** @returns `separator`: the only one of the text, `null` for none or several; `null` for a text that is no number */
function partsOf(typed: string): { whole: string; separator: string | null; fraction: string } | null {
  const [, whole = '', separator = null, fraction = ''] = /^(\d*)(?:([.,:])(\d*))?$/.exec(typed) ?? []
  if (whole !== '' || fraction !== '') return { whole, separator, fraction }
  // Groups of three; in India of two, but for the last.
  const [, grouped = '', , tail = ''] =
    /^([1-9]\d{0,2}([.,])(?:\d{2,3}\2)*\d{3})(?:(?!\2)[.,:](\d*))?$/.exec(typed) ?? []
  return grouped === '' ? null : { whole: grouped.replace(/[.,]/g, ''), separator: null, fraction: tail }
}

/** Digits of all scripts as ASCII, without blanks and marks of thousands; Arabic's decimal separator as a colon. */
function plainDigits(text: string): string {
  return text
    .replaceAll(':', '?')
    .replaceAll('\u066b', ':')
    .replaceAll('．', '.')
    .replaceAll('，', ',')
    .replace(/[\s\p{Cf}'’_\u066c]/gu, '')
    .replace(/\p{Nd}/gu, digit => `${digitValue(digit)}`)
}

/** Unicode has the ten digits of a script one after the other. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  // Five alphabets of mathematics side by side.
  if (code >= 0x1d7ce && code <= 0x1d7ff) return (code - 0x1d7ce) % 10
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return value
}

function groupSeparator(locale: string): string {
  return (
    numberFormat(locale)
      .formatToParts(1_000_000)
      .find(part => part.type === 'group')?.value ?? ','
  )
}
