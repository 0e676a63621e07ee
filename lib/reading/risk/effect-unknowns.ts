import type { Act, UnknownReason } from '@/lib/base/effects'
import { allActs, type EffectFacts, type EffectRule } from './effect-facts'
import { risk } from './risk'

const unknowns = ({ acts }: Pick<EffectFacts, 'acts'>, reason: UnknownReason) =>
  allActs(acts).flatMap(({ effects }) =>
    effects.flatMap(effect => (effect.kind === 'unknown' && effect.reason === reason ? [effect] : [])),
  )

/** Code of another contract that runs with all rights of the caller: whatever it is called, it may do anything. */
export const foreignCode: EffectRule = facts =>
  unknowns(facts, 'foreign-code').map(({ target }) => risk('danger', 'foreign-code', { target: target ?? '' }))

/** More calls than can be read, or than a person could judge. */
export const tooMuch: EffectRule = facts =>
  unknowns(facts, 'too-much').length > 0 ? [risk('danger', 'too-many-calls')] : []

/** Data that is not understood reads exactly like a call that moves or gives away something. */
export const containedCalls: EffectRule = ({ acts, simulated }) =>
  allActs(acts)
    .flatMap(({ contains = [] }) => contains)
    .filter(isOfConsequence)
    .map(({ function: called }) =>
      risk(simulated === null ? 'caution' : 'note', 'contains-call', {
        function: called?.name ?? called?.selector ?? '',
      }),
    )

function isOfConsequence(act: Act): boolean {
  return allActs([act]).some(({ effects }) => effects.some(({ kind }) => kind !== 'receives' && kind !== 'revokes'))
}
