import type { Address } from 'viem'
import type { Risk } from '@/lib/approvals/types'
import type { Database } from '@/lib/database/open'
import type { PaymentLimitRecord, PaymentRecord } from '@/lib/database/payment-records'
import type { Faults } from '@/lib/faults/types'
import { Failure } from '@/lib/values/failure'
import { paymentConsent } from './consent'
import { limitFor, pairOf } from './limits'
import type { RatedOption } from './options'
import { type PaymentPlan, readPlan } from './plan'
import type { PaymentRows } from './rows'
import type { Sign } from './signing'

/** What a limit allows: its token, its payees, and amounts in the token's smallest unit. */
type Limit = Pick<PaymentLimitRecord, 'networkId' | 'token' | 'payees' | 'most' | 'perDay'>

/**
 * The option that a limit covers: payable, in its token, to a payee the person approved, within it, and without a
 * warning. A deposit is always asked about. None if the same address took money before and gave nothing for it. A
 * channel that is busy has to be judged again when it is free.
 * @param spent under the limit in the last 24 hours
 */
export function coveredOption(
  limit: Limit | null,
  rated: readonly RatedOption[],
  { spent, earlier }: { spent: bigint; earlier: readonly Risk[] },
): RatedOption | undefined {
  if (limit === null || earlier.some(({ level }) => level === 'danger')) return undefined
  return rated.find(
    ({ option, deposit, obstacle, risks }) =>
      (obstacle === 'channel-busy' || (obstacle === null && !deposit)) &&
      option.networkId === limit.networkId &&
      option.token === limit.token &&
      limit.payees.includes(option.payee) &&
      option.amount <= limit.most &&
      spent + option.amount <= limit.perDay &&
      risks.every(({ level }) => level === 'note'),
  )
}

/** True if the plan is within what the person allowed this page and seller. The keyring asks again before it signs. */
export function isCovered(row: PaymentRecord, limit: PaymentLimitRecord | null, plan: PaymentPlan): boolean {
  const { page, seller } = pairOf(row)
  return (
    limit !== null &&
    row.automatic &&
    row.state === 'offered' &&
    limit.page === page &&
    limit.seller === seller &&
    plan.way !== 'deposit' &&
    plan.networkId === limit.networkId &&
    plan.token === limit.token &&
    limit.payees.includes(plan.payee) &&
    BigInt(plan.amount) <= limit.most
  )
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
  { database, rows, sign }: { database: Database; rows: PaymentRows; sign: Sign },
): Promise<void> {
  const row = await rows.get(id)
  if (row?.state !== 'offered' || row.plan === null) return
  const plan = readPlan(row.plan)
  if (!isCovered(row, await limitFor(database, pairOf(row)), plan)) throw new Failure('payment-above-cap')
  await sign(row, { id: paymentConsent(id), account, plan, isToldOfCaps: false })
}
