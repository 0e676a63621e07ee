import type { Act, Asset, Effect, EffectOf, UnknownReason } from '@/lib/base/effects'
import { allActs, allEffects, type EffectFacts, type EffectRule, isStranger } from './effect-facts'
import { lookAlikeToken } from './look-alike-token'
import { risk } from './risk'

/** Nine tenths of what there is: then most of it leaves at once. */
const most = { numerator: 9n, denominator: 10n }

/**
 * Most of what the account has of something leaves at once, and the sentence does not say so. Nothing in return is a
 * danger, and so are several assets at once.
 */
export const drains: EffectRule = facts => {
  const drained = new Set(
    paid(facts).flatMap(([asset, amount]) => (isMost(asset, amount, facts) ? [nameOf(asset)] : [])),
  )
  if (drained.size === 0) return []
  const isExchange = facts.simulated?.some(({ kind }) => kind === 'receives') === true
  return [isExchange && drained.size === 1 ? risk('caution', 'drains-for-return') : risk('danger', 'drains')]
}

/** What leaves and is not the sentence itself; items of one collection together. */
function paid(facts: EffectFacts): [Asset, bigint][] {
  const totals = new Map<string, [Asset, bigint]>()
  for (const effect of facts.simulated ?? []) {
    if (effect.kind !== 'pays' || typeof effect.amount !== 'bigint' || isStated(effect, facts)) continue
    const asset: Asset = isOfCollection(effect, facts)
      ? { kind: 'collection', address: effect.asset.address }
      : effect.asset
    const key = nameOf(asset)
    totals.set(key, [asset, (totals.get(key)?.[1] ?? 0n) + effect.amount])
  }
  return [...totals.values()]
}

type ItemPayment = EffectOf<'pays'> & { asset: Extract<Asset, { kind: 'item' }> }

function isOfCollection(effect: EffectOf<'pays'>, { contractOf }: EffectFacts): effect is ItemPayment {
  return effect.asset.kind === 'item' && contractOf(effect.asset.address)?.standards.includes('erc721') === true
}

/** One item is no drain: it is named, and there may be but one. */
function isMost(asset: Asset, amount: bigint, { holdings }: EffectFacts): boolean {
  const balance = holdings.balanceOf(asset)
  if (balance === null || balance === 0n || (asset.kind === 'collection' && amount < 2n)) return false
  return amount * most.denominator >= balance * most.numerator
}

/** True of a payment that the sentence names: a plain transfer. */
function isStated(payment: EffectOf<'pays'>, { acts }: EffectFacts): boolean {
  return allActs(acts).some(({ function: called, effects }) =>
    effects.some(
      effect =>
        effect.kind === 'pays' &&
        effect.to === payment.to &&
        nameOf(effect.asset) === nameOf(payment.asset) &&
        (effect.asset.kind !== 'native' || called === null),
    ),
  )
}

function nameOf(asset: Asset): string {
  if (asset.kind === 'native') return 'native'
  return `${asset.kind} ${asset.address} ${asset.kind === 'item' ? asset.id : ''}`
}

/** Tokens that go, come, or may be taken, under the name of other money. */
export const lookAlikeTokens: EffectRule = facts => {
  const tokens = new Set(allEffects(facts).flatMap(tokenOf))
  return [...tokens].flatMap(address => {
    const contract = facts.contractOf(address)
    if (contract === null || contract.decimals === null) return []
    const { symbol, name } = contract
    return lookAlikeToken({ address, symbol, name }, facts.money)
  })
}

/** Nothing can be lost by an allowance that is taken back. */
function tokenOf(effect: Effect) {
  const concerns =
    effect.kind === 'pays' || effect.kind === 'receives' || effect.kind === 'moves' || effect.kind === 'allows'
  return concerns && effect.asset.kind !== 'native' ? [effect.asset.address] : []
}

/** Calls and contract creations whose effects are neither read nor tried out. */
export const untried: EffectRule = ({ acts, simulated }) => {
  const isUnknown = allActs(acts).some(({ effects }) =>
    effects.some(
      effect => effect.kind === 'creates' || (effect.kind === 'unknown' && effect.reason !== 'unreadable-call'),
    ),
  )
  return isUnknown && simulated === null ? [risk('caution', 'not-tried')] : []
}

/** What is given for nothing, or for as good as nothing. */

/** So little of a currency or a token buys nothing on any chain: less than a billionth of a whole with 18 decimals. */
const nextToNothing = 10n ** 9n

/**
 * An item leaves, not by a plain transfer, and next to nothing comes in return. A contract may keep it for the account,
 * as bridges do; a person's account does not.
 */
export const givenForNothing: EffectRule = facts => {
  const { simulated, contractOf } = facts
  const gone = allEffects(facts).flatMap(effect => {
    if (effect.kind !== 'pays' || effect.asset.kind !== 'item') return []
    // Without a simulation: who gets it is decided by others.
    const counts = simulated === null ? effect.to === null : effect.source === 'simulated' && !isTransfer(effect, facts)
    return counts ? [effect.to] : []
  })
  if (gone.length === 0 || isPaidFor(facts)) return []
  const isKept = gone.every(to => to !== null && contractOf(to)?.code === 'contract')
  return [risk(isKept ? 'caution' : 'danger', 'given-for-nothing')]
}

/** What an exchange gives goes to another, and nothing to the account that pays. */
export const proceedsToAnother: EffectRule = facts => {
  const effects = allEffects(facts)
  if (effects.some(({ kind }) => kind === 'receives')) return []
  return allActs(facts.acts).flatMap(({ target, effects }) =>
    effects.flatMap(effect =>
      effect.kind === 'moves' && effect.amount === 'unknown' && effect.from === target && effect.to !== null
        ? [risk('danger', 'proceeds-to-another', { to: effect.to })]
        : [],
    ),
  )
}

function isPaidFor({ simulated, contractOf }: EffectFacts): boolean {
  return (simulated ?? []).some(effect => {
    if (effect.kind !== 'receives') return false
    if (effect.asset.kind !== 'native' && effect.asset.kind !== 'token') return true
    const decimals = effect.asset.kind === 'native' ? 18 : (contractOf(effect.asset.address)?.decimals ?? 18)
    // One of a token without many decimals is more than nothing.
    const least = decimals >= 18 ? nextToNothing : 1n
    return typeof effect.amount !== 'bigint' || effect.amount > least
  })
}

/** True of an item that a call names as sent to somebody. */
function isTransfer(payment: EffectOf<'pays'>, { acts }: EffectFacts): boolean {
  return allActs(acts).some(({ effects }) =>
    effects.some(effect => effect.kind === 'pays' && effect.to !== null && effect.to === payment.to),
  )
}

/** Functions whose name promises something free: a payment for it is suspicious. */
const promises = /^(claim|airdrop|rewards?|getreward|redeemreward|connect|verify|validate|security|sync)/i

/**
 * Money goes with a call, and nothing comes in return. A danger where the call's name promises a gain, and where a
 * contract that the account never used is called by a name that nobody knows: drainers name their functions anew.
 */
export const paidForNothing: EffectRule = ({ acts, contacts, simulated }) => {
  if (simulated?.some(({ kind }) => kind === 'receives') === true) return []
  return acts.flatMap(({ target, value, function: called, effects }) => {
    if (value === 0n || called === null) return []
    if (called.name !== null && promises.test(called.name))
      return [risk('danger', 'paid-to-claim', { function: called.name })]
    // What a call says itself needs no guess, and what was not tried out may still come.
    if (simulated === null || !effects.some(({ kind }) => kind === 'unknown')) return []
    const isObscure = called.name === null && target !== null && isStranger(target, contacts)
    return [risk(isObscure ? 'danger' : 'caution', 'paid-for-nothing')]
  })
}

/** A contract that is created with money can send it on at once: that is code, and no sentence can tell it. */
export const createdWithMoney: EffectRule = facts =>
  facts.acts.some(({ value, target }) => target === null && value > 0n) ||
  (facts.acts.some(({ target }) => target === null) && allEffects(facts).some(isLoss))
    ? [risk('danger', 'created-with-money')]
    : []

function isLoss({ source, kind }: { source: string; kind: string }): boolean {
  return source === 'simulated' && (kind === 'pays' || kind === 'allows')
}

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
