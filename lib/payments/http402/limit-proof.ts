import { Failure } from '@/lib/base/failure'
import { textToHex } from '@/lib/base/hex'
import type { ApprovalProof } from '@/lib/keys/shared/signing'
import type { Database } from '@/lib/storage/open'
import { isCoveredNow } from './automatic'
import { consentedPayment } from './consent'
import type { PaymentJournal } from './journal'
import { readPlan, readSignInPlan } from './plan'
import type { SignInRules } from './sign-in'
import { isSignInCovered } from './sign-ins'

/**
 * The content that a limit, or a kept sign-in, allows to be signed without a decision: that plan, with that account,
 * and nothing else. Everything is read again right before the signature, and what the limit's day has spent is counted
 * again.
 * @param now ms
 * @throws Failure `approval-changed` {id} when neither covers it
 */
export async function toLimitProof(
  id: string,
  {
    database,
    rows,
    now,
    signInRules,
  }: {
    database: Database
    /** The journal through which payments are written: it knows of each signature before the next one is made. */
    rows: Pick<PaymentJournal, 'get' | 'known'>
    now(): number
    signInRules(): SignInRules
  },
): Promise<ApprovalProof> {
  const row = await rows.get(consentedPayment(id))
  if (row === undefined || row.plan === null || row.account === null) throw new Failure('approval-changed', { id })
  const { account } = row
  const signIn = readSignInPlan(row.plan)
  if (signIn !== null) {
    const site = await database.get('paymentSites', row.origin)
    if (!isSignInCovered(row, site, signIn, signInRules())) throw new Failure('approval-changed', { id })
    const { message, chainId } = signIn
    return { account, chainId, kind: 'message', message: textToHex(message) }
  }
  const plan = readPlan(row.plan)
  if (!(await isCoveredNow(row, plan, account, { database, rows, now: now() })))
    throw new Failure('approval-changed', { id })
  return { account, chainId: plan.chainId, kind: 'typed-data', typedData: plan.typedData }
}
