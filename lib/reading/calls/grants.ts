import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { encodeCall, readSingleWord, readWords, wordToAddress, wordToBoolean } from '@/lib/base/abi'
import { unlimitedAllowance } from '@/lib/base/effects'
import { isSameAddress } from '@/lib/base/hex'
import { hexSchema, quantitySchema } from '@/lib/base/hex-schemas'
import * as events from '@/lib/base/signatures/events'
import * as selectors from '@/lib/base/signatures/selectors'
import { permit2Address } from './published-contracts'

/**
 * What somebody was allowed to take, as events tell it: of a token (ERC-20), one item or all of a collection (ERC-721,
 * ERC-1155), or of a token by way of Permit2. That it was granted says nothing of now: `stateCalls` asks.
 */
export interface Grant {
  kind: 'token' | 'item' | 'collection' | 'permit2'
  token: Address
  spender: Address
  /** The id of an `item`. */
  tokenId: bigint | null
}

/** What a grant allows now. */
export interface GrantState {
  /** In the token's smallest unit; `null` for what has no amount. */
  amount: bigint | null
  isUnlimited: boolean
  /** Unix seconds; `null`: until it is revoked. */
  validUntil: bigint | null
}

/**
 * `Approval` of ERC-20 and ERC-721, `ApprovalForAll`, and `Approval` and `Permit` of Permit2. In all of them the owner
 * is the first topic.
 */
const permit2Topics: readonly string[] = [events.permit2Approval, events.permit2Permit]

/** `topics` of an `eth_getLogs` that finds every grant of an owner. */
export function grantTopics(owner: Address): [string[], Hex] {
  return [[events.approval, events.approvalForAll, ...permit2Topics], encodeCall('0x', [owner])]
}

export const grantLogsSchema = z.lazy(() =>
  z.array(
    z.object({
      address: z.string(),
      topics: z.array(z.string()),
      data: hexSchema,
      blockNumber: z.nullable(quantitySchema),
    }),
  ),
)
export type GrantLog = z.infer<typeof grantLogsSchema>[number]

/** `null` for a log that is none of these, whatever its first topic says: anybody can emit anything. */
export function readGrant({ address, topics }: Pick<GrantLog, 'address' | 'topics'>): Grant | null {
  const [topic, , second, third] = topics
  const token = readAddress(address)
  const other = readTopic(second)
  if (token === null || other === null) return null
  if (topic === events.approval && topics.length === 3) return { kind: 'token', token, spender: other, tokenId: null }
  if (topic === events.approval && topics.length === 4 && third !== undefined)
    return { kind: 'item', token, spender: other, tokenId: BigInt(third) }
  if (topic === events.approvalForAll && topics.length === 3)
    return { kind: 'collection', token, spender: other, tokenId: null }
  const spender = readTopic(third)
  if (token === permit2Address && topic !== undefined && permit2Topics.includes(topic) && spender !== null)
    return { kind: 'permit2', token: other, spender, tokenId: null }
  return null
}

export function grantKey({ kind, token, spender, tokenId }: Grant): string {
  return `${kind} ${token} ${spender} ${tokenId ?? ''}`
}

interface ContractCall {
  to: Address
  data: Hex
}

/** What to ask for the state of a grant: as many `eth_call`s as `readState` takes answers. */
export function stateCalls({ kind, token, spender, tokenId }: Grant, owner: Address): ContractCall[] {
  switch (kind) {
    case 'token':
      return [{ to: token, data: encodeCall(selectors.allowance, [owner, spender]) }]
    case 'item':
      return [
        { to: token, data: encodeCall(selectors.getApproved, [tokenId ?? 0n]) },
        { to: token, data: encodeCall(selectors.ownerOf, [tokenId ?? 0n]) },
      ]
    case 'collection':
      return [{ to: token, data: encodeCall(selectors.isApprovedForAll, [owner, spender]) }]
    case 'permit2':
      return [{ to: permit2Address, data: encodeCall(selectors.permit2Allowance, [owner, token, spender]) }]
  }
}

/**
 * The state out of the answers to `stateCalls`, or `null` where nothing is allowed (any more).
 * @param now Unix seconds
 */
export function readState(
  grant: Grant,
  owner: Address,
  answers: readonly (Hex | null)[],
  now: bigint,
): GrantState | null {
  const [answer, second] = answers
  if (answer == null) return null
  switch (grant.kind) {
    case 'token': {
      const amount = readSingleWord(answer)
      return amount === null || amount === 0n
        ? null
        : { amount, isUnlimited: amount >= unlimitedAllowance, validUntil: null }
    }
    case 'item':
      return readReturnedAddress(answer) === grant.spender &&
        second != null &&
        isSameAddress(readReturnedAddress(second), owner)
        ? { amount: null, isUnlimited: false, validUntil: null }
        : null
    case 'collection':
      return wordToBoolean(readSingleWord(answer) ?? 0n) === true
        ? { amount: null, isUnlimited: true, validUntil: null }
        : null
    case 'permit2': {
      const [amount, validUntil] = readWords(answer) ?? []
      if (amount === undefined || validUntil === undefined || amount === 0n || validUntil < now) return null
      return { amount, isUnlimited: amount === (1n << 160n) - 1n, validUntil }
    }
  }
}

/**
 * Calls that take a grant back, the plain one first. Some old tokens refuse an allowance of nothing: they are asked for
 * less by as much as there is, or else for one unit.
 */
export function revocations({ kind, token, spender, tokenId }: Grant, { amount }: GrantState): ContractCall[] {
  switch (kind) {
    case 'token':
      return [
        { to: token, data: encodeCall(selectors.approve, [spender, 0n]) },
        { to: token, data: encodeCall(selectors.decreaseAllowance, [spender, amount ?? 0n]) },
        { to: token, data: encodeCall(selectors.approve, [spender, 1n]) },
      ]
    case 'item':
      return [{ to: token, data: encodeCall(selectors.approve, [0n, tokenId ?? 0n]) }]
    case 'collection':
      return [{ to: token, data: encodeCall(selectors.setApprovalForAll, [spender, 0n]) }]
    case 'permit2':
      return [{ to: permit2Address, data: encodeCall(selectors.permit2Approve, [token, spender, 0n, 0n]) }]
  }
}

function readReturnedAddress(data: Hex): Address | null {
  const word = readSingleWord(data)
  return word === null ? null : wordToAddress(word)
}

function readTopic(topic: string | undefined): Address | null {
  return topic !== undefined && /^0x0{24}[0-9a-fA-F]{40}$/.test(topic) ? readAddress(`0x${topic.slice(26)}`) : null
}

function readAddress(text: string): Address | null {
  const lower = text.toLowerCase()
  return isAddressText(lower) ? lower : null
}

function isAddressText(text: string): text is Address {
  return /^0x[0-9a-f]{40}$/.test(text)
}
