import { stringToHex } from 'viem/utils'
import { partOf, transactionsOf } from '@/lib/activity/sending/calls'
import { Failure } from '@/lib/base/failure'
import type { Approval, Shown } from '@/lib/decisions/approvals/types'
import type { ApprovalProof, ShownTransaction } from '@/lib/keys/shared/signing'
import { readPlan, readSignInPlan } from '@/lib/payments/http402/plan'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { signInText } from '@/lib/reading/messages/sign-in-terms'

/**
 * The content that an approval allows to be signed, and the most that gas may cost, as the keyring takes it.
 * @throws Failure `approval-changed` for a decision that needs no signature, and as `partOf` for calls
 */
export function toApprovalProof(approval: Approval): ApprovalProof {
  const { id, account, chainId, decision, request, requester, shown } = approval
  if (request.kind === 'connect') {
    const [active] = decision?.accounts ?? []
    if (active === undefined || request.signIn === undefined) throw new Failure('approval-changed', { id })
    return { account: active, chainId, kind: 'message', message: stringToHex(signInText(request.signIn, active)) }
  }
  if (account === null) throw new Failure('approval-changed', { id })
  const signer = { account, chainId }
  switch (request.kind) {
    case 'transaction':
      return {
        ...signer,
        kind: 'transaction',
        transactions: [toShown(request.transaction, shown)],
        isDelegateChosen: request.purpose === 'delegate' && requester.kind === 'wallet',
      }
    case 'calls':
      return {
        ...signer,
        kind: 'calls',
        transactions: transactionsOf(account, request).map(({ transaction }, index) =>
          toShown(transaction, partOf(approval, index).shown),
        ),
      }
    case 'message':
      return { ...signer, kind: 'message', message: request.message }
    case 'typed-data':
      return { ...signer, kind: 'typed-data', typedData: [request.typedData] }
    case 'payment':
      if (shown.plan === undefined) throw new Failure('approval-changed', { id })
      return { ...signer, ...plannedContent(shown.plan) }
    case 'switch-network':
    case 'add-network':
    case 'add-token':
    case 'add-item':
      throw new Failure('approval-changed', { id })
  }
}

/** The content that the plan of a payment, or of a sign-in in its place, allows to be signed. */
function plannedContent(plan: string): Pick<ApprovalProof, 'kind' | 'message' | 'typedData'> {
  const signIn = readSignInPlan(plan)
  return signIn === null
    ? { kind: 'typed-data', typedData: readPlan(plan).typedData }
    : { kind: 'message', message: stringToHex(signIn.message) }
}

function toShown(
  { to, value, data, accessList, delegate, authority }: TransactionRequest,
  { feeCeiling, noncePolicy }: Shown,
): ShownTransaction {
  return {
    to,
    value: BigInt(value),
    data,
    ...(accessList === undefined ? {} : { accessList }),
    ...(delegate === undefined ? {} : { delegate }),
    ...(authority === undefined ? {} : { authority }),
    feeCeiling: BigInt(feeCeiling ?? '0x0'),
    ...(typeof noncePolicy === 'number' ? { nonce: noncePolicy } : {}),
  }
}
