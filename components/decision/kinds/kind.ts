import type { ReactNode } from 'react'
import type { Address } from 'viem'
import type { ApprovalKind, ApprovalRequest, RequestOf } from '@/lib/language/requests'
import type { ApprovalView } from '@/lib/language/ui'

interface AskedFor<Request extends ApprovalRequest> {
  request: Request
  approval: ApprovalView
}

export type Asked<Kind extends ApprovalKind> = AskedFor<RequestOf<Kind>>

/** The person's choices in a decision, and the ways to change them. */
export interface Choosing {
  /** The chosen accounts, the active one first. */
  chosen: Address[]
  onChoose(accounts: Address[]): void
  /** Called with the id of a decision that has to be made before this one. */
  onNeed(approvalId: string): void
  /** Called with the index of a field: Approve waits while its change is not made. */
  onChanging(index: number, isChanging: boolean): void
}

/**
 * What a page shows of a kind of decision. No member is optional. What the worker does with the kind is in
 * `lib/decisions/kinds`.
 */
interface ShownKindOf<Request extends ApprovalRequest> {
  /** On the button that approves: what it does. */
  Approve(asked: AskedFor<Request>): ReactNode
  /** The sentence that says what approving does. */
  Statement(asked: AskedFor<Request>): ReactNode
  Body(asked: AskedFor<Request> & Choosing): ReactNode
  /** Below the risks: what would be signed, in full. */
  Beneath(asked: AskedFor<Request>): ReactNode
  /** The tokens and collections to name that the worker does not describe. */
  contracts(request: Request, account: Address | null): readonly Address[]
}

export type ShownKind<Kind extends ApprovalKind = ApprovalKind> = ShownKindOf<RequestOf<Kind>>
