import type { Address, Hex } from 'viem'
import type { Effect } from '@/lib/base/effects'
import type { TypedDataStruct } from './typed-data'
import type { Spend } from './typed-data-fields'

/** The kinds of typed data that move money or promise to, and that the wallet can put into words. */
export type TypedDataKind =
  | 'transfer-authorization'
  | 'receive-authorization'
  | 'cancel-authorization'
  | 'permit'
  | 'permit-all'
  | 'permit2-allowance'
  | 'permit2-transfer'
  | 'permit2-x402-exact'
  | 'permit2-x402-upto'
  | 'permit2-x402-deposit'
  | 'permit2-unknown-witness'
  | 'x402-channel'
  | 'x402-voucher'
  | 'x402-refund'
  | 'x402-claim'
  | 'escrow-payment'
  | 'spend-permission'
  | 'delegation'
  | 'x402-offer'
  | 'x402-receipt'
  | 'order'
  | 'bulk-order'
  | 'hidden-order'
  | 'item-permit'
  | 'operator-permit'
  | 'credit-delegation'
  | 'manager-authorization'
  | 'votes-delegation'
  | 'meta-transaction'
  | 'safe-transaction'
  | 'user-operation'
  | 'exchange-transfer'
  | 'exchange-withdrawal'
  | 'exchange-agent'

/** Whether the signature lets a spender take tokens, in the forms of ERC-2612, DAI and Permit2. */
export function isPermitKind(kind: TypedDataKind): kind is Extract<TypedDataKind, `permit${string}`> {
  return kind.startsWith('permit')
}

/** A call that the signature lets somebody make. */
export interface SignedCall {
  /** In whose name it is made; `null` for the contract that checks the signature. */
  account: Address | null
  /** `null` for the contract that checks the signature. */
  to: Address | null
  /** In wei. */
  value: bigint
  data: Hex
  /** True if foreign code runs with the account's rights (`delegatecall`). */
  isForeignCode: boolean
}

export interface TypedDataMeaning {
  kind: TypedDataKind
  /** Whose money it is, as the data says: not necessarily the one who signs. */
  owner: Address | null
  /** Who may take it; `null` also where it is not the same one for all of it. */
  spender: Address | null
  /** Who gets it, where that is fixed. */
  recipient: Address | null
  spends: Spend[]
  /** Unix seconds; `null` where the data has no such bound. */
  validFrom: bigint | null
  validUntil: bigint | null
  /** Seconds after which the same amount may be taken again; `null` for once and for all. */
  period: bigint | null
  /** What the signature gives away or allows, besides `spends`. */
  grants: readonly Effect[]
  /**
   * What each order gives and gets, if somebody takes it. What goes to others is `moves`, also where the other may turn
   * out to be the signer.
   */
  orders: readonly (readonly Effect[])[]
  call: SignedCall | null
  /** An amount in the words of the data, where it is of no token of the chain. */
  statedAmount: string | null
}

/** Reads one kind of typed data. */
export type Read = (message: TypedDataStruct, domain: TypedDataStruct) => Partial<Omit<TypedDataMeaning, 'kind'>>
/** Exact text of the type → its meaning. */
export type KnownTypes = Readonly<Record<string, readonly [TypedDataKind, Read]>>
