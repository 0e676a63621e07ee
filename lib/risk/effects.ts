import type { Risk } from '@/lib/approvals/types'
import type { EffectFacts, EffectRule } from './effect-facts'
import { allowances, powers } from './effect-grants'
import { drains, lookAlikeTokens, untried } from './effect-losses'
import { burntAssets, firstTimeParties, lookAlikeParties, sentToToken } from './effect-recipients'

const rules: readonly EffectRule[] = [
  burntAssets,
  lookAlikeParties,
  sentToToken,
  drains,
  allowances,
  powers,
  lookAlikeTokens,
  untried,
  firstTimeParties,
]

/** The risks of the effects of calls and signatures, each once: however an effect came about, the same rules hold. */
export function effectRisks(facts: EffectFacts): Risk[] {
  const found = rules.flatMap(rule => rule(facts))
  return [...new Map(found.map(each => [JSON.stringify(each), each])).values()]
}
