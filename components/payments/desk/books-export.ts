import { csvText } from '@/components/format/csv'
import type { BooksView, DeskView } from '@/lib/messaging/desk'
import type { TransferView } from '@/lib/messaging/payments'
import { textFromMemo } from '@/lib/payments/memo'
import type { Unmatched } from '@/lib/payments/reconciliation'

type Kind = 'paid' | 'unmatched' | 'outgoing'

/** One exported transfer. Amounts are in the token's smallest unit. */
export interface BookEntry {
  kind: Kind
  reason: Unmatched | null
  request: string | null
  token: string
  from: string
  to: string
  amount: string
  memo: string | null
  hash: string
  logIndex: number
  blockNumber: number
}

const columns = [
  'kind',
  'reason',
  'request',
  'token',
  'from',
  'to',
  'amount',
  'memo',
  'hash',
  'logIndex',
  'blockNumber',
] as const satisfies readonly (keyof BookEntry)[]

/**
 * The books over what lies deep enough: every transfer once, in the order of the chain.
 * @param isDeep whether a transfer counts for good; what does not is left out
 */
export function bookEntries(
  { paid, unmatched, outgoing }: BooksView,
  requests: DeskView['requests'],
  isDeep: (transfer: TransferView) => boolean,
): BookEntry[] {
  const labels = new Map(requests.map(({ id, label }) => [id, label]))
  const all = [
    ...paid.map(({ request, transfer }) => ({
      kind: 'paid' as const,
      reason: null,
      request: labels.get(request) ?? request,
      transfer,
    })),
    ...unmatched.map(({ transfer, reason }) => ({ kind: 'unmatched' as const, reason, request: null, transfer })),
    ...outgoing.map(transfer => ({ kind: 'outgoing' as const, reason: null, request: null, transfer })),
  ]
  return all
    .filter(({ transfer }) => isDeep(transfer))
    .sort(
      ({ transfer: left }, { transfer: right }) =>
        left.blockNumber - right.blockNumber || left.logIndex - right.logIndex,
    )
    .map(({ transfer, ...entry }) => ({
      ...entry,
      token: transfer.token,
      from: transfer.from,
      to: transfer.to,
      amount: BigInt(transfer.amount).toString(),
      memo: transfer.memo === null ? null : (textFromMemo(transfer.memo) ?? transfer.memo),
      hash: transfer.hash,
      logIndex: transfer.logIndex,
      blockNumber: transfer.blockNumber,
    }))
}

export function toBooksCsv(entries: readonly BookEntry[]): string {
  return csvText([columns, ...entries.map(entry => columns.map(column => `${entry[column] ?? ''}`))])
}
