import { numberFormat, relativeTimeFormat } from './formats'

/** A measured time: `187 ms`, `1.94 s`, `12.3 s`, `4 min`. Never more digits than the measurement is good for. */
export function formatDuration(ms: number, locale: string): string {
  const rounded = Math.max(0, Math.round(ms))
  if (rounded < 1_000) return unit(rounded, 'millisecond', 0, locale)
  if (rounded < 9_995) return unit(rounded / 1_000, 'second', 2, locale)
  if (rounded < 59_950) return unit(rounded / 1_000, 'second', 1, locale)
  if (rounded < 3_570_000) return unit(rounded / 60_000, 'minute', 0, locale)
  if (rounded < 84_600_000) return unit(rounded / 3_600_000, 'hour', 0, locale)
  return unit(rounded / 86_400_000, 'day', 0, locale)
}

/** A measured time for a headline, where a second has two digits: `0.13 s`. Longer ones as elsewhere. */
export function formatSeconds(ms: number, locale: string): string {
  return ms < 9_995 ? unit(Math.max(0, ms) / 1_000, 'second', 2, locale) : formatDuration(ms, locale)
}

const unitSeconds = { day: 86_400n, hour: 3_600n, minute: 60n, second: 1n } as const

/**
 * A time that somebody agrees to, to the second: `1 day 12 hr`.
 * @param depth how many units from the largest one on are written; what is smaller is left out
 */
export function formatPeriod(seconds: bigint, locale: string, depth = 4): string {
  let rest = seconds
  let left = depth
  const parts: string[] = []
  for (const [name, length] of Object.entries(unitSeconds)) {
    const count = rest / length
    rest %= length
    if (left > 0 && (count > 0n || (name === 'second' && parts.length === 0))) parts.push(unit(count, name, 0, locale))
    if (parts.length > 0) left -= 1
  }
  return parts.join(' ')
}

/** A countdown: whole units, rounded up, so that it says `1 s` until the very end. */
export function formatRemaining(ms: number, locale: string): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  if (seconds < 60) return unit(seconds, 'second', 0, locale)
  if (seconds < 3_600)
    return `${unit(Math.floor(seconds / 60), 'minute', 0, locale)} ${unit(seconds % 60, 'second', 0, locale)}`
  return unit(Math.ceil(seconds / 3_600), 'hour', 0, locale)
}

/** `3 minutes ago`, `yesterday`; `now` for the last ten seconds. */
export function formatAgo(ms: number, locale: string): string {
  const relative = relativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 10) return relative.format(0, 'second')
  if (seconds < 60) return relative.format(-seconds, 'second')
  if (seconds < 3_600) return relative.format(-Math.floor(seconds / 60), 'minute')
  if (seconds < 86_400) return relative.format(-Math.floor(seconds / 3_600), 'hour')
  return relative.format(-Math.floor(seconds / 86_400), 'day')
}

/** Date and time to the second; `at` is ms since the epoch. */
export function formatDateTime(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(at)
}

/**
 * The day that a time is on, as a heading: «Today», «Yesterday», «Nov 25», with its year where that is another one.
 * @param at ms since the epoch
 */
export function formatDayOf(at: number, now: number, locale: string): string {
  const [day, today] = [new Date(at), new Date(now)]
  const daysAgo = Math.round((today.setHours(0, 0, 0, 0) - day.setHours(0, 0, 0, 0)) / 86_400_000)
  if (daysAgo > 1 || daysAgo < 0) {
    const year = day.getFullYear() === today.getFullYear() ? {} : ({ year: 'numeric' } as const)
    return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...year }).format(day)
  }
  const words = relativeTimeFormat(locale, { numeric: 'auto' }).format(-daysAgo, 'day')
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1)
}

/** The time of day to the millisecond. */
export function formatClock(at: number, locale: string): string {
  const fields = { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 } as const
  return new Intl.DateTimeFormat(locale, { ...fields, hourCycle: 'h23' }).format(at)
}

/** A day as ISO 8601 writes it, in the words of the locale. Days have no time zone: none moves them. */
export function formatDay(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day))
}

const symbols: Readonly<Record<string, string>> = { millisecond: 'ms', second: 's' }

/**
 * Milliseconds and seconds by their symbols, which every language shares (SI); longer ones in short words, which nobody
 * takes for metres.
 */
function unit(value: number | bigint, name: string, fractionDigits: number, locale: string): string {
  const digits = { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits }
  const symbol = symbols[name]
  if (symbol !== undefined) return `${numberFormat(locale, digits).format(value)}\u202f${symbol}`
  return numberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short', ...digits }).format(value)
}
