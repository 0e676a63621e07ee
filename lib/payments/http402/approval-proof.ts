import { partOf, transactionsOf } from '@/lib/activity/sending/calls'
import { Failure } from '@/lib/base/failure'
import { textToHex } from '@/lib/base/hex'
import type { Approval } from '@/lib/decisions/approvals/types'
import { kindOf, signerOf } from '@/lib/decisions/kinds/kinds'
import type { ApprovalProof } from '@/lib/keys/shared/signing'
import { readPlan, readSignInPlan } from './plan'

/**
 * The content that an approval allows to be signed, and the most that gas may cost, as the keyring takes it.
 * @throws Failure `approval-changed` for a decision that needs no signature, and as `partOf` for calls
 */
export function toApprovalProof(approval: Approval): ApprovalProof {
  const { id, chainId, request } = approval
  const contentOf = kindOf(request).signs(request)
  const account = signerOf(approval)
  if (contentOf === null || account === null) throw new Failure('approval-changed', { id })
  return { account, chainId, ...contentOf(approval, account, { partsOf, planned }) }
}

function partsOf(approval: Approval): Approval[] {
  const { account, request } = approval
  if (account === null || request.kind !== 'calls') return []
  return transactionsOf(account, request).map((_, index) => partOf(approval, index))
}

/** The content that the plan of a payment, or of a sign-in in its place, allows to be signed. */
function planned(plan: string): Pick<ApprovalProof, 'kind' | 'message' | 'typedData'> {
  const signIn = readSignInPlan(plan)
  return signIn === null
    ? { kind: 'typed-data', typedData: readPlan(plan).typedData }
    : { kind: 'message', message: textToHex(signIn.message) }
}
