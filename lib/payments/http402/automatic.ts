import type { Address } from 'viem'
import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import type { Faults } from '@/lib/base/faults'
import { lowerCaseAddress } from '@/lib/base/hex'
import { type Risk, risk } from '@/lib/reading/risk/risk'
import type { Database } from '@/lib/storage/open'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import { paymentConsent } from './consent'
import type { PaymentJournal } from './journal'
import { isSameSubject, type LimitParties, type LimitUse, limitFor, subjectOf } from './limits'
import type { RatedOption } from './options'
import { type PaymentPlan, readPlan } from './plan'
import type { PaymentRows } from './rows'
import type { Sign } from './types'

/**
 * The option that a limit covers: payable, from its account, in its token, to its payee, within its amounts, and
 * without a warning. A deposit is always asked about. None if the same address took money before and gave nothing for
 * it. A channel that is busy has to be judged again when it is free.
 * @param parties whose requests would be paid for, by whom
 */
export function coveredOption(
  limits: readonly LimitUse[],
  rated: readonly RatedOption[],
  { parties, earlier }: { parties: LimitParties; earlier: readonly Risk[] },
): RatedOption | undefined {
  if (earlier.some(({ level }) => level === 'danger')) return undefined
  return rated.find(
    ({ option, deposit, obstacle, risks }) =>
      (obstacle === 'channel-busy' || (obstacle === null && !deposit)) &&
      limits.some(limit => isSameSubject(limit, { ...option, ...parties }) && isWithin(limit, option.amount)) &&
      risks.every(({ level }) => level === 'note'),
  )
}

function isWithin({ most, perDay, spent }: LimitUse, amount: bigint): boolean {
  return amount <= most && spent + amount <= perDay
}

/**
 * True if the plan is within what the person allowed this page, seller and account. The keyring asks again before it
 * signs.
 * @param account lower case: it would sign
 */
export function isCovered(row: PaymentRecord, limit: LimitUse | null, plan: PaymentPlan, account: Address): boolean {
  return (
    limit !== null &&
    row.automatic &&
    row.state === 'offered' &&
    row.account === account &&
    plan.way !== 'deposit' &&
    isSameSubject(limit, subjectOf(row, account, plan)) &&
    isWithin(limit, BigInt(plan.amount))
  )
}

/** The same, by what is stored now. */
export async function isCoveredNow(
  row: PaymentRecord,
  plan: PaymentPlan,
  account: Address,
  { database, rows, now }: { database: Database; rows: Pick<PaymentJournal, 'known'>; now: number },
): Promise<boolean> {
  const times = { now, except: row.id }
  const limit = await limitFor(database, subjectOf(row, account, plan), await rows.known(), times)
  return isCovered(row, limit, plan, account)
}

/**
 * Signs what the person allowed to be signed without asking.
 * @returns `false` when nothing was signed: it has to be asked for after all
 */
export async function signAlone(
  { id }: Pick<PaymentRecord, 'id'>,
  plan: () => unknown,
  sign: () => Promise<void>,
  { faults, rows }: { faults: Faults; rows: PaymentRows },
): Promise<boolean> {
  try {
    const planned = JSON.stringify(plan())
    await rows.change(id, () => ({ automatic: true, plan: planned }))
    await sign()
    return true
  } catch (error) {
    faults.report('payments', error)
    await rows.change(id, current => (current.state === 'offered' ? { automatic: false, plan: null } : null))
    return (await rows.get(id))?.state !== 'offered'
  }
}

/** After the worker died, too: the plan is the same, and with it the nonce. */
export async function goOn(
  id: string,
  account: Address,
  { clock, database, rows, sign }: { clock: Clock; database: Database; rows: PaymentJournal; sign: Sign },
): Promise<void> {
  const row = await rows.get(id)
  if (row?.state !== 'offered' || row.plan === null) return
  const plan = readPlan(row.plan)
  const parts = { database, rows, now: clock.now() }
  if (!(await isCoveredNow(row, plan, lowerCaseAddress(account), parts))) throw new Failure('payment-above-cap')
  await sign(row, { id: paymentConsent(id), account, plan, isToldOfCaps: false })
}

const recentMs = 3_600_000

/** What earlier payments for the same address say about one more. */
export function earlierRisks(
  row: Pick<PaymentRecord, 'id' | 'url' | 'method'>,
  payments: readonly Pick<PaymentRecord, 'id' | 'url' | 'method' | 'signedAt' | 'state'>[],
  now: number,
): Risk[] {
  const earlier = payments.filter(
    other => other.id !== row.id && other.url === row.url && other.method === row.method && other.signedAt !== null,
  )
  const recent = earlier.filter(({ signedAt }) => (signedAt ?? 0) > now - recentMs)
  if (recent.some(({ state }) => state === 'undelivered')) return [risk('danger', 'payment-paid-undelivered')]
  if (recent.some(({ state }) => state === 'unproven')) return [risk('caution', 'payment-delivered-unproven')]
  if (recent.some(({ state }) => state === 'delivered')) return [risk('caution', 'payment-paid-already')]
  return []
}
