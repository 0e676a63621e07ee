import type { EffectFacts, EffectRule } from './effect-facts'
import {
  containedCalls,
  createdWithMoney,
  drains,
  foreignCode,
  givenForNothing,
  lookAlikeTokens,
  paidForNothing,
  proceedsToAnother,
  tooMuch,
  untried,
} from './losses'
import { allowances, burntAssets, firstTimeParties, lookAlikeParties, powers, sentToToken } from './parties'
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
  paidForNothing,
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
