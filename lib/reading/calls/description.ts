import type { Address } from 'viem'
import type { EffectView } from '@/lib/base/effect-views'
import type { Risk } from '@/lib/reading/risk/risk'

/** What the transaction does. `code` is a key of the message catalogue (`does_<code>`). */
export interface Description {
  code: string
  values: Record<string, string>
  /** The address that receives or may take something; `null` if there is none. */
  counterparty: Address | null
}

/** A call inside a call, as it is shown. */
export interface InnerCallView {
  description: Description
  /** Who makes it; `null`: the account. */
  caller: Address | null
  effects: EffectView[]
  /** The risks of this call alone. */
  risks: Risk[]
  /** False where data that is not understood reads exactly like this call: whether it is made is not known. */
  isCertain: boolean
  inner: InnerCallView[]
}

/** A contract's own name. `decimals` is `null` where its amounts have no unit. */
export interface ContractName {
  symbol: string
  name: string
  decimals: number | null
}

/** The name of a contract whose amounts have a unit. */
export interface TokenMetadata extends ContractName {
  decimals: number
}
