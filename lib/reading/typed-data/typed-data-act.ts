import type { Address } from 'viem'
import type { Act, Effect } from '@/lib/base/effects'
import type { ContractLookup } from '@/lib/reading/calls/contracts'
import { readCall } from '@/lib/reading/calls/nested-calls'
import { tokenAsset } from './typed-data-fields'
import type { SignedCall, TypedDataKind, TypedDataMeaning } from './typed-data-types'

/** Kinds that fix who gets the money: they are payments, however they are handed in. */
const payments: ReadonlySet<TypedDataKind> = new Set([
  'transfer-authorization',
  'receive-authorization',
  'permit2-x402-exact',
  'permit2-x402-upto',
  'escrow-payment',
])

interface Signing {
  /** The signer, in lower case. */
  account: Address
  /** The verifying contract. */
  target: Address | null
  /** The contracts that were identified; without them both readings of an ambiguous call are given. */
  contractOf?: ContractLookup
}

/** Returns typed data as an act, so that the same rules hold for a signature as for a transaction. */
export function typedDataAct(meaning: TypedDataMeaning, signing: Signing): Act {
  const { owner, grants, orders, call } = meaning
  const { account, target } = signing
  const isOwn = owner === null || owner === account
  const whole = { target, value: 0n, function: null, inner: [] }
  const [order, ...others] = orders
  const own = isOwn ? [...spendEffects(meaning), ...grants] : []
  const inner = others.length === 0 ? [] : orders.map(effects => ({ ...whole, effects: asSeenBy(account, effects) }))
  return {
    ...whole,
    effects: order === undefined || others.length > 0 ? own : [...own, ...asSeenBy(account, order)],
    inner: [...inner, ...(call === null ? [] : calls(call, signing).map(each => actAsSeenBy(account, each)))],
  }
}

function spendEffects({ kind, spender, recipient, spends, validUntil, period }: TypedDataMeaning): Effect[] {
  return spends.map(({ token, amount, isUnlimited }): Effect => {
    const asset = tokenAsset(token)
    const most = isUnlimited ? 'all' : amount
    if (payments.has(kind) && recipient !== null)
      return { source: 'stated', kind: 'pays', asset, amount: most, to: recipient }
    return {
      ...{ source: 'stated', kind: 'allows', asset, amount: most, taker: spender },
      ...{ until: validUntil, every: period, adds: false },
    }
  })
}

/** What moves to the signer is received, and what moves away from the signer is paid. */
function asSeenBy(account: Address, effects: readonly Effect[]): Effect[] {
  return effects.map((effect): Effect => {
    if (effect.kind !== 'moves') return effect
    const { source, asset, amount, from, to } = effect
    if (from === account) return { source, kind: 'pays', asset, amount, to }
    return to === account ? { source, kind: 'receives', asset, amount, from } : effect
  })
}

/** A smart account's calls may move the assets of its owner too, who signs for them. */
function actAsSeenBy(account: Address, act: Act): Act {
  const inner = act.inner.map(each => actAsSeenBy(account, each))
  return { ...act, effects: asSeenBy(account, act.effects), inner }
}

function calls(call: SignedCall, { target, contractOf }: Signing): Act[] {
  const to = call.to ?? target
  const account = call.account ?? target
  if (to === null || account === null) return []
  const { value, data, isForeignCode } = call
  const made = { to, value, data, ...(isForeignCode ? { isForeignCode } : {}) }
  return [readCall(made, { account, contractOf: contractOf ?? (() => null) })]
}
