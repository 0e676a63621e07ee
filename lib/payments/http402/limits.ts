import type { Address } from 'viem'
import type { NetworkId } from '@/lib/base/network-id'
import type { Database } from '@/lib/storage/open'
import { type PaymentLimitRecord, type PaymentRecord, paymentLimitRecordSchema } from '@/lib/storage/payment-records'
import { windowMs } from './caps'
import type { PaymentPlan } from './plan'

/** Whose requests are paid for, and to whom they go: the page and the seller, as origins, and the account that pays. */
export interface LimitParties {
  page: string
  seller: string
  /** Lower case. */
  account: Address
}

/**
 * Everything that a person sees of a limit but its amounts. The consent is for exactly this: where another account is
 * shown, or another payee or token is wanted, the person is asked, and may allow that by a limit of its own.
 *
 * The way of signing is no part of it: each puts at most the amount at stake, and gives it to the payee alone.
 * Deposits, which are more than a price, are always asked about.
 */
export interface LimitSubject extends LimitParties {
  networkId: NetworkId
  token: Address
  payee: Address
}

/** A limit that a person allowed. Amounts in the token's smallest unit. */
export type Limit = LimitSubject & Pick<PaymentLimitRecord, 'key' | 'most' | 'perDay' | 'createdAt'>

/** A limit with what was paid under it in the last 24 hours. */
export type LimitUse = Limit & { spent: bigint }

const subjectFields = ['page', 'seller', 'account', 'networkId', 'token', 'payee'] as const

export function pairOf({
  origin,
  pageOrigin,
}: Pick<PaymentRecord, 'origin' | 'pageOrigin'>): Pick<LimitParties, 'page' | 'seller'> {
  return { page: pageOrigin ?? origin, seller: origin }
}

/** @param account lower case: it signs */
export function subjectOf(
  row: Pick<PaymentRecord, 'origin' | 'pageOrigin'>,
  account: Address,
  { networkId, token, payee }: Pick<LimitSubject, 'networkId' | 'token' | 'payee'>,
): LimitSubject {
  return { ...pairOf(row), account, networkId, token, payee }
}

/** True if nothing of what a person saw differs. */
export function isSameSubject(
  left: LimitSubject,
  right: { [Field in keyof LimitSubject]: LimitSubject[Field] | null },
): boolean {
  return subjectFields.every(field => left[field] === right[field])
}

export function limitKey(subject: LimitSubject): string {
  return subjectFields.map(field => subject[field]).join(' ')
}

/** `null` for a damaged row, and for one of a version that bound it to no account: those allow nothing. */
function readLimit(row: unknown): Limit | null {
  const { data } = paymentLimitRecordSchema.safeParse(row)
  if (data?.account === undefined || data.payee === undefined) return null
  return { ...data, account: data.account, payee: data.payee }
}

/** The fields by which a payment counts against a limit. */
type LimitedPayment = Pick<
  PaymentRecord,
  | 'id'
  | 'origin'
  | 'pageOrigin'
  | 'account'
  | 'networkId'
  | 'token'
  | 'payee'
  | 'amount'
  | 'way'
  | 'state'
  | 'signedAt'
  | 'automatic'
>

/** Where the payments are found that count against limits. */
interface SignedPayments {
  /** @param since ms since the epoch */
  signedOf(networkId: NetworkId, token: Address, since: number): readonly LimitedPayment[]
}

/** Every limit that allows something. */
export async function allLimits(database: Database): Promise<Limit[]> {
  return (await database.getAll('paymentLimits')).flatMap(row => readLimit(row) ?? [])
}

/** The limits of a page, a seller and an account: one for each token and payee. */
export async function limitsOf(
  database: Database,
  { page, seller, account }: LimitParties,
  payments: SignedPayments,
  times: { now: number; except?: string },
): Promise<LimitUse[]> {
  return (await allLimits(database))
    .filter(limit => limit.page === page && limit.seller === seller && limit.account === account)
    .map(limit => ({ ...limit, spent: spentOf(limit, payments, times) }))
}

/** The limit for exactly this; `null` where the person allowed none. */
export async function limitFor(
  database: Database,
  subject: LimitSubject,
  payments: SignedPayments,
  times: { now: number; except?: string },
): Promise<LimitUse | null> {
  const limit = readLimit(await database.get('paymentLimits', limitKey(subject)))
  return limit === null ? null : { ...limit, spent: spentOf(limit, payments, times) }
}

/**
 * The limit that a person approved together with a payment. It takes the place of one for the same subject; those for
 * others stay as they are.
 * @param now ms
 * @returns `null` where the decision allowed none
 */
export function approvedLimit(subject: LimitSubject, limit: PaymentPlan['limit'], now: number): Limit | null {
  if (limit === null) return null
  const amounts = { most: BigInt(limit.most), perDay: BigInt(limit.perDay) }
  return { key: limitKey(subject), ...subject, ...amounts, createdAt: now }
}

/** {@link spentUnder} for the payments of the whole journal. */
export function spentOf(
  subject: LimitSubject,
  payments: SignedPayments,
  times: { now: number; except?: string },
): bigint {
  const { networkId, token } = subject
  return spentUnder(subject, payments.signedOf(networkId, token, times.now - windowMs.day), times)
}

/** What was paid under a limit without a decision in the last 24 hours, in the token's smallest unit. */
export function spentUnder(
  subject: LimitSubject,
  payments: readonly LimitedPayment[],
  { now, except }: { now: number; except?: string },
): bigint {
  let spent = 0n
  for (const row of payments) {
    if (row.id === except || !row.automatic || row.signedAt === null || row.signedAt < now - windowMs.day) continue
    // A merchant may claim a voucher that it did not answer.
    if (row.way !== 'voucher' && (row.state === 'expired' || row.state === 'cancelled')) continue
    if (!isSameSubject(subject, { ...row, ...pairOf(row) })) continue
    spent += row.amount ?? 0n
  }
  return spent
}
