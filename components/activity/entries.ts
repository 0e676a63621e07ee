import type { Address } from 'viem'
import { isSameAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { PaidAnswerView } from '@/lib/language/http402'
import type { TransferView } from '@/lib/language/payments'
import type { ArrivalView, TransactionView } from '@/lib/language/ui'

/** A transaction of the account, or money that came in. */
export type ChainEntry =
  | { kind: 'sent'; id: string; at: number; row: TransactionView }
  | { kind: 'received'; id: string; at: number; arrival: ArrivalView }

/**
 * One line of the activity: also what others take to the chain, an answer that was paid for (HTTP 402), and a transfer
 * that no transaction of the account made and nobody saw arrive.
 */
export type Entry =
  | ChainEntry
  | { kind: 'paid'; id: string; at: number; answer: PaidAnswerView }
  | { kind: 'moved'; id: string; at: number; transfer: TransferView }

/** Transactions and arrivals in one list, newest first. */
export function entriesOf(rows: readonly TransactionView[], arrivals: readonly ArrivalView[]): ChainEntry[] {
  return [
    ...rows.map((row): ChainEntry => ({ kind: 'sent', id: row.id, at: row.createdAt, row })),
    ...arrivals.map((arrival): ChainEntry => ({ kind: 'received', id: arrival.id, at: arrival.at, arrival })),
  ].toSorted(newestFirst)
}

/**
 * With the answers for which money left, or may still leave.
 * @param of whose answers; `null`: everybody's, on every network
 */
export function withPaid(
  entries: readonly ChainEntry[],
  answers: readonly PaidAnswerView[],
  of: { networkId: NetworkId; address: Address } | null,
): Entry[] {
  const isTheirs = ({ networkId, account }: PaidAnswerView) =>
    of === null || (networkId === of.networkId && isSameAddress(account, of.address))
  const paid = answers.filter(answer => atStake.has(answer.state) && isTheirs(answer))
  return [
    ...entries,
    ...paid.map((answer): Entry => ({ kind: 'paid', id: answer.id, at: answer.createdAt, answer })),
  ].toSorted(newestFirst)
}

/** With the transfers that none of the entries is about. */
export function withMoved(entries: readonly Entry[], transfers: readonly TransferView[]): Entry[] {
  const known = new Set(entries.flatMap(hashesOf).map(hash => hash.toLowerCase()))
  // Finds the transfer that paid an answer whose site named no transaction.
  const unnamed = entries.flatMap(entry =>
    entry.kind === 'paid' && entry.answer.transaction === null && !entry.answer.isVoucher ? [entry.answer] : [],
  )
  const isUnknown = (transfer: TransferView) => {
    const paid = unnamed.findIndex(answer => isPaidBy(answer, transfer))
    if (paid >= 0) unnamed.splice(paid, 1)
    return paid < 0
  }
  const moved = transfers.filter(({ hash }) => !known.has(hash)).filter(isUnknown)
  return [
    ...entries,
    ...moved.map((transfer): Entry => ({ kind: 'moved', id: transfer.key, at: transfer.at, transfer })),
  ].toSorted(newestFirst)
}

/** The entries of each day where the person is, in the order they are in. `start` is the day's midnight. */
export function byDay(entries: readonly Entry[]): { start: number; entries: Entry[] }[] {
  const groups = Map.groupBy(entries, ({ at }) => new Date(at).setHours(0, 0, 0, 0))
  return [...groups].map(([start, ofDay]) => ({ start, entries: ofDay }))
}

/** A block may be a little older than the moment at which the payment was signed here. */
const toleratedMs = 60_000

function isPaidBy({ payee, token, amount, charged, createdAt }: PaidAnswerView, transfer: TransferView): boolean {
  const value = charged ?? amount
  return (
    value !== null &&
    BigInt(value) === BigInt(transfer.amount) &&
    isSameAddress(payee, transfer.to) &&
    isSameAddress(token, transfer.token) &&
    transfer.at >= createdAt - toleratedMs
  )
}

function hashesOf(entry: Entry): string[] {
  if (entry.kind === 'sent') return [entry.row.hash]
  const hash = entry.kind === 'received' ? entry.arrival.hash : entry.kind === 'paid' ? entry.answer.transaction : null
  return hash === null ? [] : [hash]
}

const atStake: ReadonlySet<PaidAnswerView['state']> = new Set([
  'signed',
  'sent',
  'delivered',
  'unproven',
  'undelivered',
])

function newestFirst(a: Entry, b: Entry): number {
  return b.at - a.at
}
