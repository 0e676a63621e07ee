import type { Address, Hex } from 'viem'
import { readSingleWord, readWords, wordToAddress, wordToBoolean } from '@/lib/base/abi'
import {
  type Asset,
  type Effect,
  type EffectAmount,
  type EffectOf,
  type Power,
  unlimitedAllowance,
} from '@/lib/base/effects'
import { lowerCaseAddress } from '@/lib/base/hex'
import * as events from '@/lib/base/signatures/events'
import { permit2Address } from '@/lib/reading/calls/published-contracts'

export interface SimulatedLog {
  address: Address
  topics: readonly Hex[]
  data: Hex
}

/** With `traceTransfers`, `eth_simulateV1` reports native transfers as logs of this address; no code can be there. */
export const nativeTransferAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

interface Movement {
  asset: Asset
  amount: bigint
  counterparty: Address
}

/** What the logs of calls say about one account: the net change of each asset and item, and what others may do now. */
export function readChanges(logs: readonly SimulatedLog[], account: Address): Effect[] {
  const own = lowerCaseAddress(account)
  const granted = new Map<string, Effect>()
  // The last word about each allowance and power counts.
  for (const log of logs)
    for (const effect of readGrants(log, own))
      granted.set(`${lowerCaseAddress(log.address)} ${grantKey(effect)}`, effect)
  return [...readMovements(logs, own), ...granted.values()]
}

/** Net changes: an amount that goes out and comes back cancels out. Different items do not cancel each other. */
function readMovements(logs: readonly SimulatedLog[], own: Address): Effect[] {
  const totals = new Map<string, { asset: Asset; net: bigint; others: Set<Address> }>()
  for (const { asset, amount, counterparty } of logs.flatMap(log => readMovement(log, own))) {
    const key = assetKey(asset)
    const total = totals.get(key) ?? { asset, net: 0n, others: new Set() }
    total.net += amount
    total.others.add(counterparty)
    totals.set(key, total)
  }
  return [...totals.values()].flatMap(({ asset, net, others }): Effect[] => {
    const [only] = others
    const counterparty = others.size === 1 && only !== undefined ? only : null
    if (net === 0n) return []
    return net < 0n
      ? [{ source: 'simulated', kind: 'pays', asset, amount: -net, to: counterparty }]
      : [{ source: 'simulated', kind: 'receives', asset, amount: net, from: counterparty }]
  })
}

/** The same text for the same asset. */
export function assetKey(asset: Asset): string {
  switch (asset.kind) {
    case 'native':
      return 'native'
    case 'item':
      return `item ${asset.address} ${asset.id}`
    case 'token-or-item':
      return `token-or-item ${asset.address} ${asset.word}`
    default:
      return `${asset.kind} ${asset.address}`
  }
}

function readMovement(log: SimulatedLog, own: Address): Movement[] {
  const address = lowerCaseAddress(log.address)
  const [topic, second, third, fourth] = log.topics
  const between = (from: Address | null, to: Address | null, asset: Asset, amount: bigint): Movement[] => {
    if (from === null || to === null || from === to || (from !== own && to !== own)) return []
    return from === own ? [{ asset, amount: -amount, counterparty: to }] : [{ asset, amount, counterparty: from }]
  }
  const token: Asset = address === nativeTransferAddress ? { kind: 'native' } : { kind: 'token', address }
  const item = (id: bigint): Asset => ({ kind: 'item', address, id })
  switch (topic) {
    case events.transfer: {
      const amount = readSingleWord(log.data)
      // For an item (ERC-721) the number is a fourth topic; without indexed topics (CryptoKitties) the number is in the
      // data.
      if (fourth !== undefined) return between(party(second), party(third), item(BigInt(fourth)), 1n)
      return amount === null ? [] : between(party(second), party(third), token, amount)
    }
    case events.transferSingle:
    case events.transferBatch:
      return readMany(log.data, topic === events.transferBatch).flatMap(([id, amount]) =>
        between(party(third), party(fourth), item(id), amount),
      )
    case events.itemsTransfer: {
      const [, amount] = readWords(log.data) ?? []
      return fourth === undefined || amount === undefined
        ? []
        : between(party(second), party(third), item(BigInt(fourth)), amount)
    }
    // WETH9 logs no transfer when it is wrapped or unwrapped.
    case events.wrapped:
    case events.unwrapped: {
      const amount = readSingleWord(log.data)
      if (amount === null || log.topics.length !== 2) return []
      return topic === events.wrapped
        ? between(address, party(second), token, amount)
        : between(party(second), address, token, amount)
    }
    default:
      return []
  }
}

/** Numbers of items and how many of each (ERC-1155): two words, or two lists of the same length. */
function readMany(data: Hex, isBatch: boolean): (readonly [id: bigint, amount: bigint])[] {
  const words = readWords(data) ?? []
  const [first = 0n, second = 0n] = words
  if (!isBatch) return words.length === 2 ? [[first, second]] : []
  const items = readList(words, first)
  const amounts = readList(words, second)
  return items.length === amounts.length ? items.map((item, index) => [item, amounts[index] ?? 0n]) : []
}

function readList(words: readonly bigint[], offset: bigint): bigint[] {
  const start = Number(offset / 32n)
  const length = Number(words[start] ?? 0n)
  return words.slice(start + 1, start + 1 + length)
}

/** Allowances and powers that the account gave or took back. */
function readGrants(log: SimulatedLog, own: Address): Effect[] {
  const address = lowerCaseAddress(log.address)
  const [topic, second, third, fourth] = log.topics
  const [first = null, other = null] = [party(second), party(third)]
  const token: Asset = { kind: 'token', address }
  const collection: Asset = { kind: 'collection', address }
  const word = readSingleWord(log.data)
  switch (topic) {
    case events.approval: {
      if (first !== own || other === null) return []
      if (fourth === undefined) return word === null ? [] : [allowance(token, word, other)]
      const item: Asset = { kind: 'item', address, id: BigInt(fourth) }
      // ERC-721: the zero address takes the approval back.
      return [BigInt(other) === 0n ? revocation(item, null) : allowance(item, 1n, other)]
    }
    case events.itemsApproval:
      return first !== own || other === null || fourth === undefined || word === null
        ? []
        : [allowance({ kind: 'item', address, id: BigInt(fourth) }, word, other)]
    case events.approvalForAll:
    case events.operatorSet: {
      if (first !== own || other === null || word === null) return []
      return [wordToBoolean(word) === false ? revocation(collection, other) : allowance(collection, 'all', other)]
    }
    case events.authorizedOperator:
      return other !== own || first === null ? [] : [allowance(token, 'all', first)]
    case events.revokedOperator:
      return other !== own || first === null ? [] : [revocation(token, first)]
    case events.permit2Approval:
    case events.permit2Permit: {
      const taker = party(fourth)
      const [amount, until] = readWords(log.data) ?? []
      if (address !== permit2Address || first !== own || other === null || taker === null) return []
      return amount === undefined ? [] : [allowance({ kind: 'token', address: other }, amount, taker, until ?? null)]
    }
    case events.permit2Lockdown: {
      const [of, taker] = (readWords(log.data) ?? []).map(wordToAddress)
      if (address !== permit2Address || first !== own || of == null || taker == null) return []
      return [revocation({ kind: 'token', address: of }, taker)]
    }
    default:
      return readPowers({ ...log, address, topic, first, other, fourth, word }, own)
  }
}

interface PowerLog {
  address: Address
  topic: Hex | undefined
  first: Address | null
  other: Address | null
  fourth: Hex | undefined
  word: bigint | null
  data: Hex
}

function readPowers({ address, topic, first, other, fourth, word, data }: PowerLog, own: Address): Effect[] {
  const hands = (power: Power, to: Address | null): Effect[] => [
    { source: 'simulated', kind: 'hands-over', power, of: address, to, until: null },
  ]
  const takes = (power: Power, from: Address | null): Effect[] => [
    { source: 'simulated', kind: 'takes-back', power, of: address, from },
  ]
  switch (topic) {
    case events.ownershipTransferred:
    case events.ownershipTransferStarted:
      return first === own && other !== own ? hands('owner', other) : []
    case events.delegateChanged: {
      const to = party(fourth)
      if (first !== own || to === null) return []
      return to === own || BigInt(to) === 0n ? takes('votes', other) : hands('votes', to)
    }
    case events.borrowAllowanceDelegated:
      return first !== own || other === null ? [] : word === 0n ? takes('borrower', other) : hands('borrower', other)
    case events.authorizationSet: {
      const to = party(fourth)
      if (other !== own || to === null) return []
      return word === 0n ? takes('operator', to) : hands('operator', to)
    }
    // The account that gives a role must have the right to: it is the last in these logs.
    case events.roleGranted:
      return party(fourth) === own && other !== own ? hands('role', other) : []
    case events.roleRevoked:
      return party(fourth) === own && other !== own ? takes('role', other) : []
    case events.adminChanged: {
      const [before, after] = (readWords(data) ?? []).map(wordToAddress)
      return before === own && after !== own ? hands('code', after ?? null) : []
    }
    // Only the code of the account itself: of another proxy the owner alone changes it, with a call of its own.
    case events.upgraded:
      return address === own ? hands('code', first) : []
    default:
      return []
  }
}

function allowance(asset: Asset, word: EffectAmount, taker: Address, until: bigint | null = null): Effect {
  if (word === 0n) return revocation(asset, taker)
  const amount = typeof word === 'bigint' && word >= unlimitedAllowance ? 'all' : word
  return { source: 'simulated', kind: 'allows', asset, amount, taker, until, every: null, adds: false }
}

function revocation(asset: Asset, taker: Address | null): Effect {
  return { source: 'simulated', kind: 'revokes', asset, left: 0n, taker }
}

/** One allowance of a token for each taker; one of an item (ERC-721), which one at most may take. */
function grantKey(effect: Effect): string {
  switch (effect.kind) {
    case 'allows':
    case 'revokes':
      return `allowance ${assetKey(effect.asset)} ${isOfOne(effect) ? '' : effect.taker}`
    case 'hands-over':
      return `power ${effect.power} ${effect.of} ${effect.power === 'role' ? effect.to : ''}`
    case 'takes-back':
      return `power ${effect.power} ${effect.of} ${effect.power === 'role' ? effect.from : ''}`
    default:
      return effect.kind
  }
}

/** True of an item that one taker at most may take (ERC-721). */
function isOfOne(effect: EffectOf<'allows'> | EffectOf<'revokes'>): boolean {
  return effect.asset.kind === 'item' && (effect.kind === 'revokes' ? effect.taker === null : effect.amount === 1n)
}

function party(topic: Hex | undefined): Address | null {
  return topic === undefined ? null : wordToAddress(BigInt(topic))
}
