import { stringToHex } from 'viem/utils'
import type { Database } from '@/lib/database/open'
import { paymentLimitRecordSchema, paymentRecordSchema } from '@/lib/database/payment-records'
import type { ApprovalProof } from '@/lib/keyring/types'
import { isCovered } from '@/lib/payments/http402/automatic'
import { consentedPayment } from '@/lib/payments/http402/consent'
import { limitFor, pairOf } from '@/lib/payments/http402/limits'
import { readPlan, readSignInPlan } from '@/lib/payments/http402/plan'
import type { SignInRules } from '@/lib/payments/http402/sign-in'
import { isSignInCovered } from '@/lib/payments/http402/sign-ins'
import { Failure } from '@/lib/values/failure'

/**
 * The content that a limit, or a kept sign-in, allows to be signed without a decision: that plan and nothing else.
 * Everything is read again right before the signature.
 * @throws Failure `approval-changed` {id} when neither covers it
 */
export async function toLimitProof(
  database: Database,
  id: string,
  signInRules: () => SignInRules,
): Promise<ApprovalProof> {
  const row = paymentRecordSchema.safeParse(await database.get('payments', consentedPayment(id)))
  if (!row.success || row.data.plan === null || row.data.account === null) throw new Failure('approval-changed', { id })
  const signIn = readSignInPlan(row.data.plan)
  if (signIn !== null) {
    const site = await database.get('paymentSites', row.data.origin)
    if (!isSignInCovered(row.data, site, signIn, signInRules())) throw new Failure('approval-changed', { id })
    const { message, chainId } = signIn
    return {
      account: row.data.account,
      chainId,
      kind: 'message',
      message: stringToHex(message),
    }
  }
  const limit = paymentLimitRecordSchema.safeParse(await limitFor(database, pairOf(row.data)))
  const plan = readPlan(row.data.plan)
  if (!limit.success || !isCovered(row.data, limit.data, plan)) throw new Failure('approval-changed', { id })
  return { account: row.data.account, chainId: plan.chainId, kind: 'typed-data', typedData: plan.typedData }
}
