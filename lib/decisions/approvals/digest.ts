import type { Hex } from 'viem'
import { keccak256, textToHex } from '@/lib/base/hex'
import { firstNetworkOf, type NetworkId } from '@/lib/base/network-id'
import type { ApprovalRequest, Requester } from '@/lib/language/requests'
import type { Shown } from './types'

/** The content of a decision that its digest covers (invariant 2). */
export interface DigestContent {
  requester: Requester
  networkId: NetworkId
  chainId: number
  account: string | null
  request: ApprovalRequest
  shown: Shown
}

/**
 * The digest of a decision: keccak-256 of a canonical text of requester, network, chain, account, request and the shown
 * fee ceilings, pricing, nonce policy, outcome, plan and risks. The live fee, the tab and the document are not in it.
 */
export function approvalDigest({ requester, networkId, chainId, account, request, shown }: DigestContent): Hex {
  const content = {
    purpose: 'prelude approval 1',
    origin: requester.kind === 'site' ? requester.origin : null,
    topOrigin: requester.kind === 'site' ? requester.topOrigin : null,
    linkOrigin: requester.kind === 'wallet' ? requester.linkOrigin : undefined,
    statedPurpose: requester.kind === 'wallet' ? requester.statedPurpose : undefined,
    chainId,
    // Left out where both are the same number: so the digests of versions stay valid that had only the chain id.
    networkId: networkId === firstNetworkOf(chainId) ? undefined : networkId,
    account: account === null ? null : account.toLowerCase(),
    request,
    feeCeiling: shown.feeCeiling,
    addedFeeCeiling: shown.addedFeeCeiling,
    pricing: shown.fee?.pricing,
    noncePolicy: shown.noncePolicy,
    outcome: shown.outcome,
    plan: shown.plan,
    // Sorted: the order in which the rules ran has no meaning.
    risks: shown.risks.map(canonicalText).sort(),
  }
  return keccak256(textToHex(canonicalText(content)))
}

/**
 * Canonical JSON: object keys in code unit order, absent values left out. Equal values have equal texts.
 * @throws TypeError for a bigint, a fraction, an unsafe integer or a function
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
