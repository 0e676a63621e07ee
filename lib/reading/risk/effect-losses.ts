import type { Asset, Effect, EffectOf } from '@/lib/base/effects'
import { allActs, allEffects, type EffectFacts, type EffectRule } from './effect-facts'
import { lookAlikeToken } from './look-alike-token'
import { risk } from './risk'

/** Nine tenths of what there is: then most of it leaves at once. */
const most = { numerator: 9n, denominator: 10n }

/**
 * Most of what the account has of something leaves at once, and the sentence does not say so. Nothing in return is a
 * danger, and so are several assets at once.
 */
export const drains: EffectRule = facts => {
  const drained = new Set(
    paid(facts).flatMap(([asset, amount]) => (isMost(asset, amount, facts) ? [nameOf(asset)] : [])),
  )
  if (drained.size === 0) return []
  const isExchange = facts.simulated?.some(({ kind }) => kind === 'receives') === true
  return [isExchange && drained.size === 1 ? risk('caution', 'drains-for-return') : risk('danger', 'drains')]
}

/** What leaves and is not the sentence itself; items of one collection together. */
function paid(facts: EffectFacts): [Asset, bigint][] {
  const totals = new Map<string, [Asset, bigint]>()
  for (const effect of facts.simulated ?? []) {
    if (effect.kind !== 'pays' || typeof effect.amount !== 'bigint' || isStated(effect, facts)) continue
    const asset: Asset = isOfCollection(effect, facts)
      ? { kind: 'collection', address: effect.asset.address }
      : effect.asset
    const key = nameOf(asset)
    totals.set(key, [asset, (totals.get(key)?.[1] ?? 0n) + effect.amount])
  }
  return [...totals.values()]
}

type ItemPayment = EffectOf<'pays'> & { asset: Extract<Asset, { kind: 'item' }> }

function isOfCollection(effect: EffectOf<'pays'>, { contractOf }: EffectFacts): effect is ItemPayment {
  return effect.asset.kind === 'item' && contractOf(effect.asset.address)?.standards.includes('erc721') === true
}

/** One item is no drain: it is named, and there may be but one. */
function isMost(asset: Asset, amount: bigint, { holdings }: EffectFacts): boolean {
  const balance = holdings.balanceOf(asset)
  if (balance === null || balance === 0n || (asset.kind === 'collection' && amount < 2n)) return false
  return amount * most.denominator >= balance * most.numerator
}

/** True of a payment that the sentence names: a plain transfer. */
function isStated(payment: EffectOf<'pays'>, { acts }: EffectFacts): boolean {
  return allActs(acts).some(({ function: called, effects }) =>
    effects.some(
      effect =>
        effect.kind === 'pays' &&
        effect.to === payment.to &&
        nameOf(effect.asset) === nameOf(payment.asset) &&
        (effect.asset.kind !== 'native' || called === null),
    ),
  )
}

function nameOf(asset: Asset): string {
  if (asset.kind === 'native') return 'native'
  return `${asset.kind} ${asset.address} ${asset.kind === 'item' ? asset.id : ''}`
}

/** Tokens that go, come, or may be taken, under the name of other money. */
export const lookAlikeTokens: EffectRule = facts => {
  const tokens = new Set(allEffects(facts).flatMap(tokenOf))
  return [...tokens].flatMap(address => {
    const contract = facts.contractOf(address)
    if (contract === null || contract.decimals === null) return []
    const { symbol, name } = contract
    return lookAlikeToken({ address, symbol, name }, facts.money)
  })
}

/** Of an allowance that is taken back nothing can be lost. */
function tokenOf(effect: Effect) {
  const concerns =
    effect.kind === 'pays' || effect.kind === 'receives' || effect.kind === 'moves' || effect.kind === 'allows'
  return concerns && effect.asset.kind !== 'native' ? [effect.asset.address] : []
}

/** Calls and contract creations whose effects are neither read nor tried out. */
export const untried: EffectRule = ({ acts, simulated }) => {
  const isUnknown = allActs(acts).some(({ effects }) =>
    effects.some(
      effect => effect.kind === 'creates' || (effect.kind === 'unknown' && effect.reason !== 'unreadable-call'),
    ),
  )
  return isUnknown && simulated === null ? [risk('caution', 'not-tried')] : []
}
