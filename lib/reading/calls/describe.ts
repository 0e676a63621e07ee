import type { Address, Hex } from 'viem'
import type { Act, Asset, Effect, EffectOf, Power } from '@/lib/base/effects'
import { isSameAddress } from '@/lib/base/hex'
import type { TransactionPurpose } from '@/lib/base/transaction-purpose'
import type { Description } from '@/lib/reading/calls/description'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { readAct } from './acts'
import { type KnownCall, readCalldata } from './calldata'
import type { ContractLookup } from './contracts'

export interface DescriptionContext {
  purpose: TransactionPurpose
  account: Address
  contractOf: ContractLookup
  /** The transaction as it was read, with what is inside it; otherwise it is read here, without that. */
  act?: Act
}

/**
 * What a transaction does, as a code of the message catalogue (`does_<code>`) and its values: amounts as decimal text
 * in the smallest unit, `symbol` and
 * `decimals` empty where the token is not known. The sentence is written from the effects that the call states.
 *
 * | code | values |
 * |---|---|
 * | `send-native` | amount, to |
 * | `send-token` | amount, token, symbol, decimals, to |
 * | `send-token-memo` | as `send-token`, and memo |
 * | `move-token` | as `send-token`, and from |
 * | `move-item` | token, symbol, tokenId, from, to |
 * | `move-items` | as `move-item`, and count; where several kinds move at once, both are lists in the same order,
 * separated by commas |
 * | `move-many-items` | token, symbol, count, from, to |
 * | `send-token-or-item`, `move-token-or-item` | token, symbol, word (an amount or the number of an item), from, to |
 * | `allow-token`, `allow-more`, `allow-less` | amount, token, symbol, decimals, spender |
 * | `allow-unlimited`, `revoke-token` | token, symbol, decimals, spender |
 * | `allow-item`, `revoke-item` | token, symbol, tokenId; and spender of `allow-item` |
 * | `allow-items` | as `allow-item`, and count |
 * | `allow-token-or-item` | token, symbol, word, spender |
 * | `allow-everything`, `revoke-everything` | token, symbol, operator |
 * | `hand-over-<power>` | of, to |
 * | `create-contract` | amount |
 * | `call-contract` | amount, to, function (a name or a selector; empty without either) |
 * | `unreadable-call` | amount, to, selector, function |
 * | `cancel-transaction`, `fill-nonce`, `clear-delegation` | |
 * | `clear-delegation-of` | of (another account of the wallet) |
 * | `delegate` | to (the contract) |
 */
export function describeTransaction(
  transaction: Pick<TransactionRequest, 'to' | 'value' | 'data' | 'delegate'>,
  context: DescriptionContext,
): Description {
  switch (context.purpose) {
    case 'cancel':
      return { code: 'cancel-transaction', values: {}, counterparty: null }
    case 'fill-nonce':
      return { code: 'fill-nonce', values: {}, counterparty: null }
    case 'clear-delegation':
      return describeClearing(transaction.to, context.account)
    case 'delegate': {
      const { delegate = null } = transaction
      return { code: 'delegate', values: { to: delegate ?? '' }, counterparty: delegate }
    }
    default:
  }
  const { to, data } = transaction
  const value = BigInt(transaction.value)
  const amount = value.toString()
  const act = context.act ?? readAct({ to, value, data }, context)
  if (to === null) return { code: 'create-contract', values: { amount }, counterparty: null }
  if (data === '0x') return { code: 'send-native', values: { amount, to }, counterparty: to }
  const called = act.function?.name ?? act.function?.selector ?? ''
  const unreadable = act.effects.some(effect => effect.kind === 'unknown' && effect.reason === 'unreadable-call')
  if (unreadable) {
    const selector = act.function?.selector ?? ''
    return { code: 'unreadable-call', values: { amount, to, selector, function: called }, counterparty: to }
  }
  // A payable look-alike of a token function: the sentence about tokens would hide the money that goes with it.
  const call = callOf(data)
  const described =
    value > 0n || (call !== null && handedIn.has(call.name)) ? null : describeEffects(act, call, context)
  return described ?? { code: 'call-contract', values: { amount, to, function: called }, counterparty: to }
}

function describeClearing(to: Address | null, account: Address): Description {
  if (to === null || isSameAddress(to, account)) return { code: 'clear-delegation', values: {}, counterparty: null }
  return { code: 'clear-delegation-of', values: { of: to }, counterparty: to }
}

/** Signed by the owner before, and handed in now: the page has sentences for these. */
const handedIn: ReadonlySet<string> = new Set(['permit', 'transferWithAuthorization'])

const handOvers: Partial<Record<Power, string>> = {
  operator: 'hand-over-operator',
  owner: 'hand-over-owner',
  role: 'hand-over-role',
  code: 'hand-over-code',
  borrower: 'hand-over-borrower',
  votes: 'hand-over-votes',
}

/**
 * What a call inside another one does, by itself. Beside the codes of `describeTransaction`:
 *
 * | code | values |
 * |---|---|
 * | `move-native` | amount, from, to |
 * | `run-code` | to, from (in whose place it runs), function |
 */
export function describeInnerAct(act: Act, context: Pick<DescriptionContext, 'account' | 'contractOf'>): Description {
  const { target, value, effects, function: called, caller } = act
  const name = called?.name ?? called?.selector ?? ''
  const amount = value.toString()
  const to = target ?? ''
  const from = caller ?? context.account
  if (act.isForeignCode === true)
    return { code: 'run-code', values: { to, from, function: name }, counterparty: target }
  if (target === null) return { code: 'create-contract', values: { amount }, counterparty: null }
  if (called === null) {
    const code = caller === undefined ? 'send-native' : 'move-native'
    return { code, values: { amount, from, to }, counterparty: target }
  }
  if (effects.some(effect => effect.kind === 'unknown' && effect.reason === 'unreadable-call')) {
    const { selector } = called
    return { code: 'unreadable-call', values: { amount, to, selector, function: name }, counterparty: target }
  }
  const described = value > 0n ? null : describeEffects(act, null, context)
  return described ?? { code: 'call-contract', values: { amount, to, function: name }, counterparty: target }
}

function callOf(data: Hex): KnownCall | null {
  const calldata = readCalldata(data)
  return calldata.kind === 'known' ? calldata.call : null
}

/** `null` where the effects are of several kinds, or of one that has no sentence: then the function called is named. */
function describeEffects(
  { effects, target }: Act,
  call: KnownCall | null,
  context: Pick<DescriptionContext, 'account' | 'contractOf'>,
): Description | null {
  const [first] = effects
  if (first === undefined) return null
  const about = (address: Address): Record<string, string> => {
    const known = context.contractOf(address)
    return {
      token: address,
      symbol: known === null ? '' : known.symbol || known.name,
      decimals: known?.decimals?.toString() ?? '',
    }
  }
  if (first.kind === 'pays' || first.kind === 'receives' || first.kind === 'moves')
    return describeMoves(effects, target, call, context.account.toLowerCase(), about)
  if (effects.length > 1) return null
  switch (first.kind) {
    case 'allows':
      return describeAllowance(first, about)
    case 'revokes':
      return describeRevocation(first, call, about)
    case 'hands-over': {
      const { of, to } = first
      const code = handOvers[first.power]
      return to === null || code === undefined ? null : { code, values: { of, to }, counterparty: to }
    }
    default:
      return null
  }
}

type About = (address: Address) => Record<string, string>
type Move = EffectOf<'pays'> | EffectOf<'receives'> | EffectOf<'moves'>

function isMove(effect: Effect): effect is Move {
  return effect.kind === 'pays' || effect.kind === 'receives' || effect.kind === 'moves'
}

/** A move of one asset, or of several items of one collection, between the same two. */
function describeMoves(
  effects: readonly Effect[],
  target: Address | null,
  call: KnownCall | null,
  account: string,
  about: About,
): Description | null {
  const moves = effects.filter(isMove)
  const [first] = moves
  if (first === undefined || moves.length !== effects.length) return null
  const from = ('from' in first ? first.from : account) ?? ''
  const to = (first.kind === 'receives' ? account : first.to) ?? ''
  const counterparty = first.kind === 'receives' ? (target ?? null) : first.to
  const { asset, amount } = first
  if (asset.kind === 'native') return null
  const { decimals = '', ...item } = about(asset.address)
  const token = asset.kind === 'token' ? { ...item, decimals } : item
  if (asset.kind === 'item') {
    const items = moves.flatMap(move => (isItem(move.asset) ? [{ id: move.asset.id, count: move.amount }] : []))
    if (items.length !== moves.length) return null
    const tokenId = items.map(({ id }) => id.toString()).join()
    // Without the call: one of an item may be all there is of it, or one of many.
    if (items.length === 1 && !hasCount(call) && (call !== null || amount === 1n))
      return { code: 'move-item', values: { ...token, tokenId, from, to }, counterparty }
    const count = items.map(each => each.count.toString()).join()
    return { code: 'move-items', values: { ...token, count, tokenId, from, to }, counterparty }
  }
  if (moves.length > 1) return null
  if (asset.kind === 'token-or-item')
    return {
      code: first.kind === 'pays' ? 'send-token-or-item' : 'move-token-or-item',
      values: { ...token, word: asset.word.toString(), from, to },
      counterparty,
    }
  if (asset.kind === 'collection')
    return { code: 'move-many-items', values: { ...token, count: amount.toString(), from, to }, counterparty }
  if (typeof amount !== 'bigint') return null
  const values = { ...token, amount: amount.toString(), to }
  if (call?.name === 'transferWithMemo')
    return { code: 'send-token-memo', values: { ...values, memo: call.args.memo }, counterparty }
  return first.kind === 'pays'
    ? { code: 'send-token', values, counterparty }
    : { code: 'move-token', values: { ...values, from }, counterparty }
}

function isItem(asset: Asset): asset is Extract<Asset, { kind: 'item' }> {
  return asset.kind === 'item'
}

/** True of the functions of ERC-1155 and ERC-6909, where an item is moved as many times as the call says. */
function hasCount(call: KnownCall | null): boolean {
  if (call === null) return false
  const { name, args } = call
  return 'count' in args || name === 'transferItems' || name === 'transferItemsFrom'
}

function describeAllowance({ asset, amount, taker, adds }: EffectOf<'allows'>, about: About): Description | null {
  if (asset.kind === 'native' || taker === null) return null
  const { decimals = '', ...item } = about(asset.address)
  const values = { ...item, ...(asset.kind === 'token' ? { decimals } : {}), spender: taker }
  const counterparty = taker
  switch (asset.kind) {
    case 'token-or-item':
      return { code: 'allow-token-or-item', values: { ...values, word: asset.word.toString() }, counterparty }
    case 'collection':
      return { code: 'allow-everything', values: { ...item, operator: taker }, counterparty }
    case 'item': {
      const tokenId = asset.id.toString()
      if (amount === 1n) return { code: 'allow-item', values: { ...values, tokenId }, counterparty }
      const count = amount.toString()
      return { code: 'allow-items', values: { ...values, tokenId, count }, counterparty }
    }
    case 'token':
      if (amount === 'all') return { code: 'allow-unlimited', values, counterparty }
      if (amount === 'unknown') return null
      return {
        code: adds ? 'allow-more' : 'allow-token',
        values: { ...values, amount: amount.toString() },
        counterparty,
      }
  }
}

function describeRevocation(
  { asset, left, taker }: EffectOf<'revokes'>,
  call: KnownCall | null,
  about: About,
): Description | null {
  if (asset.kind === 'native') return null
  const values = about(asset.address)
  if (asset.kind === 'item' && taker === null)
    return { code: 'revoke-item', values: { ...values, tokenId: asset.id.toString() }, counterparty: null }
  if (taker === null) return null
  if (asset.kind === 'collection')
    return { code: 'revoke-everything', values: { ...values, operator: taker }, counterparty: taker }
  if (asset.kind !== 'token') return null
  if (left === 'unknown' && call?.name === 'decreaseAllowance') {
    const amount = call.args.amount.toString()
    return { code: 'allow-less', values: { ...values, amount, spender: taker }, counterparty: taker }
  }
  if (left !== 0n && call === null) return null
  return { code: 'revoke-token', values: { ...values, spender: taker }, counterparty: taker }
}

/** The contracts that a transaction speaks about, or pays: what they are decides what it means. */
export function contractsOf({ to, data }: Pick<TransactionRequest, 'to' | 'data'>): Address[] {
  if (to === null || data === '0x') return to === null ? [] : [to]
  const calldata = readCalldata(data)
  if (calldata.kind !== 'known') return [to]
  const { args } = calldata.call
  const named = Object.entries(args).flatMap(([name, value]) =>
    ['to', 'token', 'spender', 'operator'].includes(name) && typeof value === 'string' && value.length === 42
      ? [value as Address]
      : [],
  )
  return [...new Set([to, ...named])]
}
