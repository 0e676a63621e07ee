import type { ArrivalView, TransactionView } from '@/lib/messaging/ui'

/** One line of the activity: a transaction of the account, or money that came in. */
export type Entry =
  | { kind: 'sent'; id: string; at: number; row: TransactionView }
  | { kind: 'received'; id: string; at: number; arrival: ArrivalView }

/** Transactions and arrivals in one list, newest first. */
export function entriesOf(rows: readonly TransactionView[], arrivals: readonly ArrivalView[]): Entry[] {
  return [
    ...rows.map((row): Entry => ({ kind: 'sent', id: row.id, at: row.createdAt, row })),
    ...arrivals.map((arrival): Entry => ({ kind: 'received', id: arrival.id, at: arrival.at, arrival })),
  ].toSorted((a, b) => b.at - a.at)
}
