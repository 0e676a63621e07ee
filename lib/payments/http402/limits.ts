import type { Database } from '@/lib/database/open'
import type { PaymentLimitRecord, PaymentRecord } from '@/lib/database/payment-records'
import { windowMs } from './caps'
import type { PaymentPlan } from './plan'

/** The page that a payment is for, and the seller that gets it, as origins. */
export interface LimitPair {
  page: string
  seller: string
}

export function pairOf({ origin, pageOrigin }: Pick<PaymentRecord, 'origin' | 'pageOrigin'>): LimitPair {
  return { page: pageOrigin ?? origin, seller: origin }
}

export function limitKey({ page, seller }: LimitPair): string {
  return `${page} ${seller}`
}

export async function limitFor(database: Database, pair: LimitPair): Promise<PaymentLimitRecord | null> {
  return (await database.get('paymentLimits', limitKey(pair))) ?? null
}

/**
 * The limit that a person approved together with a payment. Payees that were approved for the same pair and token stay.
 * @param known the limit of the pair so far
 * @param now ms
 * @returns `null` where the decision allowed none
 */
export function approvedLimit(
  row: Pick<PaymentRecord, 'origin' | 'pageOrigin'>,
  { networkId, token, payee, limit }: Pick<PaymentPlan, 'networkId' | 'token' | 'payee' | 'limit'>,
  known: PaymentLimitRecord | undefined,
  now: number,
): PaymentLimitRecord | null {
  if (limit === null) return null
  const pair = pairOf(row)
  const payees = known?.networkId === networkId && known.token === token ? known.payees : []
  return {
    key: limitKey(pair),
    ...pair,
    networkId,
    token,
    payees: [...payees.filter(other => other !== payee), payee],
    most: BigInt(limit.most),
    perDay: BigInt(limit.perDay),
    createdAt: now,
  }
}

export type LimitedPayment = Pick<
  PaymentRecord,
  'id' | 'origin' | 'pageOrigin' | 'networkId' | 'token' | 'amount' | 'way' | 'state' | 'signedAt' | 'automatic'
>

/** What was paid under a limit without a decision in the last 24 hours, in the token's smallest unit. */
export function spentUnder(
  { page, seller, networkId, token }: Pick<PaymentLimitRecord, 'page' | 'seller' | 'networkId' | 'token'>,
  payments: readonly LimitedPayment[],
  { now, except }: { now: number; except?: string },
): bigint {
  let spent = 0n
  for (const row of payments) {
    if (row.id === except || !row.automatic || row.signedAt === null || row.signedAt < now - windowMs.day) continue
    // A merchant may claim a voucher that it did not answer.
    if (row.way !== 'voucher' && (row.state === 'expired' || row.state === 'cancelled')) continue
    const pair = pairOf(row)
    if (pair.page !== page || pair.seller !== seller || row.networkId !== networkId || row.token !== token) continue
    spent += row.amount ?? 0n
  }
  return spent
}
