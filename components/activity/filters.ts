import { isAtLeast } from '@/lib/base/level'
import type { PaidAnswerView } from '@/lib/language/http402'
import type { TransactionView } from '@/lib/language/ui'
import { describeTransaction } from '@/lib/reading/calls/describe'
import type { Entry } from './entries'

export const states = ['all', 'open', 'arrived', 'troubled'] as const
export const kinds = ['all', 'sent', 'received', 'tokens', 'other'] as const
export type State = (typeof states)[number]
export type Kind = (typeof kinds)[number]

export interface Filters {
  state: State
  kind: Kind
  /** A site's origin, `wallet` for what was made in the wallet, or empty for all. */
  origin: string
  /** Days as `2026-11-21`, both included; empty for no bound. */
  since: string
  until: string
}
export const noFilters: Filters = { state: 'all', kind: 'all', origin: '', since: '', until: '' }

/** @param own the account whose activity it is, in lower case */
export function passes(entry: Entry, filters: Filters, own = ''): boolean {
  return (
    isIn(entry, filters.state) &&
    isOf(entry, filters.kind, own) &&
    isAskedBy(entry, filters.origin) &&
    (filters.since === '' || entry.at >= startOf(filters.since)) &&
    (filters.until === '' || entry.at < startOf(filters.until, 1))
  )
}

function isIn(entry: Entry, state: State): boolean {
  if (state === 'all') return true
  if (entry.kind === 'moved') return state === (entry.transfer.isSealed ? 'arrived' : 'open')
  if (entry.kind === 'paid') return stateOfPaid[entry.answer.state] === state
  const troubled = entry.kind === 'sent' ? isTroubled(entry.row) : entry.arrival.isWithdrawn
  if (state === 'troubled') return troubled
  const level = entry.kind === 'sent' ? entry.row.level : entry.arrival.level
  return !troubled && isAtLeast(level, 'sealed') === (state === 'arrived')
}

const stateOfPaid: Partial<Record<PaidAnswerView['state'], State>> = {
  signed: 'open',
  sent: 'open',
  delivered: 'arrived',
  unproven: 'arrived',
  undelivered: 'troubled',
}

function isTroubled({ ended, status, refusal }: TransactionView): boolean {
  return ended !== null || status === 'reverted' || refusal !== null
}

function isOf(entry: Entry, kind: Kind, own: string): boolean {
  if (kind === 'all') return true
  if (entry.kind === 'moved') return kind === 'tokens' || kind === (entry.transfer.from === own ? 'sent' : 'received')
  if (entry.kind === 'received') return kind === 'received' || (kind === 'tokens' && entry.arrival.token !== null)
  if (kind === 'received') return false
  if (entry.kind === 'paid') return kind === 'sent' || kind === 'tokens'
  const { code, values } = describeTransaction(entry.row, {
    purpose: entry.row.purpose,
    account: entry.row.from,
    contractOf: () => null,
  })
  if (kind === 'tokens') return values.token !== undefined
  const isSent = code.startsWith('send-')
  return kind === 'sent' ? isSent : !isSent
}

function isAskedBy(entry: Entry, origin: string): boolean {
  if (origin === '') return true
  if (entry.kind === 'received' || entry.kind === 'moved') return false
  if (entry.kind === 'paid') return entry.answer.origin === origin
  return entry.row.origin === (origin === 'wallet' ? null : origin)
}

/** Midnight of the day where the person is, ms since the epoch. */
function startOf(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).getTime()
}
