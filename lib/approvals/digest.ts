import { type Hex, keccak256, stringToBytes } from 'viem'
import type { ApprovalRequest, Requester, Shown } from './types'

/** All that a decision is about (invariant 2). */
export interface DigestContent {
  requester: Requester
  chainId: number
  account: string | null
  request: ApprovalRequest
  shown: Shown
}

/**
 * keccak-256 over a canonical text of who asks, on which chain, for which account, what for, and what was shown: fee
 * ceiling, nonce policy, simulated outcome and risks. The live fee within the ceiling is not part of it, nor are the
 * tab and document the question came from.
 */
export function approvalDigest({ requester, chainId, account, request, shown }: DigestContent): Hex {
  const content = {
    purpose: 'prelude approval 1',
    origin: requester.kind === 'site' ? requester.origin : null,
    topOrigin: requester.kind === 'site' ? requester.topOrigin : null,
    chainId,
    account: account === null ? null : account.toLowerCase(),
    request,
    feeCeiling: shown.feeCeiling,
    noncePolicy: shown.noncePolicy,
    outcome: shown.outcome,
    plan: shown.plan,
    // A set: the order in which rules happened to run says nothing.
    risks: shown.risks.map(canonicalText).sort(),
  }
  return keccak256(stringToBytes(canonicalText(content)))
}

/**
 * JSON with the keys of every object in code unit order and absent values left out, so that equal values have equal
 * texts.
 * @throws TypeError for what JSON cannot carry without loss (bigint, fractions, functions)
 */
export function canonicalText(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new TypeError('a number in an approval is a safe integer')
    return String(value)
  }
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (typeof value !== 'object') throw new TypeError(`an approval cannot hold a ${typeof value}`)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalText(member)}`)
  return `{${members.join(',')}}`
}
