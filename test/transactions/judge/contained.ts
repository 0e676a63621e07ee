import type { Asset, Effect } from '@/lib/base/effects'
import type { Fact } from './state'

/** Compares what the chain did with what a decision showed. */

const isSame = (left: string | null, right: string | null) => left?.toLowerCase() === right?.toLowerCase()
const enormous = 1n << 255n

/**
 * The changes for the worse that no effect contains, each in words.
 * @param expense what the account may have paid besides, in wei
 */
export function missing(
  before: Map<string, Fact>,
  after: Map<string, Fact>,
  effects: readonly Effect[],
  expense: bigint,
): string[] {
  return [...after].flatMap(([name, fact]) => {
    const was = before.get(name)?.value ?? 0n
    return isContained(fact, was, effects, expense) ? [] : [`${name}: ${was} → ${fact.value}`]
  })
}

function isContained(fact: Fact, was: bigint, effects: readonly Effect[], expense: bigint): boolean {
  const is = fact.value
  switch (fact.kind) {
    case 'balance':
      return was - is - (fact.address === null ? expense : 0n) <= lost(fact, effects)
    case 'allowance':
    case 'operator':
      return is <= was || effects.some(effect => allows(effect, fact, is))
    case 'power':
      return (
        is <= was ||
        effects.some(
          effect =>
            effect.kind === 'hands-over' &&
            effect.power === fact.power &&
            isSame(effect.of, fact.address) &&
            isSame(effect.to, fact.taker),
        )
      )
  }
}

/** The most that goes away or may be taken, by the effects. */
function lost(fact: Extract<Fact, { kind: 'balance' }>, effects: readonly Effect[]): bigint {
  return effects.reduce((sum, effect) => {
    if (effect.kind !== 'pays' || !isAbout(effect.asset, fact.address, fact.id)) return sum
    return sum + (typeof effect.amount === 'bigint' ? effect.amount : enormous)
  }, 0n)
}

function isAbout(asset: Asset, address: string | null, id: bigint | null): boolean {
  if (asset.kind === 'native' || address === null) return asset.kind === 'native' && address === null
  if (!isSame(asset.address, address)) return false
  return asset.kind === 'item' ? asset.id === id : asset.kind !== 'token' || id === null
}

function allows(effect: Effect, fact: Extract<Fact, { kind: 'allowance' | 'operator' }>, value: bigint): boolean {
  if (effect.kind !== 'allows' || !isSame(effect.taker, fact.taker)) return false
  if (fact.kind === 'operator') return effect.asset.kind === 'collection' && isSame(effect.asset.address, fact.address)
  if (!isAbout(effect.asset, fact.address, fact.id)) return false
  return typeof effect.amount !== 'bigint' || effect.amount >= value
}
