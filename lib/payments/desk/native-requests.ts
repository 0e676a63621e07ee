import type { PaymentRequestRecord } from '@/lib/storage/payment-records'
import type { ArrivalRecord } from '@/lib/storage/records'

export type NativeRequest = Pick<
  PaymentRequestRecord,
  'id' | 'token' | 'amount' | 'fromBlock' | 'closedAt' | 'createdAt' | 'paidBy'
>
export type NativeArrival = Pick<
  ArrivalRecord,
  'id' | 'token' | 'amount' | 'hash' | 'at' | 'blockNumber' | 'isWithdrawn'
>
type PaidBy = NonNullable<PaymentRequestRecord['paidBy']>

/**
 * Requests in the chain's own money against what came in. Only the amount tells what such a payment is for: it pays the
 * request that was there before it, where a single open one asks for just that.
 * @param arrivals of the account; those that left the list since pay what they paid
 * @returns the requests that change: what pays them now, `null` for nothing any more
 */
export function matchNative(
  requests: readonly NativeRequest[],
  arrivals: readonly NativeArrival[],
): Map<string, PaidBy | null> {
  const changed = new Map<string, PaidBy | null>()
  const known = new Map(arrivals.map(arrival => [arrival.id, arrival]))
  for (const { id, paidBy } of requests) {
    const arrival = paidBy == null ? undefined : known.get(paidBy.arrival)
    if (arrival?.isWithdrawn === true) changed.set(id, null)
    else if (arrival !== undefined && arrival.blockNumber !== paidBy?.blockNumber) changed.set(id, paidByOf(arrival))
  }
  const payerOf = ({ id, paidBy }: NativeRequest) => (changed.has(id) ? changed.get(id) : paidBy)
  const used = new Set(requests.flatMap(request => payerOf(request)?.arrival ?? []))
  const money = arrivals.filter(({ token, isWithdrawn, id }) => token === null && !isWithdrawn && !used.has(id))
  for (const arrival of money.toSorted((left, right) => left.at - right.at)) {
    const [open, ...others] = requests.filter(
      request => request.closedAt === null && payerOf(request) == null && asksFor(request, arrival),
    )
    if (open !== undefined && others.length === 0) changed.set(open.id, paidByOf(arrival))
  }
  return changed
}

function asksFor({ token, amount, fromBlock, createdAt }: NativeRequest, arrival: NativeArrival): boolean {
  if (token !== null || amount !== arrival.amount) return false
  // The clock of this device is not that of the chain.
  return arrival.blockNumber === undefined ? arrival.at >= createdAt : arrival.blockNumber > fromBlock
}

function paidByOf({ id, hash, at, blockNumber }: NativeArrival): PaidBy {
  return { arrival: id, hash, at, blockNumber }
}
