import { createdWithMoney, givenForNothing, paidToClaim, proceedsToAnother } from './effect-bargains'
import type { EffectFacts, EffectRule } from './effect-facts'
import { allowances, powers } from './effect-grants'
import { drains, lookAlikeTokens, untried } from './effect-losses'
import { burntAssets, firstTimeParties, lookAlikeParties, sentToToken } from './effect-recipients'
import { containedCalls, foreignCode, tooMuch } from './effect-unknowns'
import type { Risk } from './risk'

/** Rules that need nothing but what a call says itself. */
const stated: readonly EffectRule[] = [
  burntAssets,
  lookAlikeParties,
  sentToToken,
  allowances,
  powers,
  foreignCode,
  tooMuch,
  containedCalls,
  lookAlikeTokens,
]
const rules: readonly EffectRule[] = [
  ...stated,
  drains,
  givenForNothing,
  paidToClaim,
  proceedsToAnother,
  createdWithMoney,
  untried,
  firstTimeParties,
]

/** The risks of the effects of calls and signatures, each once: however an effect came about, the same rules hold. */
export function effectRisks(facts: EffectFacts): Risk[] {
  return found(rules, facts)
}

/** The risks of a call inside another, which was not simulated by itself. */
export function statedRisks(facts: EffectFacts): Risk[] {
  return found(stated, facts)
}

function found(of: readonly EffectRule[], facts: EffectFacts): Risk[] {
  const found = of.flatMap(rule => rule(facts))
  return [...new Map(found.map(each => [JSON.stringify(each), each])).values()]
}
