import type { Act, Asset, Effect } from '@/lib/base/effects'
import { contractOf } from '@/lib/reading/typed-data/typed-data'
import { typedDataAct } from '@/lib/reading/typed-data/typed-data-act'
import { allActs } from './effect-facts'
import { risk } from './risk'
import type { TypedDataRule } from './typed-data-facts'

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
