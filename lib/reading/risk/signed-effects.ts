import type { Address } from 'viem'
import { noContract } from '@/lib/reading/calls/contracts'
import { contractOf } from '@/lib/reading/typed-data/typed-data'
import { typedDataAct } from '@/lib/reading/typed-data/typed-data-act'
import { allEffects, unknownHoldings } from './effect-facts'
import { allowances, powers } from './effect-grants'
import { burntAssets, lookAlikeParties, sentToToken } from './effect-recipients'
import { risk } from './risk'
import type { TypedDataRule } from './typed-data-facts'

/** Risks of the effects of a signature: the rules of transactions, over the same effects. */
export const signedEffects: TypedDataRule = ({ typedData, meaning, account, contacts, money, hasCode }) => {
  if (meaning === null) return []
  const facts = {
    ...{ account, contacts, money, simulated: null, holdings: unknownHoldings },
    contractOf: (address: Address) => {
      const code = hasCode(address)
      return code === null ? null : { ...noContract, code: code ? ('contract' as const) : ('none' as const) }
    },
  }
  const target = contractOf(typedData)
  const whole = { ...facts, contractOf: () => null, acts: [typedDataAct(meaning, { account, target })] }
  // Allowances of tokens that are signed for, and delegations, have rules of their own, which know more of them.
  const grants = meaning.kind === 'delegation' ? [] : meaning.grants
  const besides = { ...facts, acts: [typedDataAct({ ...meaning, grants, spends: [] }, { account, target })] }
  const items = allEffects(besides).flatMap(effect =>
    effect.kind === 'allows' && effect.asset.kind === 'item' && effect.taker !== account
      ? [risk('caution', 'signed-item', { taker: effect.taker ?? '' })]
      : [],
  )
  return [
    ...[burntAssets, lookAlikeParties, sentToToken].flatMap(rule => rule(whole)),
    ...[allowances, powers].flatMap(rule => rule(besides)),
    ...items,
  ]
}
