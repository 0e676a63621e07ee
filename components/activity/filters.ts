import { formatEther, formatUnits } from 'viem/utils'
import { isAtLeast } from '@/lib/base/level'
import type { PaidAnswerView } from '@/lib/language/http402'
import type { TransactionView } from '@/lib/language/ui'
import { describeTransaction } from '@/lib/reading/calls/describe'
import type { Description } from '@/lib/reading/calls/description'
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
  /** Every word of this text is in what is known of the entry. */
  text: string
}
export const noFilters: Filters = { state: 'all', kind: 'all', origin: '', since: '', until: '', text: '' }

type NameOf = (address: string) => string | null

/**
 * @param own the account whose activity it is, in lower case
 * @param nameOf the person's own names of addresses
 */
export function passes(entry: Entry, filters: Filters, own = '', nameOf: NameOf = () => null): boolean {
  return (
    isIn(entry, filters.state) &&
    isOf(entry, filters.kind, own) &&
    isAskedBy(entry, filters.origin) &&
    (filters.since === '' || entry.at >= startOf(filters.since)) &&
    (filters.until === '' || entry.at < startOf(filters.until, 1)) &&
    mentions(entry, filters.text, nameOf)
  )
}

function mentions(entry: Entry, text: string, nameOf: NameOf): boolean {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return true
  const facts = factsOf(entry).filter(fact => fact != null)
  const known = [...facts, ...facts.map(fact => nameOf(fact) ?? '')].join(' ').toLowerCase()
  return wanted.every(word => known.includes(word))
}

/** The entry's parties, hashes, site, the seller's own words, and its amount in units of the token, where known. */
function factsOf(entry: Entry): (string | null | undefined)[] {
  switch (entry.kind) {
    case 'received': {
      const { from, token, hash, amount } = entry.arrival
      return [from, token, hash, token === null ? formatEther(BigInt(amount)) : null]
    }
    case 'moved': {
      const { from, to, token, hash } = entry.transfer
      return [from, to, token, hash]
    }
    case 'paid': {
      const { payee, token, transaction, origin, about, symbol, amount, charged, decimals } = entry.answer
      const paid = charged ?? amount
      return [payee, token, transaction, origin, about, symbol, paid === null ? null : unitsOf(paid, decimals)]
    }
    case 'sent': {
      const { to, hash, origin, value } = entry.row
      return [to, hash, origin, value === '0x0' ? null : formatEther(BigInt(value)), described(entry.row).counterparty]
    }
  }
}

const unitsOf = (amount: string, decimals: number | null) =>
  decimals === null ? null : formatUnits(BigInt(amount), decimals)

function described(row: TransactionView): Description {
  return describeTransaction(row, { purpose: row.purpose, account: row.from, contractOf: () => null })
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
  const { code, values } = described(entry.row)
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
