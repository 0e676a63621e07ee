import type { Address } from 'viem'
import type { Asset, Effect, EffectAmount } from '@/lib/values/effects'
import type { Description, ShownValue } from './description'

/** How a description differs from what would happen. */
export type Contradiction =
  /** Its intent says that nothing is given away, and something is. */
  | 'opposite'
  /** It names an amount in another token. */
  | 'other-token'
  /** It names less of a token than is paid or allowed. */
  | 'less'
  /** It names addresses, and not the one that gets the power. */
  | 'other-party'

/** Intents after which nobody may take anything from the account. */
const givesNothing =
  /^(?:sign[ -]?(?:in|up)|log[ -]?in|verif|authenticat|connect|register|join|vote|cancel|revoke|disable|remove|decrease|reject|claim|collect|receive|harvest)/i
/** Intents after which nothing leaves the account but the fee. */
const paysNothing = /^(?:sign[ -]?(?:in|up)|log[ -]?in|verif|authenticat|connect|receive)/i

/** From here on an amount is as good as unlimited: no token has that many units. */
const unlimited = 1n << 128n

/**
 * Whether a description contradicts the effects of what it describes; it is set aside then, and that is said. A
 * description has no other influence: no risk is removed by it.
 * @param contract the contract that is called, or that verifies the message: a description need not name it
 * @returns `null` if it does not
 */
export function contradictionOf(
  description: Description,
  effects: readonly Effect[],
  contract: Address | null,
): Contradiction | null {
  const words = intentWords(description)
  const values = valuesIn(description)
  for (const effect of effects) {
    const gives = effect.kind === 'hands-over' || (effect.kind === 'allows' && effect.amount !== 0n)
    if (gives && words.some(text => givesNothing.test(text))) return 'opposite'
    if (effect.kind === 'pays' && words.some(text => paysNothing.test(text))) return 'opposite'
    // A simulation may end in another amount than the call names: only what the bytes themselves say is compared.
    if (effect.source !== 'stated') continue
    if (effect.kind === 'pays' || effect.kind === 'allows') {
      const found = compareAmounts(effect.asset, effect.amount, values)
      if (found !== null) return found
    }
    if (gives && isOther(effect.kind === 'allows' ? effect.taker : effect.to, contract, values)) return 'other-party'
    if (effect.kind === 'pays' && isOther(effect.to, contract, values)) return 'other-party'
  }
  return null
}

function compareAmounts(asset: Asset, amount: EffectAmount, values: readonly ShownValue[]): Contradiction | null {
  if (asset.kind !== 'token' || amount === 'unknown') return null
  const amounts = values.filter(value => value.kind === 'token-amount')
  const own = amounts.filter(({ token }) => token?.toLowerCase() === asset.address.toLowerCase())
  const isEqual = (shown: bigint) => (amount === 'all' ? shown >= unlimited : shown === amount)
  if (own.length === 0)
    return amounts.some(({ token, amount: shown }) => token !== null && isEqual(shown)) ? 'other-token' : null
  const sum = own.reduce((total, { amount: shown }) => total + shown, 0n)
  return sum < (amount === 'all' ? 1n << 96n : amount) ? 'less' : null
}

function isOther(party: Address | null, contract: Address | null, values: readonly ShownValue[]): boolean {
  if (party === null || party.toLowerCase() === contract?.toLowerCase()) return false
  const named = values.flatMap(value => {
    if (value.kind === 'address') return [value.address]
    if (value.kind === 'raw' && value.type === 'address') return [value.text]
    return value.kind === 'call' && value.callee !== null ? [value.callee] : []
  })
  return named.length > 0 && !named.some(address => address.toLowerCase() === party.toLowerCase())
}

function intentWords({ intent, sentence }: Description): string[] {
  const first = sentence?.find(part => part.kind === 'text' && part.text.trim() !== '')
  return [...intent.map(({ text }) => text), ...(first?.kind === 'text' ? [first.text] : [])].map(text => text.trim())
}

/** Every value that is shown, those of calls inside too. */
function valuesIn({ fields }: Description): ShownValue[] {
  return fields.flatMap(({ value }) =>
    value.kind === 'call' && value.description !== null ? [value, ...valuesIn(value.description)] : [value],
  )
}
