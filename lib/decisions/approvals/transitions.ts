import { Failure } from '@/lib/base/failure'
import { lackOf, readRequest } from '@/lib/decisions/kinds/kinds'
import type { ApprovalRequest } from '@/lib/language/requests'
import { isForbidden } from '@/lib/reading/risk/forbidden'
import type { Risk } from '@/lib/reading/risk/risk'
import { approvalDigest } from './digest'
import { decisionSchema } from './schemas'
import type { Approval, Decision, Shown } from './types'

/**
 * How an approval changes: pure functions from one state of it to the next. Each throws Failure `approval-gone` if the
 * approval's status does not allow the change.
 */

/** The code of `lib/decisions/shared-chain.ts`. */
const networkRisk = 'shared-chain'

/** Shown before anything is known. */
export const nothingShown: Shown = { feeCeiling: null, fee: null, noncePolicy: null, outcome: null, risks: [] }

/** With new facts shown beside the request. The risks of the site, of listed addresses and of the network stay. */
export function withShown(
  approval: Approval,
  shown: Shown,
  { networkId, chainId }: Pick<Approval, 'networkId' | 'chainId'> = approval,
): Approval {
  assertWaiting(approval)
  const kept = approval.shown.risks.filter(isKept)
  const otherRisks = shown.risks.filter(risk => !isKept(risk))
  return digested({ ...approval, networkId, chainId, shown: { ...shown, risks: [...kept, ...otherRisks] } })
}

/** With another request. Nothing is shown for it yet except the risks of the site and of listed addresses. */
export function withRequest(approval: Approval, request: ApprovalRequest): Approval {
  assertWaiting(approval)
  return withShown({ ...approval, request: readRequest(request) }, nothingShown)
}

/**
 * With new risks of the site and of listed addresses. Other risks stay.
 * @param risks those whose code begins neither with `site-` nor with `listed-` are ignored
 */
export function withSiteRisks(approval: Approval, risks: readonly Risk[]): Approval {
  assertWaiting(approval)
  const siteRisks = risks.filter(isLookedUp)
  const otherRisks = approval.shown.risks.filter(risk => !isLookedUp(risk))
  return digested({ ...approval, shown: { ...approval.shown, risks: [...siteRisks, ...otherRisks] } })
}

/**
 * Approved.
 * @param digest of what the person saw
 * @param now ms since the epoch
 * @throws Failure `approval-gone` after it has expired; `approval-changed` if the digest differs; `fee-above-ceiling`;
 * `invalid-input` {field} if it lacks a part that the decision needs, or a risk forbids it
 */
export function approved(approval: Approval, digest: Approval['digest'], decision: Decision, now: number): Approval {
  assertWaiting(approval)
  const { id } = approval
  if (approval.expiresAt <= now) throw new Failure('approval-gone', { id })
  if (approval.digest !== digest) throw new Failure('approval-changed', { id })
  assertUnchanged(approval)
  assertDecidable(approval, decision.accounts?.length ?? 0)
  return { ...approval, status: 'approved', decision: decisionSchema.parse(decision) }
}

/** Rejected by the person. */
export function rejected(approval: Approval): Approval {
  assertWaiting(approval)
  return { ...approval, status: 'rejected' }
}

/** Carried out. Repeating it changes nothing. */
export function done(approval: Approval): Approval {
  if (approval.status !== 'approved' && approval.status !== 'done') throw gone(approval)
  return { ...approval, status: 'done' }
}

/**
 * Asserts that an approval releases a signature (invariant 2).
 * @throws Failure `approval-gone` unless it is approved; `approval-changed`, `fee-above-ceiling` as `assertUnchanged`
 */
export function assertReleasing(approval: Approval): void {
  if (approval.status !== 'approved') throw gone(approval)
  assertUnchanged(approval)
}

/** @throws Failure `approval-changed` if the content does not match its digest; `fee-above-ceiling` {id} */
function assertUnchanged(approval: Approval): void {
  const { id, shown } = approval
  if (approvalDigest(approval) !== approval.digest) throw new Failure('approval-changed', { id })
  if (shown.fee === null || shown.feeCeiling === null) return
  if (BigInt(shown.fee.gas) * BigInt(shown.fee.maxFeePerGas) > BigInt(shown.feeCeiling))
    throw new Failure('fee-above-ceiling', { id })
}

/** @throws Failure `invalid-input` {field} if a part is missing that the decision needs, or a risk forbids approving */
function assertDecidable(approval: Approval, chosenAccounts: number): void {
  const { id, shown } = approval
  const field = lackOf(approval, chosenAccounts) ?? (isForbidden(shown.risks) ? 'risks' : null)
  if (field !== null) throw new Failure('invalid-input', { field, id })
}

function assertWaiting(approval: Approval): void {
  if (approval.status !== 'waiting') throw gone(approval)
}

function gone({ id }: Approval): Failure {
  return new Failure('approval-gone', { id })
}

function digested(approval: Approval): Approval {
  return { ...approval, digest: approvalDigest(approval) }
}

/** With the risks of its network, and without those of another one. */
export function withNetworkRisks(approval: Approval, risks: readonly Risk[]): Approval {
  const others = approval.shown.risks.filter(({ code }) => code !== networkRisk)
  return { ...approval, shown: { ...approval.shown, risks: [...others, ...risks] } }
}

function isKept(risk: Risk): boolean {
  return isLookedUp(risk) || risk.code === networkRisk
}

function isLookedUp({ code }: Risk): boolean {
  return /^(?:site|listed)-/.test(code)
}
