import type { Database } from '@/lib/database/open'
import { paymentLimitRecordSchema, paymentRecordSchema } from '@/lib/database/payment-records'
import type { ApprovalProof } from '@/lib/keyring/types'
import { isCovered } from '@/lib/payments/http402/automatic'
import { consentedPayment } from '@/lib/payments/http402/consent'
import { limitFor, pairOf } from '@/lib/payments/http402/limits'
import { readPlan } from '@/lib/payments/http402/plan'
import { Failure } from '@/lib/values/failure'

/**
 * The content that a limit allows to be signed without a decision: the plan of that payment and nothing else. Payment
 * and limit are read again right before the signature.
 * @throws Failure `approval-changed` {id} when the limit does not cover the payment
 */
export async function toLimitProof(database: Database, id: string): Promise<ApprovalProof> {
  const row = paymentRecordSchema.safeParse(await database.get('payments', consentedPayment(id)))
  if (!row.success || row.data.plan === null || row.data.account === null) throw new Failure('approval-changed', { id })
  const limit = paymentLimitRecordSchema.safeParse(await limitFor(database, pairOf(row.data)))
  const plan = readPlan(row.data.plan)
  if (!limit.success || !isCovered(row.data, limit.data, plan)) throw new Failure('approval-changed', { id })
  return { account: row.data.account, chainId: plan.chainId, kind: 'typed-data', typedData: plan.typedData }
}
