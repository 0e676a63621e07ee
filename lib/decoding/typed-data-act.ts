import type { Address } from 'viem'
import type { Act, Effect } from '@/lib/values/effects'
import type { ContractLookup } from './contracts'
import { readCall } from './nested-calls'
import type { SignedCall, TypedDataKind, TypedDataMeaning } from './typed-data-meaning'

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
    inner: [...inner, ...(call === null ? [] : calls(call, signing))],
  }
}

function spendEffects({ kind, spender, recipient, spends, validUntil, period }: TypedDataMeaning): Effect[] {
  return spends.map(({ token, amount, isUnlimited }): Effect => {
    const asset = { kind: 'token', address: token } as const
    const most = isUnlimited ? 'all' : amount
    if (payments.has(kind) && recipient !== null)
      return { source: 'stated', kind: 'pays', asset, amount: most, to: recipient }
    return {
      ...{ source: 'stated', kind: 'allows', asset, amount: most, taker: spender },
      ...{ until: validUntil, every: period, adds: false },
    }
  })
}

/** What an order sends to the signer is received. */
function asSeenBy(account: Address, effects: readonly Effect[]): Effect[] {
  return effects.map(effect =>
    effect.kind === 'moves' && effect.to === account
      ? { source: 'stated', kind: 'receives', asset: effect.asset, amount: effect.amount, from: null }
      : effect,
  )
}

function calls(call: SignedCall, { target, contractOf }: Signing): Act[] {
  const to = call.to ?? target
  const account = call.account ?? target
  if (to === null || account === null) return []
  const { value, data, isForeignCode } = call
  const made = { to, value, data, ...(isForeignCode ? { isForeignCode } : {}) }
  return [readCall(made, { account, contractOf: contractOf ?? (() => null) })]
}
