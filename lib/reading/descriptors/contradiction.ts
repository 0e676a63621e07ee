import type { Address } from 'viem'
import { type Asset, type Effect, type EffectAmount, type EffectKind, unlimitedAllowance } from '@/lib/base/effects'
import { isSameAddress } from '@/lib/base/hex'
import { plainLetters } from '@/lib/reading/hosts/plain-letters'
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

/**
 * How an intent begins, in plain letters, and the kinds of effects that it denies: nothing is given away, nothing
 * leaves the account.
 */
const denials: readonly { intent: RegExp; kinds: readonly EffectKind[] }[] = [
  {
    intent: /^(?:sign[ -]?(?:in|up|on)|log[ -]?(?:in|on)|verif|authenticat|connect|confirm (?:you|your)|prove|receive)/,
    kinds: ['pays', 'allows', 'hands-over'],
  },
  {
    intent: /^(?:register|join|vote|cancel|revoke|disable|remove|decrease|reject|claim|collect|harvest)/,
    kinds: ['allows', 'hands-over'],
  },
]

/**
 * Whether a description contradicts the effects of what it describes; it is set aside then, and that is said. A
 * description has no other influence: no risk is removed by it.
 * @param contract the contract that is called, or that verifies the message: a description need not name it
 * @param others effects of calls inside and of the simulation. Only a denial of them counts: an honest description
 *   need not name the amounts and parties of every call inside.
 * @returns `null` if it does not
 */
export function contradictionOf(
  description: Description,
  effects: readonly Effect[],
  contract: Address | null,
  others: readonly Effect[] = [],
): Contradiction | null {
  const words = intentWords(description)
  const values = valuesIn(description)
  const isDenied = (effect: Effect) =>
    !isEmptyAllowance(effect) &&
    denials.some(({ intent, kinds }) => kinds.includes(effect.kind) && words.some(text => intent.test(text)))
  if ([...effects, ...others.filter(effect => !isRemainder(effect))].some(isDenied)) return 'opposite'
  for (const effect of effects) {
    if (isEmptyAllowance(effect)) continue
    // A simulation may end in another amount than the call names: only what the bytes themselves say is compared.
    if (effect.source !== 'stated') continue
    if (effect.kind === 'pays' || effect.kind === 'allows') {
      const found = compareAmounts(effect.asset, effect.amount, values)
      if (found !== null) return found
    }
    if (isOther(partyOf(effect), contract, values)) return 'other-party'
  }
  return null
}

/** An allowance of nothing gives nothing. */
function isEmptyAllowance(effect: Effect): boolean {
  return effect.kind === 'allows' && effect.amount === 0n
}

/** An `Approval` event may state the rest of an allowance: after a decrease, or after a part was used. */
function isRemainder(effect: Effect): boolean {
  return effect.source === 'simulated' && effect.kind === 'allows' && effect.asset.kind === 'token'
}

/** The one who gets the asset or the power; `null` where the effect names none. */
function partyOf(effect: Effect): Address | null {
  if (effect.kind === 'allows') return effect.taker
  return effect.kind === 'pays' || effect.kind === 'hands-over' ? effect.to : null
}

function compareAmounts(asset: Asset, amount: EffectAmount, values: readonly ShownValue[]): Contradiction | null {
  if (asset.kind !== 'token' || amount === 'unknown') return null
  const isWhole = (shown: bigint) => (amount === 'all' ? shown >= unlimitedAllowance : shown === amount)
  // The very amount of a token, shown as the network's coin or as something counted: it reads as another thing.
  const isDisguised = values.some(
    value => (value.kind === 'native-amount' || value.kind === 'unit') && value.amount !== 0n && isWhole(value.amount),
  )
  const amounts = values.filter(value => value.kind === 'token-amount')
  const own = amounts.filter(({ token }) => isSameAddress(token, asset.address))
  if (own.length === 0)
    return isDisguised || amounts.some(({ token, amount: shown }) => token !== null && isWhole(shown))
      ? 'other-token'
      : null
  const sum = own.reduce((total, { amount: shown }) => total + shown, 0n)
  return sum < (amount === 'all' ? 1n << 96n : amount) ? 'less' : null
}

function isOther(party: Address | null, contract: Address | null, values: readonly ShownValue[]): boolean {
  if (party === null || isSameAddress(party, contract)) return false
  const named = values.flatMap(value => {
    if (value.kind === 'address') return [value.address]
    if (value.kind === 'raw' && value.type === 'address') return [value.text]
    return value.kind === 'call' && value.callee !== null ? [value.callee] : []
  })
  return named.length > 0 && !named.some(address => isSameAddress(address, party))
}

function intentWords({ intent, sentence }: Description): string[] {
  const first = sentence?.find(part => part.kind === 'text' && part.text.trim() !== '')
  return [...intent.map(({ text }) => text), ...(first?.kind === 'text' ? [first.text] : [])].map(plainIntent)
}

/** What a text begins with before its verb says nothing: signs, pictures, numbers and polite words. */
const beforeVerb = /^(?:[^a-z]+|(?:please|kindly|just|now|to|you|must|need|have|only|first)\b)+/

/** A text from its verb on, with look-alike letters of other alphabets as the plain ones that they look like. */
function plainIntent(text: string): string {
  return plainLetters(text).replace(beforeVerb, '')
}

/** Every value that is shown, those of calls inside too. */
function valuesIn({ fields }: Description): ShownValue[] {
  return fields.flatMap(({ value }) =>
    value.kind === 'call' && value.description !== null ? [value, ...valuesIn(value.description)] : [value],
  )
}
