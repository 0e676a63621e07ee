import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import type { Approval } from '@/lib/decisions/approvals/types'
import type { ApprovalProof } from '@/lib/keys/shared/signing'
import type { ApprovalKind, ApprovalRequest, Need, Requester, RequestOf } from '@/lib/language/requests'
import type { CarryingOut, Fulfilment } from './carrying-out'

/**
 * What the worker knows of a kind of decision. No member is optional: a kind without a guard does not compile. What a
 * page shows of the kind is in `components/decision/kinds`.
 */
interface DecisionKindOf<Request extends ApprovalRequest> {
  /** The schema of the request, in the JSON text of a stored approval (invariant 8). */
  schema: z.ZodMiniType<Request>
  /** A site has at most one decision of the kind waiting. The other kinds wait in the site's queue. */
  isSingle: boolean
  /** The part without which it cannot be approved; `null` where the request says everything. */
  needs: Need | null
  /** Only an account that the site sees may decide. */
  isAccountSeen: boolean
  /** It is for the chain that its site is on, and ends when the site leaves it. */
  isOfChain(request: Request): boolean
  /** The content that the approval allows to be signed; `null` where nothing is signed. */
  signs(request: Request): SignedContent | null
  /** The addresses to look up in lists of fraudulent ones, lower case. */
  names(request: Request): Address[]
  /** The content that `lib/decisions/assessment.ts` judges; `null` where there is none, or another room judges. */
  assessed(request: Request, asked: AskedBy): AssessedContent | null
  /**
   * Carries out an approved decision. Repeating it has the same effect: a worker that was stopped half way repeats it.
   * @returns the value for the page, or one more decision that will give it
   * @throws Failure or RpcError of the part that failed; no step is left half done
   */
  carryOut(request: Request, approval: Approval, parts: CarryingOut): Promise<Fulfilment>
}

export type DecisionKind<Kind extends ApprovalKind = ApprovalKind> = DecisionKindOf<RequestOf<Kind>>

/** @throws Failure `approval-changed`, `fee-above-ceiling` */
export type SignedContent = (
  approval: Approval,
  account: Address,
  readers: ContentReaders,
) => Omit<ApprovalProof, 'account' | 'chainId'>

/** Readers of content whose form is known to other rooms. */
export interface ContentReaders {
  /** The transactions of approved calls, each as an approval of its own with its share of the fee. */
  partsOf(approval: Approval): Approval[]
  /** What the plan of a payment allows to be signed. */
  planned(plan: string): Omit<ApprovalProof, 'account' | 'chainId'>
}

interface AskedBy {
  requester: Requester
  account: Address | null
}

/** `account` is lower case or with a checksum; `origin` is the site's. */
export type AssessedContent =
  | { kind: 'message'; message: Hex; account: Address; origin: string }
  | { kind: 'network'; request: RequestOf<'add-network'> }
  | { kind: 'token'; request: RequestOf<'add-token'> }
  | { kind: 'typed-data'; typedData: string; account: Address | null }

/** What a kind says that signs nothing, moves nothing and is decided by the request alone. */
export const asksOnly = {
  isSingle: true,
  needs: null,
  isAccountSeen: true,
  isOfChain: () => true,
  signs: () => null,
  names: () => [],
} satisfies Partial<DecisionKind>

/**
 * The schema of a kind's request.
 * @param fields beside the kind
 */
export function requestSchema<const Kind extends ApprovalKind, Fields extends z.core.$ZodShape>(
  kind: Kind,
  fields: () => Fields,
) {
  return z.lazy(() => z.strictObject({ kind: z.literal(kind), ...fields() }))
}
