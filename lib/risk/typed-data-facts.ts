import type { Address } from 'viem'
import type { Risk } from '@/lib/approvals/types'
import type { TypedData } from '@/lib/decoding/typed-data'
import type { TypedDataMeaning } from '@/lib/decoding/typed-data-meaning'
import type { KnownMoney } from '@/lib/tokens/known-money'
import type { NamedToken } from './look-alike-token'

/** What the rules for typed data look at. */
export interface TypedDataFacts {
  typedData: TypedData
  /** `null` for a kind the wallet does not know. */
  meaning: TypedDataMeaning | null
  /** Who is to sign, lower case. */
  account: Address
  /** Unix seconds, by the slower of two clocks, the device's and the network's: what one of them still lets live is alive. */
  now: bigint
  /** Seconds by which the network's clock is ahead of the device's; 0 where it is not known (yet). */
  networkAhead: bigint
  /** Whether there is a contract at an address; `null` = not known (yet). */
  hasCode(address: Address): boolean | null
  /** Whether it is an account of the wallet, also one the site does not see. */
  isOwn(address: Address): boolean
  /** What a token calls itself; `null` = not known (yet). */
  wordsOf(token: Address): Pick<NamedToken, 'symbol' | 'name'> | null
  /** What money there is on its chain. */
  money: KnownMoney
}

export type TypedDataRule = (facts: TypedDataFacts) => Risk[]

/** Later than this is as good as for ever. */
export const farFuture = 4_102_444_800n // 2100-01-01
