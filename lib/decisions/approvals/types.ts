import type { Address, Hex } from 'viem'
import type * as z from 'zod/mini'
import type { NetworkId } from '@/lib/base/network-id'
import type { ApprovalRequest, ApprovalStatus, Requester } from '@/lib/language/requests'
import type { decisionSchema, shownSchema } from './schemas'

/** A decision with its state: the database row with its JSON texts parsed. */
export interface Approval {
  id: string
  requester: Requester
  networkId: NetworkId
  /** The chain that what is signed is for. */
  chainId: number
  account: Address | null
  request: ApprovalRequest
  /** Facts shown beside the request. The digest covers them, except for the live fee. */
  shown: Shown
  digest: Hex
  status: ApprovalStatus
  decision: Decision | null
  requestKey: string | null
  createdAt: number
  expiresAt: number
}

export type Shown = z.infer<typeof shownSchema>
export type Decision = z.infer<typeof decisionSchema>

/** How a decision ends that nobody made. */
export type EndStatus = Extract<ApprovalStatus, 'cancelled' | 'chain-left' | 'expired'>

/** The stored approvals. They outlive the worker. */
export interface Approvals {
  add(input: {
    /** Set by callers that need the id before the approval exists. */
    id?: string | undefined
    requester: Requester
    networkId: NetworkId
    account: Address | null
    request: ApprovalRequest
    shown: Shown
    requestKey: string | null
  }): Promise<Approval>
  get(id: string): Promise<Approval | undefined>
  /** Waiting approvals, oldest first. */
  waiting(): Promise<Approval[]>
  /** Approved and not yet carried out, oldest first. After a start: those that the last worker left. */
  approved(): Promise<Approval[]>
  /**
   * Replaces what is shown and recomputes the digest. The risks of the site and of the network stay.
   * @throws Failure `approval-gone`
   */
  show(id: string, shown: Shown): Promise<Approval>
  /**
   * Does what `show` does, with another network.
   * @throws Failure `approval-gone`
   */
  choose(id: string, chosen: { networkId: NetworkId; shown: Shown }): Promise<Approval>
  /**
   * Replaces the request and clears what was shown: nothing can be approved before the next `show`.
   * @throws Failure `approval-gone`
   */
  revise(id: string, request: ApprovalRequest): Promise<Approval>
  /**
   * Approves what the person saw.
   * @param digest of what was shown
   * @throws Failure `approval-gone`, `approval-changed`, `fee-above-ceiling`, `invalid-input`
   */
  approve(id: string, digest: Hex, decision: Decision): Promise<Approval>
  /**
   * Checks that the approval releases a signature: it is approved, and its content matches its digest (invariant 2).
   * @throws Failure `approval-gone`, `approval-changed`, `fee-above-ceiling`
   */
  verify(id: string): Promise<Approval>
  /** @throws Failure `approval-gone` unless approved */
  done(id: string): Promise<void>
  /** @throws Failure `approval-gone` unless waiting */
  reject(id: string): Promise<void>
  /**
   * Ends the waiting approvals that match.
   * @returns those that ended
   */
  cancel(matches: (approval: Approval) => boolean, status: EndStatus): Promise<Approval[]>
  /** Called after each change was stored. Returns the end of listening. */
  onChange(listener: (approval: Approval) => void): () => void
}
