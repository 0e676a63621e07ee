import { browser } from 'wxt/browser'
import type { GeneratedI18nStructure } from '@/.wxt/i18n/structure'
import { formatAmount, formatDelta } from './format/amount'
import { numberFormat } from './format/formats'
import {
  formatAgo,
  formatClock,
  formatDateTime,
  formatDay,
  formatDayOf,
  formatDuration,
  formatPeriod,
  formatRemaining,
  formatSeconds,
} from './format/time'
import { preferenceOf } from './preferences'
import { textOf } from './texts'

/** Every key of components/locales/en.yml. `npm run check` compares the other catalogues with it. */
export type MessageKey = Exclude<keyof GeneratedI18nStructure, `@@${string}`>
export type MessageValues = Readonly<Record<string, string | number>>

const placeholder = /\{(\w+)\}/g

function fill(message: string, values: MessageValues): string {
  return message.replace(placeholder, (whole, name: string) => String(values[name] ?? whole))
}

/** The names in the braces of a key's text; of several keys, the names of all. */
type Placeholder<Key extends MessageKey> = {
  [Each in Key]: GeneratedI18nStructure[Each] extends { namedSubstitutions: readonly (infer Name extends string)[] }
    ? Name
    : never
}[Key]

/** What a text must be given: each of its placeholders. Optional where the key is known at run time only. */
type ValuesOf<Key extends MessageKey> = MessageKey extends Key
  ? [values?: MessageValues]
  : [Placeholder<Key>] extends [never]
    ? []
    : [values: Readonly<Record<Placeholder<Key>, string | number>>]

/** The text of a key, its `{name}` placeholders filled. */
export function t<Key extends MessageKey>(key: Key, ...[values = {}]: ValuesOf<Key>): string {
  return fill(textOf(key), values)
}

/** The text of a key that is made at run time (a risk's or a failure's code), or `null` if the catalogue has none. */
export function lookUp(key: string, values: MessageValues = {}): string | null {
  const message = template(key)
  return message === '' ? null : fill(message, values)
}

/** The unfilled text, for sentences with components in them. */
export function template(key: string): string {
  // Unknown keys are allowed here: the browser answers them with an empty text.
  return textOf(key.replaceAll('-', '_') as MessageKey)
}

type PluralKey = MessageKey extends infer Key ? (Key extends `${infer Stem}_other` ? Stem : never) : never

/**
 * The form for this count by the language's own rule: `<stem>_one`, `<stem>_few`, … with `<stem>_other` for the rest.
 */
export function plural(stem: PluralKey, count: number, values: MessageValues = {}): string {
  return fill(pluralTemplate(stem, count), { count: numberFormat(locale()).format(count), ...values })
}

/** The same, unfilled: for sentences with components in them. */
export function pluralTemplate(stem: string, count: number): string {
  const form = new Intl.PluralRules(locale()).select(count)
  return template(`${stem}_${form}`) || template(`${stem}_other`)
}

let known: string | null = null

/**
 * The locale of numbers and dates: the browser's, as long as it is of the language the text is in. A browser in a
 * language without a catalogue shows English text, and English numbers with it. A chosen region has its own way of
 * writing both.
 */
export function locale(): string {
  if (known === null) {
    const language = textOf('language')
    const preferred = browser.i18n.getUILanguage()
    const region = preferenceOf('region')
    if (region !== '') known = `${language.split('-')[0]}-${region}`
    else known = preferred.split('-')[0] === language.split('-')[0] ? preferred : language
    return known
  }
  return known
}

/** Amounts and times in the page's locale. */
export const format = {
  amount: (value: bigint, decimals: number, style: 'exact' | 'short') =>
    formatAmount(value, decimals, { locale: locale(), style }),
  delta: (value: bigint, decimals: number) => formatDelta(value, decimals, { locale: locale() }),
  duration: (ms: number) => formatDuration(ms, locale()),
  seconds: (ms: number) => formatSeconds(ms, locale()),
  period: (seconds: bigint, depth?: number) => formatPeriod(seconds, locale(), depth),
  remaining: (ms: number) => formatRemaining(ms, locale()),
  ago: (ms: number) => formatAgo(ms, locale()),
  dateTime: (at: number) => formatDateTime(at, locale()),
  clock: (at: number) => formatClock(at, locale()),
  day: (day: string) => formatDay(day, locale()),
  dayOf: (at: number, now: number) => formatDayOf(at, now, locale()),
  integer: (value: number | bigint) => numberFormat(locale()).format(value),
}
