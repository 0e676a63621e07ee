import type { Address } from 'viem'
import type { Risk } from '@/lib/approvals/types'
import type { PaymentRecord, PaymentSiteRecord } from '@/lib/database/payment-records'
import { Failure } from '@/lib/values/failure'
import { lowerCaseAddress } from '@/lib/values/hex'
import { paymentConsent } from './consent'
import { earlierRisks } from './earlier'
import { type Offer, toPaymentView } from './offers'
import type { RatedOption } from './options'
import { checkPlan, type PaymentPlan, readPlan } from './plan'
import type { PaymentRows } from './rows'
import type { Sign } from './signing'
import type { Http402Parts } from './types'

/**
 * The option that the person's limit covers: payable, of that token, within it, and with nothing to be warned of. None where the same address took money
 * before and gave nothing for it.
 */
export function coveredOption(
  limit: PaymentSiteRecord['automatic'],
  rated: readonly RatedOption[],
  earlier: readonly Risk[] = [],
): RatedOption | undefined {
  if (limit === null || earlier.some(({ level }) => level === 'danger')) return undefined
  return rated.find(
    ({ option, obstacle, stake, risks }) =>
      obstacle === null &&
      option.chainId === limit.chainId &&
      option.token === limit.token &&
      stake <= limit.most &&
      risks.every(({ level }) => level === 'note'),
  )
}

/** Whether what the row is about to sign is still within what the person allowed this site. Asked again by the keyring, right before it signs. */
export function isCovered(row: PaymentRecord, site: PaymentSiteRecord | undefined, plan: PaymentPlan): boolean {
  const limit = site?.automatic ?? null
  return (
    limit !== null &&
    row.automatic &&
    row.state === 'offered' &&
    site?.origin === row.origin &&
    plan.chainId === limit.chainId &&
    plan.token === limit.token &&
    BigInt(plan.amount) <= limit.most
  )
}

/**
 * Pays without asking, where a limit covers it. Built in a document opened for it and decoded again here, as everything else.
 * @returns `false` when it has to be asked for after all: nothing was signed
 */
export async function payAlone(
  row: PaymentRecord,
  offer: Offer,
  account: Address,
  { parts, rows, sign, now }: { parts: Http402Parts; rows: PaymentRows; sign: Sign; now: number },
): Promise<boolean> {
  const earlier = earlierRisks(row, await rows.all(), parts.clock.now())
  const covered = coveredOption((await rows.site(row.origin))?.automatic ?? null, offer.rated, earlier)
  if (covered === undefined || !(await parts.isUnlocked())) return false
  try {
    const view = toPaymentView(row, offer, null)
    const option = view.options.find(({ index }) => index === covered.option.index)
    if (option === undefined) return false
    const built = await parts.build({ extensions: view.extensions, option, account })
    const plan = checkPlan(covered, built, lowerCaseAddress(account), now)
    await rows.change(row.id, () => ({ automatic: true, plan: JSON.stringify(plan) }))
    await goOn(row.id, account, rows, sign)
    return true
  } catch (error) {
    parts.faults.report('payments', error)
    await rows.change(row.id, current => (current.state === 'offered' ? { automatic: false, plan: null } : null))
    return (await rows.get(row.id))?.state !== 'offered'
  }
}

/** After the worker died, too: the plan is the same, and with it the nonce. */
export async function goOn(id: string, account: Address, rows: PaymentRows, sign: Sign): Promise<void> {
  const row = await rows.get(id)
  if (row?.state !== 'offered' || row.plan === null) return
  const plan = readPlan(row.plan)
  if (!isCovered(row, await rows.site(row.origin), plan)) throw new Failure('payment-above-cap')
  await sign(row, { id: paymentConsent(id), account, plan })
}
