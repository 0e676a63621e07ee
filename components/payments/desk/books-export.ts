import type { Address } from 'viem'
import { toDecimalText } from '@/components/format/amount'
import { csvText } from '@/components/format/csv'
import type { BooksView, DeskView } from '@/lib/messaging/desk'
import type { TransferView } from '@/lib/messaging/payments'
import { textFromMemo } from '@/lib/payments/memo'
import type { Unmatched } from '@/lib/payments/reconciliation'

export type BookKind = 'paid' | 'captured' | 'unmatched' | 'outgoing'

/** One exported transfer. */
export interface BookEntry {
  /** When its block was made, ISO 8601 in UTC. */
  date: string
  kind: BookKind
  reason: Unmatched | null
  /** What the request or the captured authorization was for. */
  label: string | null
  /** The name of the other side among contacts and accounts. */
  counterparty: string | null
  /** In units of the token: `12.5`. */
  value: string
  symbol: string
  decimals: number
  token: string
  from: string
  to: string
  /** In the token's smallest unit. */
  amount: string
  memo: string | null
  hash: string
  logIndex: number
  blockNumber: number
  /** Only what counts for good is exported. */
  status: 'settled'
}

const columns = [
  'date',
  'kind',
  'reason',
  'label',
  'counterparty',
  'value',
  'symbol',
  'decimals',
  'token',
  'from',
  'to',
  'amount',
  'memo',
  'hash',
  'logIndex',
  'blockNumber',
  'status',
] as const satisfies readonly (keyof BookEntry)[]

export interface BookFacts {
  requests: DeskView['requests']
  /** Whether a transfer counts for good; what does not is left out. */
  isDeep(transfer: TransferView): boolean
  nameOf(address: string): string | null
  tokenOf(address: Address): { symbol: string; decimals: number } | null
}

/** The books over what lies deep enough: every transfer once, in the order of the chain. */
export function bookEntries({ paid, captured, unmatched, outgoing }: BooksView, facts: BookFacts): BookEntry[] {
  const labels = new Map(facts.requests.map(({ id, label }) => [id, label]))
  const nothing = { reason: null, label: null }
  const all = [
    ...paid.map(({ request, transfer }) => ({
      ...nothing,
      kind: 'paid' as const,
      label: labels.get(request) ?? request,
      transfer,
    })),
    ...captured.map(({ label, transfer }) => ({ ...nothing, kind: 'captured' as const, label, transfer })),
    ...unmatched.map(({ transfer, reason }) => ({ ...nothing, kind: 'unmatched' as const, reason, transfer })),
    ...outgoing.map(transfer => ({ ...nothing, kind: 'outgoing' as const, transfer })),
  ]
  return all
    .filter(({ transfer }) => facts.isDeep(transfer))
    .sort(
      ({ transfer: left }, { transfer: right }) =>
        left.blockNumber - right.blockNumber || left.logIndex - right.logIndex,
    )
    .map(({ transfer, ...entry }) => {
      const { token, from, to, memo, hash, logIndex, blockNumber } = transfer
      // The books have only tokens that are money: they are on the list.
      const { symbol, decimals } = facts.tokenOf(token) ?? { symbol: token, decimals: 0 }
      return {
        ...entry,
        date: new Date(transfer.at).toISOString(),
        counterparty: facts.nameOf(entry.kind === 'outgoing' ? to : from),
        value: toDecimalText(BigInt(transfer.amount), decimals),
        ...{ symbol, decimals, token, from, to },
        amount: BigInt(transfer.amount).toString(),
        memo: memo === null ? null : (textFromMemo(memo) ?? memo),
        ...{ hash, logIndex, blockNumber },
        status: 'settled' as const,
      }
    })
}

export function toBooksCsv(entries: readonly BookEntry[]): string {
  return csvText([columns, ...entries.map(entry => columns.map(column => `${entry[column] ?? ''}`))])
}
