import type { Address } from 'viem'
import type { Act, Asset, Effect } from '@/lib/base/effects'
import { isSameAddress } from '@/lib/base/hex'
import type { ContractLookup } from '@/lib/reading/calls/contracts'
import type { KnownMoney } from '@/lib/reading/tokens/known-money'
import type { Risk } from './risk'

/** The account's balance before, on the pending state; `null` if unknown. */
export interface Holdings {
  /** For a token or the currency in the smallest unit, for an item how many, for a collection how many items. */
  balanceOf(asset: Asset): bigint | null
  allowanceOf(asset: Asset, taker: Address): bigint | 'all' | null
}

/** What the rules over effects look at. */
export interface EffectFacts {
  account: Address
  /** The calls or the signature as they say themselves, with the calls inside them. */
  acts: readonly Act[]
  /** What would change for the account; `null` where that was not tried out, or not completely. */
  simulated: readonly Effect[] | null
  /** Addresses that something was sent or allowed to before, and one's own. */
  contacts: readonly Address[]
  contractOf: ContractLookup
  holdings: Holdings
  /** The money there is on this chain. */
  money: KnownMoney
}

export type EffectRule = (facts: EffectFacts) => Risk[]

/** The facts about an asset whose holdings are unknown. */
export const unknownHoldings: Holdings = { balanceOf: () => null, allowanceOf: () => null }

/** The acts with those inside them. */
export function allActs(acts: readonly Act[]): Act[] {
  return acts.flatMap(act => [act, ...allActs(act.inner)])
}

/** Effects that the calls state, and those that were simulated. */
export function allEffects({ acts, simulated }: Pick<EffectFacts, 'acts' | 'simulated'>): Effect[] {
  return [...allActs(acts).flatMap(act => act.effects), ...(simulated ?? [])]
}

/** True if nothing was ever sent or allowed to the address. */
export function isStranger(address: Address, contacts: readonly Address[]): boolean {
  return !contacts.some(contact => isSameAddress(contact, address))
}
