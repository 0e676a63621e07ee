import { typedDataAct } from '@/lib/decoding/typed-data-act'
import { unknownHoldings } from './effect-facts'
import { burntAssets, lookAlikeParties, sentToToken } from './effect-recipients'
import { contractOf } from './typed-data-domain'
import type { TypedDataRule } from './typed-data-facts'

/** Risks of the recipients and takers that a signature names: the rules of transactions, over the same effects. */
export const signedEffects: TypedDataRule = ({ typedData, meaning, account, contacts, money }) => {
  if (meaning === null) return []
  const facts = {
    ...{ account, contacts, money, simulated: null, holdings: unknownHoldings },
    acts: [typedDataAct(meaning, { account, target: contractOf(typedData) })],
    contractOf: () => null,
  }
  return [burntAssets, lookAlikeParties, sentToToken].flatMap(rule => rule(facts))
}
