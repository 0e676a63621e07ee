import type { Address } from 'viem'
import type { Effect } from '@/lib/base/effects'
import { burnAddress } from './burn-address'
import { allActs, allEffects, type EffectRule, isStranger } from './effect-facts'
import { lookAlikeAddress } from './look-alike-address'
import { risk } from './risk'

const zeroAddress = `0x${'00'.repeat(20)}`

/** Recipients that can never send the money on. Burning in exchange for something is not a loss. */
export const burntAssets: EffectRule = facts => {
  const isExchange = facts.simulated?.some(({ kind }) => kind === 'receives') === true
  return allEffects(facts).flatMap(effect => {
    const to = recipientOf(effect)
    return to === null || (effect.source === 'simulated' && isExchange && to === zeroAddress) ? [] : burnAddress(to)
  })
}

/** Addresses that get something, or may take it, and look like one that the person knows. */
export const lookAlikeParties: EffectRule = facts =>
  allEffects(facts).flatMap(effect => {
    const party = recipientOf(effect) ?? ('taker' in effect && effect.kind === 'allows' ? effect.taker : null)
    return party === null ? [] : lookAlikeAddress(party, facts.contacts)
  })

/** Tokens and items that are sent to the contract of a token: most of those have no way to send them on. */
export const sentToToken: EffectRule = ({ acts, contractOf }) =>
  allActs(acts).flatMap(({ target, effects }) =>
    effects.flatMap(effect => {
      const to = recipientOf(effect)
      if (to === null || !('asset' in effect) || effect.asset.kind === 'native') return []
      // A vault takes in another token than its own shares.
      if (effect.asset.address !== target) return []
      const isToken = to === effect.asset.address || contractOf(to)?.standards.includes('erc20') === true
      return isToken ? [risk('danger', 'recipient-is-token')] : []
    }),
  )

/** A note for the first time that something goes to an address, or that its contract is called. */
export const firstTimeParties: EffectRule = ({ acts, simulated, contacts, contractOf }) => {
  const stated = allActs(acts).flatMap(({ effects }) =>
    effects.flatMap(effect => (effect.kind === 'unknown' ? effect.target : recipientOf(effect)) ?? []),
  )
  // What contracts pass on to each other is their affair; what ends at a person's account is not.
  const reached = (simulated ?? []).flatMap(recipientOrNone).filter(to => contractOf(to)?.code === 'none')
  return [...stated, ...reached].some(party => isStranger(party, contacts))
    ? [risk('note', 'first-time-counterparty')]
    : []
}

function recipientOrNone(effect: Effect): Address[] {
  const to = recipientOf(effect)
  return to === null ? [] : [to]
}

/** The address that gets something, or a power. */
function recipientOf(effect: Effect): Address | null {
  return effect.kind === 'pays' || effect.kind === 'moves' || effect.kind === 'hands-over' ? effect.to : null
}
