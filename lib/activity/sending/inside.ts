import type { Address } from 'viem'
import { toEffectView } from '@/lib/base/effect-views'
import type { Act } from '@/lib/base/effects'
import type { ContractLookup } from '@/lib/reading/calls/contracts'
import { describeInnerAct } from '@/lib/reading/calls/describe'
import type { InnerCallView } from '@/lib/reading/calls/description'
import { type EffectFacts, unknownHoldings } from '@/lib/reading/risk/effect-facts'
import { statedRisks } from '@/lib/reading/risk/effects'

interface InsideContext extends Pick<EffectFacts, 'contacts' | 'money'> {
  account: Address
  contractOf: ContractLookup
}

/** Returns the calls inside an act, each with the sentence, the effects and the risks of this call alone. */
export function insideOf(act: Act, context: InsideContext): InnerCallView[] {
  return [
    ...act.inner.map(inner => viewOf(inner, true, context)),
    ...(act.contains ?? []).map(inner => viewOf(inner, false, context)),
  ]
}

function viewOf(act: Act, isCertain: boolean, context: InsideContext): InnerCallView {
  const { account, contacts, money, contractOf } = context
  const alone: Act = { ...act, inner: [], contains: [] }
  const facts = { account, contacts, money, contractOf, acts: [alone], simulated: null, holdings: unknownHoldings }
  return {
    description: describeInnerAct(act, context),
    caller: act.caller ?? null,
    effects: act.effects.map(toEffectView),
    risks: statedRisks(facts),
    isCertain,
    inner: insideOf(act, context),
  }
}
