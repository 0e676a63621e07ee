import type { Address } from 'viem'
import type { KnownMoney } from '@/lib/reading/tokens/known-money'
import type { TypedData } from '@/lib/reading/typed-data/typed-data'
import type { TypedDataMeaning } from '@/lib/reading/typed-data/typed-data-types'
import type { NamedToken } from './look-alike-token'
import type { Risk } from './risk'

/** The input of the rules for typed data. */
export interface TypedDataFacts {
  typedData: TypedData
  /** `null` for a kind the wallet does not know. */
  meaning: TypedDataMeaning | null
  /** The signer, lower case. */
  account: Address
  /** Unix seconds, by the slower one of the device's and the network's clocks. */
  now: bigint
  /** Seconds by which the network's clock is ahead of the device's; 0 if unknown. */
  networkAheadSeconds: bigint
  /** True if the address has code of its own; `null` if unknown. */
  hasCode(address: Address): boolean | null
  /** True on a network for testing, where money is worth nothing. */
  isTestNetwork: boolean
  /** True for an account of the wallet, also one that the site does not see. */
  isOwn(address: Address): boolean
  /** What the account has of a token, in its smallest unit; `null` if unknown. */
  balanceOf(token: Address): bigint | null
  /** Addresses that something was sent or allowed to before, and one's own. */
  contacts: readonly Address[]
  /** Symbol and name that the token's contract gives; `null` if unknown. */
  metadataOf(token: Address): Pick<NamedToken, 'symbol' | 'name'> | null
  /** The tokens and the currency known on its chain. */
  money: KnownMoney
}

export type TypedDataRule = (facts: TypedDataFacts) => Risk[]

/** A time limit after this counts as none. */
export const farFuture = 4_102_444_800n // 2100-01-01
