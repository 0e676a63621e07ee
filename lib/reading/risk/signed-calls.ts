import { contractOf } from '@/lib/reading/typed-data/typed-data'
import { typedDataAct } from '@/lib/reading/typed-data/typed-data-act'
import { allActs } from './effect-facts'
import { risk } from './risk'
import type { TypedDataRule } from './typed-data-facts'

/** Risks of a call that a signature lets others make: foreign code, and a call that cannot be read. */
export const signedCalls: TypedDataRule = ({ typedData, meaning, account }) => {
  if (meaning === null || meaning.call === null) return []
  const act = typedDataAct(meaning, { account, target: contractOf(typedData) })
  return allActs(act.inner).flatMap(({ effects }) =>
    effects.flatMap(effect => {
      if (effect.kind !== 'unknown') return []
      const contract = effect.target ?? ''
      return effect.reason === 'foreign-code'
        ? [risk('danger', 'signed-foreign-code', { contract })]
        : [risk('caution', 'signed-call-unknown', { contract })]
    }),
  )
}
