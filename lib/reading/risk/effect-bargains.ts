import type { EffectOf } from '@/lib/base/effects'
import { allActs, allEffects, type EffectFacts, type EffectRule } from './effect-facts'
import { risk } from './risk'

/** What is given for nothing, or for as good as nothing. */

/** So little of a currency or a token buys nothing on any chain: less than a billionth of a whole with 18 decimals. */
const nextToNothing = 10n ** 9n

/**
 * An item leaves, not by a plain transfer, and next to nothing comes in return. A contract may keep it for the account,
 * as bridges do; a person's account does not.
 */
export const givenForNothing: EffectRule = facts => {
  const { simulated, contractOf } = facts
  const gone = allEffects(facts).flatMap(effect => {
    if (effect.kind !== 'pays' || effect.asset.kind !== 'item') return []
    // Without a simulation: who gets it is decided by others.
    const counts = simulated === null ? effect.to === null : effect.source === 'simulated' && !isTransfer(effect, facts)
    return counts ? [effect.to] : []
  })
  if (gone.length === 0 || isPaidFor(facts)) return []
  const isKept = gone.every(to => to !== null && contractOf(to)?.code === 'contract')
  return [risk(isKept ? 'caution' : 'danger', 'given-for-nothing')]
}

/** What an exchange gives goes to another, and nothing to the account that pays. */
export const proceedsToAnother: EffectRule = facts => {
  const effects = allEffects(facts)
  if (effects.some(({ kind }) => kind === 'receives')) return []
  return allActs(facts.acts).flatMap(({ target, effects }) =>
    effects.flatMap(effect =>
      effect.kind === 'moves' && effect.amount === 'unknown' && effect.from === target && effect.to !== null
        ? [risk('danger', 'proceeds-to-another', { to: effect.to })]
        : [],
    ),
  )
}

function isPaidFor({ simulated, contractOf }: EffectFacts): boolean {
  return (simulated ?? []).some(effect => {
    if (effect.kind !== 'receives') return false
    if (effect.asset.kind !== 'native' && effect.asset.kind !== 'token') return true
    const decimals = effect.asset.kind === 'native' ? 18 : (contractOf(effect.asset.address)?.decimals ?? 18)
    // One of a token without many decimals is more than nothing.
    const least = decimals >= 18 ? nextToNothing : 1n
    return typeof effect.amount !== 'bigint' || effect.amount > least
  })
}

/** True of an item that a call names as sent to somebody. */
function isTransfer(payment: EffectOf<'pays'>, { acts }: EffectFacts): boolean {
  return allActs(acts).some(({ effects }) =>
    effects.some(effect => effect.kind === 'pays' && effect.to !== null && effect.to === payment.to),
  )
}

/** Functions whose name promises something free: a payment for it is suspicious. */
const promises = /^(claim|airdrop|rewards?|getreward|redeemreward|connect|verify|validate|security|sync)/i

/** Money goes with a call whose name promises a gain, and nothing comes in return. */
export const paidToClaim: EffectRule = ({ acts, simulated }) => {
  if (simulated?.some(({ kind }) => kind === 'receives') === true) return []
  return acts.flatMap(({ value, function: called }) =>
    value > 0n && called?.name != null && promises.test(called.name)
      ? [risk('danger', 'paid-to-claim', { function: called.name })]
      : [],
  )
}

/** A contract that is created with money can send it on at once: that is code, and no sentence can tell it. */
export const createdWithMoney: EffectRule = facts =>
  facts.acts.some(({ value, target }) => target === null && value > 0n) ||
  (facts.acts.some(({ target }) => target === null) && allEffects(facts).some(isLoss))
    ? [risk('danger', 'created-with-money')]
    : []

function isLoss({ source, kind }: { source: string; kind: string }): boolean {
  return source === 'simulated' && (kind === 'pays' || kind === 'allows')
}
