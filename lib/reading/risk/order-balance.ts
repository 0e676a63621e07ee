import type { Address } from 'viem'
import type { Act } from '@/lib/base/effects'
import { contractOf } from '@/lib/reading/typed-data/typed-data'
import { typedDataAct } from '@/lib/reading/typed-data/typed-data-act'
import { allActs } from './effect-facts'
import { risk } from './risk'
import type { TypedDataFacts, TypedDataRule } from './typed-data-facts'

/** Nine tenths of what there is. */
const most = { numerator: 9n, denominator: 10n }

/** Risks of an order compared with the balances: it gives nearly all of a token, or more than there is. */
export const orderBalance: TypedDataRule = facts => {
  const { typedData, meaning, account } = facts
  if (meaning === null || meaning.orders.length === 0) return []
  const act = typedDataAct({ ...meaning, call: null }, { account, target: contractOf(typedData) })
  // Each order of a bulk signature can be taken, so what they give counts together.
  return [...tokensGiven([act])].flatMap(([token, amount]) => riskOf(token, amount, facts))
}

function riskOf(address: Address, amount: bigint, { balanceOf, metadataOf }: TypedDataFacts) {
  const balance = balanceOf(address)
  if (balance === null || amount === 0n) return []
  // A token without a name is told by its address.
  const token = metadataOf(address)?.symbol || address
  if (amount > balance) return [risk('caution', 'order-above-balance', { token })]
  const isMost = amount * most.denominator >= balance * most.numerator
  return isMost ? [risk('note', 'order-of-most', { token })] : []
}

function tokensGiven(acts: readonly Act[]): Map<Address, bigint> {
  const given = new Map<Address, bigint>()
  for (const effect of allActs(acts).flatMap(({ effects }) => effects))
    if (effect.kind === 'pays' && effect.asset.kind === 'token' && typeof effect.amount === 'bigint')
      given.set(effect.asset.address, (given.get(effect.asset.address) ?? 0n) + effect.amount)
  return given
}
