import type { Address } from 'viem'
import { toDecimalText } from '@/components/format/amount'
import { csvText } from '@/components/format/csv'
import type { BooksView, PurposeView } from '@/lib/language/desk'
import { textFromMemo } from '@/lib/payments/shared/memo'
import type { Unmatched } from '@/lib/payments/shared/reconciliation'

/** `begin`: no transfer; from this block on the books are complete. */
export type BookKind = 'begin' | 'paid' | 'captured' | 'returned' | 'unmatched' | 'outgoing' | PurposeView['kind']

/** One exported transfer. */
export interface BookEntry {
  /** When its block was made, ISO 8601 in UTC. */
  date: string
  kind: BookKind
  reason: Unmatched | null
  /** The label of the request, the captured authorization or the payout; the seller of HTTP 402 and of channels. */
  label: string | null
  /** The name of the other side among contacts and accounts. */
  counterparty: string | null
  /** In units of the token: `12.5`. */
  value: string
  symbol: string
  decimals: number
  /** `null` for the chain's own money. */
  token: string | null
  /** `null` where it is not known, as the hash and the places on the chain. */
  from: string | null
  to: string
  /** In the token's smallest unit. */
  amount: string
  memo: string | null
  /**
   * For a refund the transfer it gives back, `<hash>:<logIndex>` or `<hash>:value`; for a payout its reference; for
   * channels their id.
   */
  belongsTo: string | null
  hash: string | null
  logIndex: number | null
  blockNumber: number | null
  /** Only what counts for good is exported. */
  status: 'settled'
  /** The network's name. */
  network: string
  chainId: number
  /** Whether the money is worth nothing. */
  testing: boolean
}

const columns = [
  ...['date', 'kind', 'reason', 'label', 'counterparty', 'value', 'symbol', 'decimals', 'token', 'from', 'to'],
  ...['amount', 'memo', 'belongsTo', 'hash', 'logIndex', 'blockNumber', 'status', 'network', 'chainId', 'testing'],
] as const satisfies readonly (keyof BookEntry)[]

export interface BookFacts {
  /** Whether a payment counts for good; what does not is left out. */
  isDeep(payment: { blockNumber: number | null; isSealed: boolean }): boolean
  nameOf(address: string): string | null
  tokenOf(address: Address): { symbol: string; decimals: number } | null
  /** Symbol of the chain's own money. */
  currency: string
  network: { name: string; chainId: number; testing: boolean }
}

/** The books of an account over what lies deep enough: every payment once, in the order of the chain. */
export function bookEntries(books: BooksView, account: string, facts: BookFacts): BookEntry[] {
  const nothing = { reason: null, label: null, belongsTo: null }
  const transfers = [
    ...books.paid.map(({ label, transfer }) => ({ ...nothing, kind: 'paid' as const, label, transfer })),
    ...books.captured.map(({ label, transfer }) => ({ ...nothing, kind: 'captured' as const, label, transfer })),
    ...books.returned.map(({ origin, channelId, transfer }) => ({
      ...{ ...nothing, kind: 'returned' as const, label: origin, belongsTo: channelId },
      transfer,
    })),
    ...books.unmatched.map(({ transfer, reason }) => ({ ...nothing, kind: 'unmatched' as const, reason, transfer })),
    ...books.outgoing.map(({ transfer, purpose }) => ({
      ...{ ...nothing, kind: purpose?.kind ?? ('outgoing' as const), transfer },
      ...(purpose !== null && { label: purpose.label, belongsTo: purpose.of }),
    })),
  ]
  const entries = transfers
    .filter(({ transfer }) => facts.isDeep(transfer))
    .map(({ transfer, ...entry }): Dated => {
      const { at, token, from, to, memo, hash, logIndex, blockNumber } = transfer
      // The books have only tokens that are money: they are on the list.
      const { symbol, decimals } = facts.tokenOf(token) ?? { symbol: token, decimals: 0 }
      return {
        ...{ ...entry, at, symbol, decimals, token, from, to, hash, logIndex, blockNumber },
        amount: BigInt(transfer.amount),
        memo: memo === null ? null : (textFromMemo(memo) ?? memo),
      }
    })
  const native = books.native.filter(facts.isDeep).map(({ at, label, amount, from, hash, blockNumber }): Dated => {
    const asset = { token: null, symbol: facts.currency, decimals: 18, amount: BigInt(amount) }
    const where = { from, to: account.toLowerCase(), memo: null, hash, logIndex: null, blockNumber }
    return { ...nothing, kind: 'paid', label, at, ...asset, ...where }
  })
  const nativeOut = books.nativeOutgoing
    .filter(facts.isDeep)
    .map(({ kind, label, of, at, to, amount, hash, blockNumber }): Dated => {
      const asset = { token: null, symbol: facts.currency, decimals: 18, amount: BigInt(amount) }
      const where = { from: account.toLowerCase(), to, memo: null, hash, logIndex: null, blockNumber }
      return { ...nothing, kind, label, belongsTo: of, at, ...asset, ...where }
    })
  return [...beginOf(books, account, facts), ...entries, ...native, ...nativeOut]
    .sort((left, right) => left.at - right.at || placeOf(left) - placeOf(right))
    .map(({ at, amount, ...entry }) => ({
      ...entry,
      date: new Date(at).toISOString(),
      counterparty: facts.nameOf((isOut(entry.kind) ? entry.to : entry.from) ?? ''),
      value: toDecimalText(amount, entry.decimals),
      amount: amount.toString(),
      status: 'settled',
      network: facts.network.name,
      chainId: facts.network.chainId,
      testing: facts.network.testing,
    }))
}

function beginOf({ reading }: BooksView, account: string, { currency }: BookFacts): Dated[] {
  if (reading === null || reading.from === null) return []
  const asset = { token: null, symbol: currency, decimals: 18, amount: 0n }
  const where = { from: null, to: account.toLowerCase(), memo: null, hash: null, logIndex: null }
  const begin = { kind: 'begin' as const, reason: null, label: null, belongsTo: null }
  return [{ ...begin, ...asset, ...where, at: reading.fromAt ?? 0, blockNumber: reading.from }]
}

type Dated = Omit<
  BookEntry,
  'date' | 'counterparty' | 'value' | 'amount' | 'status' | 'network' | 'chainId' | 'testing'
> & { at: number; amount: bigint }

/** Several blocks may have one time, and no block has a million logs. */
function placeOf({ blockNumber, logIndex }: Dated): number {
  return (blockNumber ?? 0) * 1_000_000 + (logIndex ?? 0)
}

/** Whether the account paid. */
export function isOut(kind: BookKind): boolean {
  return kind !== 'begin' && kind !== 'paid' && kind !== 'captured' && kind !== 'returned' && kind !== 'unmatched'
}

export function toBooksCsv(entries: readonly BookEntry[]): string {
  return csvText([columns, ...entries.map(entry => columns.map(column => `${entry[column] ?? ''}`))])
}

/**
 * The name of a file of books: the network, and the days of the first and the last entry.
 * @param kind the ending
 */
export function booksFileName(entries: readonly BookEntry[], kind: string): string {
  const [first, last] = [entries[0], entries.at(-1)]
  const network = (first?.network ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const days = [first, last].map(entry => entry?.date.slice(0, 10))
  return `${['prelude-books', network, first?.chainId, ...new Set(days)].filter(Boolean).join('-')}.${kind}`
}
