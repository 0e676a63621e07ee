import type { Address } from 'viem'
import type { NetworkId } from '@/lib/base/network-id'
import type { PaymentCapRecord, PaymentRecord } from '@/lib/storage/payment-records'

/** Where money would go, and of what kind. */
export interface Spend {
  origin: string
  networkId: NetworkId
  token: Address
}

/** A cap with what counts against it so far. */
export interface CapUse {
  scope: PaymentCapRecord['scope']
  origin: string | null
  most: bigint
  spent: bigint
}

const dayMs = 86_400_000
/** Windows that move with the clock: midnight doubles nothing. */
export const windowMs = { day: dayMs, month: 30 * dayMs } as const

/**
 * Signed and not known to have come to nothing. What a channel was filled with counted then: its vouchers count
 * nothing.
 */
const countingStates: ReadonlySet<PaymentRecord['state']> = new Set([
  'signed',
  'sent',
  'delivered',
  'unproven',
  'undelivered',
])

export type CountedPayment = Pick<
  PaymentRecord,
  'id' | 'origin' | 'networkId' | 'token' | 'amount' | 'way' | 'state' | 'signedAt'
>

/** How much of a cap is used by what was signed. `except` is the payment that is about to be. */
export function usedOf(
  cap: Pick<PaymentCapRecord, 'scope' | 'origin' | 'networkId' | 'token'>,
  payments: readonly CountedPayment[],
  { now, sessionStartedAt, except }: { now: number; sessionStartedAt: number; except?: string },
): bigint {
  if (cap.scope === 'payment') return 0n
  const since = cap.scope === 'session' ? sessionStartedAt : now - windowMs[cap.scope]
  let used = 0n
  for (const payment of payments) {
    if (payment.id === except || payment.way === 'voucher' || !countingStates.has(payment.state)) continue
    if (payment.networkId !== cap.networkId || payment.token !== cap.token) continue
    if (cap.origin !== null && payment.origin !== cap.origin) continue
    if (payment.signedAt === null || payment.signedAt < since) continue
    used += payment.amount ?? 0n
  }
  return used
}

/** Every cap that a spend falls under. */
export function capsFor(
  spend: Spend,
  caps: readonly PaymentCapRecord[],
  payments: readonly CountedPayment[],
  times: { now: number; sessionStartedAt: number; except?: string },
): CapUse[] {
  return caps
    .filter(
      cap =>
        cap.networkId === spend.networkId &&
        cap.token === spend.token &&
        (cap.origin === null || cap.origin === spend.origin),
    )
    .map(cap => ({ scope: cap.scope, origin: cap.origin, most: cap.most, spent: usedOf(cap, payments, times) }))
}

/**
 * The first cap that this amount (smallest unit; maxima and deposits in full) would exceed; `null` when it fits all of
 * them.
 */
export function exceeded(amount: bigint, uses: readonly CapUse[]): CapUse | null {
  return uses.find(({ most, spent }) => spent + amount > most) ?? null
}
