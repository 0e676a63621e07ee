import type { Address, Hex } from 'viem'

/**
 * The one vocabulary for what a decision leads to. A transaction, each of its inner calls, each simulated change, a
 * typed-data signature, a batch and a 402 payment are all read into it. Sentences are written from effects, and every
 * risk rule runs over effects. What is not known is an effect too.
 *
 * Amounts are in the smallest unit. Addresses are in lower case. Times are Unix seconds.
 */

/** What an effect is about. */
export type Asset =
  /** The currency of the chain, in wei. */
  | { kind: 'native' }
  /** A fungible token (ERC-20, ERC-777, ERC-4626 shares). */
  | { kind: 'token'; address: Address }
  /** One number of a collection (ERC-721, ERC-1155, ERC-6909); the amount counts how many of it. */
  | { kind: 'item'; address: Address; id: bigint }
  /**
   * Items of a collection: with the amount `all` every one, those received later too; else that many, of any number.
   */
  | { kind: 'collection'; address: Address }
  /**
   * The contract may be a token or a collection: `word` is then an amount, or the number of an item. The effect's
   * amount is `unknown`. Both readings are shown.
   */
  | { kind: 'token-or-item'; address: Address; word: bigint }

/** `all`: no limit that matters. `unknown`: decided later, by another party or by the price. */
export type EffectAmount = bigint | 'all' | 'unknown'

/**
 * From here on an amount is as good as unlimited: no token has that many units, and some tokens do not count such an
 * allowance down.
 */
export const unlimitedAllowance = 1n << 128n

/** A power over an account or a contract, as opposed to an amount of an asset. */
export type Power =
  /** Acts for the account in one contract (lending markets' `allow`, ERC-7540 and ERC-7575 vaults). */
  | 'operator'
  | 'owner'
  | 'role'
  /** The code that an account or a proxy runs (EIP-7702, ERC-1967). */
  | 'code'
  /** A module, guard or validator of a smart account (Safe, ERC-7579). */
  | 'module'
  /** A key that signs for a smart account. */
  | 'signer'
  /** Borrows in the account's name (credit delegation). */
  | 'borrower'
  | 'votes'
  /** Acts as the account itself (ERC-7710 delegations). */
  | 'account'

/** Where an effect was read from: the bytes that are signed, or a simulation on the pending state. */
export type EffectSource = 'stated' | 'simulated'

export type UnknownReason =
  /** The selector is in no table, or the contract does not implement the standard that has the function. */
  | 'unknown-call'
  /** The selector is known, the arguments do not decode exactly. */
  | 'unreadable-call'
  /** Calls nested deeper, or wider, than is read. */
  | 'too-much'
  /** Foreign code runs with the account's own rights (`delegatecall`). */
  | 'foreign-code'
  /** No complete simulation could be had. */
  | 'not-simulated'
  /** Typed data of a kind that is in no table. */
  | 'unknown-signature'

export type Effect = { source: EffectSource } & (
  | { kind: 'pays'; asset: Asset; amount: EffectAmount; to: Address | null }
  | { kind: 'receives'; asset: Asset; amount: EffectAmount; from: Address | null }
  /** Assets of others move at the account's word: with an allowance it has, or in return for what it pays. */
  | { kind: 'moves'; asset: Asset; amount: EffectAmount; from: Address | null; to: Address | null }
  /**
   * `taker` may take up to `amount` from the account, from now on or until `until` (`null`: no end). `taker` is `null`
   * where anyone who holds the signature may. `every`: seconds after which the same amount may be taken again; `null`:
   * the amount is for once and for all. `adds`: the amount comes on top of what the taker may take already. `owner`:
   * whose assets, where they are not the account's own.
   */
  | {
      kind: 'allows'
      asset: Asset
      amount: EffectAmount
      taker: Address | null
      until: bigint | null
      every: bigint | null
      adds: boolean
      owner?: Address
    }
  /** An allowance becomes less, or ends (`left` 0). `taker` is `null` where the contract does not name it. */
  | { kind: 'revokes'; asset: Asset; left: bigint | 'unknown'; taker: Address | null; owner?: Address }
  /**
   * `of` is the contract or account that the power is over; `to` is `null` where anyone gets it, or that is decided
   * later.
   */
  | { kind: 'hands-over'; power: Power; of: Address; to: Address | null; until: bigint | null }
  | { kind: 'takes-back'; power: Power; of: Address; from: Address | null }
  | { kind: 'creates'; address: Address | null }
  | { kind: 'unknown'; reason: UnknownReason; target: Address | null; selector: Hex | null }
)
export type EffectKind = Effect['kind']
export type EffectOf<Kind extends EffectKind> = Extract<Effect, { kind: Kind }>

/** One call, signature or order as it is read: what it says by itself, and the calls inside it. */
export interface Act {
  /** The contract that is called, or that checks the signature; `null` for a contract creation. */
  target: Address | null
  /** In wei; goes to the target. */
  value: bigint
  /** `null` where nothing is called by name: a plain payment, a contract creation, a signature. */
  function: CalledFunction | null
  /** Without those of `inner`. */
  effects: readonly Effect[]
  /** Calls inside this one, in their order. */
  inner: readonly Act[]
  /** Who calls, where it is not the account: a smart account, or a contract that passes calls on. */
  caller?: Address
  /** The target's code runs in the caller's place, with all of its rights (`delegatecall`). */
  isForeignCode?: true
  /**
   * What reads exactly as calls inside data that is not understood. Whether they are made is not known, so their
   * effects are none of the act's.
   */
  contains?: readonly Act[]
}

export interface CalledFunction {
  selector: Hex
  /** The function's name in its ABI, as `setApprovalForAll`; `null` where the selector is in no table. */
  name: string | null
}

/** All effects of an act, its inner calls included. */
export function effectsOf(act: Act): Effect[] {
  return [...act.effects, ...act.inner.flatMap(effectsOf)]
}
