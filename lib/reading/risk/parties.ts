import { type Address, zeroAddress } from 'viem'
import type { Effect, EffectOf, Power } from '@/lib/base/effects'
import { isContract } from '@/lib/reading/calls/contracts'
import { allActs, allEffects, type EffectFacts, type EffectRule, isStranger } from './effect-facts'
import { type Risk, risk } from './risk'

/** Recipients that can never send the money on. Burning in exchange for something is not a loss. */
export const burntAssets: EffectRule = facts => {
  const isExchange = facts.simulated?.some(({ kind }) => kind === 'receives') === true
  return allEffects(facts).flatMap(effect => {
    const to = recipientOf(effect)
    return to === null || (effect.source === 'simulated' && isExchange && to === zeroAddress) ? [] : burnAddress(to)
  })
}

/** Addresses that get something, or may take it, and look like one that the person knows. */
export const lookAlikeParties: EffectRule = facts =>
  allEffects(facts).flatMap(effect => {
    const party = recipientOf(effect) ?? ('taker' in effect && effect.kind === 'allows' ? effect.taker : null)
    return party === null ? [] : lookAlikeAddress(party, facts.contacts)
  })

/** Tokens and items that are sent to the contract of a token: most of those have no way to send them on. */
export const sentToToken: EffectRule = ({ acts, contractOf }) =>
  allActs(acts).flatMap(({ target, effects }) =>
    effects.flatMap(effect => {
      const to = recipientOf(effect)
      if (to === null || !('asset' in effect) || effect.asset.kind === 'native') return []
      // A vault takes in another token than its own shares.
      if (effect.asset.address !== target) return []
      const isToken = to === effect.asset.address || contractOf(to)?.standards.includes('erc20') === true
      return isToken ? [risk('danger', 'recipient-is-token')] : []
    }),
  )

/** A note for the first time that something goes to an address, or that its contract is called. */
export const firstTimeParties: EffectRule = ({ acts, simulated, contacts, contractOf }) => {
  const stated = allActs(acts).flatMap(({ effects }) =>
    effects.flatMap(effect => (effect.kind === 'unknown' ? effect.target : recipientOf(effect)) ?? []),
  )
  // What contracts pass on to each other is their affair; what ends at a person's account is not.
  const reached = (simulated ?? []).flatMap(recipientOrNone).filter(to => contractOf(to)?.code === 'none')
  return [...stated, ...reached].some(party => isStranger(party, contacts))
    ? [risk('note', 'first-time-counterparty')]
    : []
}

function recipientOrNone(effect: Effect): Address[] {
  const to = recipientOf(effect)
  return to === null ? [] : [to]
}

/** The address that gets something, or a power. */
function recipientOf(effect: Effect): Address | null {
  return effect.kind === 'pays' || effect.kind === 'moves' || effect.kind === 'hands-over' ? effect.to : null
}

/** Addresses without a key: the zero address, and others that are used to burn tokens. */
const burnAddresses: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dead',
  '0xdead000000000000000042069420694206942069',
  '0xffffffffffffffffffffffffffffffffffffffff',
])

/**
 * Risk of a recipient that can never send the money on.
 * @param recipient `null` for a contract creation
 */
export function burnAddress(recipient: Address | null): Risk[] {
  return recipient !== null && burnAddresses.has(recipient.toLowerCase()) ? [risk('danger', 'recipient-is-burn')] : []
}

/** Digits that the short form of an address shows at each end. */
const shownDigits = 4
/** That many same digits at both ends together: by chance one address in 16 million has them. */
const rareDigits = 6

/**
 * Risk of address poisoning: the address is not known, but at its ends a person sees a known one. If several known
 * addresses look like it, the most similar is named.
 */
export function lookAlikeAddress(address: Address, known: readonly Address[]): Risk[] {
  const digits = address.slice(2).toLowerCase()
  const others = known.map(each => each.slice(2).toLowerCase())
  if (others.includes(digits)) return []
  const [closest] = others
    .map(other => ({ other, ...similarity(digits, other) }))
    .filter(({ isSameShort, rarity }) => isSameShort || rarity >= rareDigits)
    .toSorted((left, right) => right.rarity - left.rarity)
  return closest === undefined ? [] : [risk('danger', 'recipient-look-alike', { known: `0x${closest.other}` })]
}

/** How alike two addresses are at their ends. `rarity`: the same digits at head and tail, without runs of zeros. */
function similarity(left: string, right: string): { isSameShort: boolean; rarity: number } {
  const head = sameDigits(left, right)
  const tail = sameDigits(reversed(left), reversed(right))
  return {
    isSameShort: head.length >= shownDigits && tail.length >= shownDigits,
    rarity: weight(head) + weight(tail),
  }
}

function sameDigits(left: string, right: string): string {
  let length = 0
  while (length < left.length && left[length] === right[length]) length += 1
  return left.slice(0, length)
}

/** Zeros in a row are common: contracts of a chain or of one maker are given such addresses on purpose. */
function weight(digits: string): number {
  return digits.replace(/0{2,}/g, '').length
}

function reversed(digits: string): string {
  return [...digits].reverse().join('')
}

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

/**
 * Risks of the spender of an allowance. The owner of a plain account can take the tokens at will; a contract that the
 * person never used may be hostile.
 * @param spender `isContract` is `null` if it is not known
 */
export function allowanceSpender(spender: { isContract: boolean | null; isFirstTime: boolean }): Risk[] {
  if (spender.isContract === false) return [risk('danger', 'allowance-to-account')]
  return spender.isFirstTime ? [risk('caution', 'allowance-to-new-contract')] : []
}
