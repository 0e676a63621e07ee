import type { Address } from 'viem'
import type { Act, Asset, Effect } from '@/lib/base/effects'
import { noContract } from '@/lib/reading/calls/contracts'
import { contractOf } from '@/lib/reading/typed-data/typed-data'
import { typedDataAct } from '@/lib/reading/typed-data/typed-data-act'
import { allActs, allEffects, unknownHoldings } from './effect-facts'
import { allowances, burntAssets, lookAlikeAddress, lookAlikeParties, powers, sentToToken } from './parties'
import { risk } from './risk'
import type { TypedDataFacts, TypedDataRule } from './typed-data-facts'

/** So little buys nothing: in wei of the currency, in the smallest unit of a token. */
const nextToNothing = { native: 10n ** 9n, token: 1_000n }

/** Risks of an order by its own terms: nothing comes in return, or most of it goes to another. */
export const orderTerms: TypedDataRule = ({ typedData, meaning, account }) => {
  if (meaning === null) return []
  if (meaning.kind === 'hidden-order') return [risk('danger', 'order-price-hidden')]
  if (meaning.orders.length === 0) return []
  const act = typedDataAct({ ...meaning, call: null }, { account, target: contractOf(typedData) })
  const found = allActs([act]).flatMap(termsOf)
  const bulk =
    meaning.kind === 'bulk-order' ? [risk('caution', 'order-bulk', { count: `${meaning.orders.length}` })] : []
  return [...new Map([...found, ...bulk].map(each => [JSON.stringify(each), each])).values()]
}

function termsOf({ effects }: Act) {
  if (!effects.some(effect => effect.kind === 'pays' && effect.amount !== 0n)) return []
  const received = effects.filter(effect => effect.kind === 'receives' && isWorthIt(effect))
  const others = effects.filter(effect => effect.kind === 'moves' && isWorthIt(effect) && !isPaid(effect, effects))
  const taken = others.find(
    effect => received.length === 0 || isMore(sumOf(others, assetOf(effect)), sumOf(received, assetOf(effect))),
  )
  if (taken?.kind === 'moves') return [risk('danger', 'order-to-another', { to: taken.to ?? '' })]
  return received.length === 0 ? [risk('danger', 'order-for-nothing')] : []
}

/** True if others get more of the price than the signer does. Where the price is of something else, it is no share. */
function isMore(others: bigint, own: bigint): boolean {
  return own > 0n && others > own
}

/** A fee paid from the signer's own payment is not part of the return. */
function isPaid(fee: Effect, effects: readonly Effect[]): boolean {
  return effects.some(effect => effect.kind === 'pays' && nameOf(assetOf(effect)) === nameOf(assetOf(fee)))
}

function isWorthIt(effect: Effect): boolean {
  if (!('asset' in effect) || !('amount' in effect)) return false
  const { asset, amount } = effect
  if (typeof amount !== 'bigint') return true
  return amount > (asset.kind === 'native' || asset.kind === 'token' ? nextToNothing[asset.kind] : 0n)
}

function sumOf(effects: readonly Effect[], asset: Asset | null): bigint {
  return effects.reduce(
    (sum, effect) =>
      (effect.kind === 'moves' || effect.kind === 'receives') &&
      nameOf(effect.asset) === nameOf(asset) &&
      typeof effect.amount === 'bigint'
        ? sum + effect.amount
        : sum,
    0n,
  )
}

function assetOf(effect: Effect): Asset | null {
  return 'asset' in effect ? effect.asset : null
}

function nameOf(asset: Asset | null): string {
  if (asset === null || asset.kind === 'native') return asset === null ? '' : 'native'
  return `${asset.kind} ${asset.address} ${asset.kind === 'item' ? asset.id : ''}`
}

/** Nine tenths of what there is. */
const most = { numerator: 9n, denominator: 10n }

/** Risks of an order compared with the balances: it gives nearly all of a token, or more than there is. */
export const orderBalance: TypedDataRule = facts => {
  const { typedData, meaning, account } = facts
  if (meaning === null || meaning.orders.length === 0) return []
  const act = typedDataAct({ ...meaning, call: null }, { account, target: contractOf(typedData) })
  // Each order of a bulk signature can be taken, so what they give counts together.
  return [...tokensGiven([act])].flatMap(([token, amount]) => riskOf(token, amount, facts))
}

function riskOf(address: Address, amount: bigint, { balanceOf, metadataOf }: TypedDataFacts) {
  const balance = balanceOf(address)
  if (balance === null || amount === 0n) return []
  // A token without a name is told by its address.
  const token = metadataOf(address)?.symbol || address
  if (amount > balance) return [risk('caution', 'order-above-balance', { token })]
  const isMost = amount * most.denominator >= balance * most.numerator
  return isMost ? [risk('note', 'order-of-most', { token })] : []
}

function tokensGiven(acts: readonly Act[]): Map<Address, bigint> {
  const given = new Map<Address, bigint>()
  for (const effect of allActs(acts).flatMap(({ effects }) => effects))
    if (effect.kind === 'pays' && effect.asset.kind === 'token' && typeof effect.amount === 'bigint')
      given.set(effect.asset.address, (given.get(effect.asset.address) ?? 0n) + effect.amount)
  return given
}

/** Risks of orders to an exchange that keeps its own books: money sent, and an agent that trades. */
export const exchangeMoves: TypedDataRule = ({ meaning, account, contacts, isOwn }) => {
  if (meaning === null) return []
  const { kind, spender, recipient } = meaning
  if (kind === 'exchange-agent')
    return spender === null || spender === account ? [] : [risk('danger', 'exchange-agent', { agent: spender })]
  if (kind !== 'exchange-transfer' && kind !== 'exchange-withdrawal') return []
  if (recipient !== null && isOwn(recipient)) return []
  return [risk('caution', 'exchange-transfer'), ...(recipient === null ? [] : lookAlikeAddress(recipient, contacts))]
}

/** Risks of a call that a signature lets others make: foreign code, and a call that cannot be read. */
export const signedCalls: TypedDataRule = ({ typedData, meaning, account }) => {
  if (meaning === null || meaning.call === null) return []
  const act = typedDataAct(meaning, { account, target: contractOf(typedData) })
  return allActs(act.inner).flatMap(({ effects }) =>
    effects.flatMap(effect => {
      if (effect.kind !== 'unknown') return []
      const contract = effect.target ?? ''
      return effect.reason === 'foreign-code'
        ? [risk('danger', 'signed-foreign-code', { contract })]
        : [risk('caution', 'signed-call-unknown', { contract })]
    }),
  )
}

/** Risks of the effects of a signature: the rules of transactions, over the same effects. */
export const signedEffects: TypedDataRule = ({ typedData, meaning, account, contacts, money, hasCode }) => {
  if (meaning === null) return []
  const facts = {
    ...{ account, contacts, money, simulated: null, holdings: unknownHoldings },
    contractOf: (address: Address) => {
      const code = hasCode(address)
      return code === null ? null : { ...noContract, code: code ? ('contract' as const) : ('none' as const) }
    },
  }
  const target = contractOf(typedData)
  const whole = { ...facts, contractOf: () => null, acts: [typedDataAct(meaning, { account, target })] }
  // Allowances of tokens that are signed for, and delegations, have rules of their own, which know more of them.
  const grants = meaning.kind === 'delegation' ? [] : meaning.grants
  const besides = { ...facts, acts: [typedDataAct({ ...meaning, grants, spends: [] }, { account, target })] }
  const items = allEffects(besides).flatMap(effect =>
    effect.kind === 'allows' && effect.asset.kind === 'item' && effect.taker !== account
      ? [risk('caution', 'signed-item', { taker: effect.taker ?? '' })]
      : [],
  )
  return [
    ...[burntAssets, lookAlikeParties, sentToToken].flatMap(rule => rule(whole)),
    ...[allowances, powers].flatMap(rule => rule(besides)),
    ...items,
  ]
}
