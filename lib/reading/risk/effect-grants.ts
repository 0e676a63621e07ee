import type { EffectOf, Power } from '@/lib/base/effects'
import { isContract } from '@/lib/reading/calls/contracts'
import { allowanceSpender } from './allowance-spender'
import { allEffects, type EffectFacts, type EffectRule, isStranger } from './effect-facts'
import { risk } from './risk'

/** Allowances without limit, and takers that real payments do not need. What was allowed before anyway is no news. */
export const allowances: EffectRule = facts =>
  allEffects(facts).flatMap(effect => {
    if (effect.kind !== 'allows' || isNoMore(effect, facts)) return []
    const { taker } = effect
    return [
      ...limitRisks(effect),
      ...(taker === null
        ? [risk('danger', 'allowance-to-anyone')]
        : allowanceSpender({
            isContract: isContract(facts.contractOf(taker)?.code ?? null),
            isFirstTime: isStranger(taker, facts.contacts),
          })),
    ]
  })

function limitRisks({ asset, amount }: EffectOf<'allows'>) {
  if (asset.kind === 'collection') return [risk('danger', 'allowance-of-everything')]
  if (asset.kind === 'token-or-item') return [risk('caution', 'allowance-of-unknown')]
  return amount === 'all' ? [risk('danger', 'allowance-unlimited')] : []
}

/** True of a simulated allowance that is what is left of an earlier one. */
function isNoMore({ source, asset, amount, taker }: EffectOf<'allows'>, { holdings }: EffectFacts): boolean {
  if (source !== 'simulated' || taker === null) return false
  const before = holdings.allowanceOf(asset, taker)
  if (before === null) return false
  return before === 'all' || (typeof amount === 'bigint' && amount <= before)
}

const handsOver: Record<Power, string> = {
  operator: 'hands-over-operator',
  owner: 'hands-over-owner',
  role: 'hands-over-role',
  code: 'hands-over-code',
  module: 'hands-over-module',
  signer: 'hands-over-signer',
  borrower: 'hands-over-borrower',
  votes: 'hands-over-votes',
  account: 'hands-over-account',
}

/** Powers over a contract, or over the account in one. */
export const powers: EffectRule = facts =>
  allEffects(facts).flatMap(effect => {
    if (effect.kind !== 'hands-over' || effect.to === facts.account) return []
    // An authorization of EIP-7702: what it gives is all there is, and it has no end of its own.
    if (effect.power === 'account' && effect.of === facts.account) return [risk('danger', 'delegates-account')]
    const values = { power: effect.power, of: effect.of, to: effect.to ?? '' }
    return [risk(effect.power === 'votes' ? 'caution' : 'danger', handsOver[effect.power], values)]
  })
