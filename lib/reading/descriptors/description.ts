import type { Address, Hex } from 'viem'
import type { About, IntentLine } from './types'

/** What a descriptor says about a call or a message: data for a page to draw, text only where it is foreign. */
export interface Description {
  about: About
  /** The chain that its addresses are on. */
  chainId: number | null
  intent: readonly IntentLine[]
  /** The intent with values in it; `null` if there is none, or if one of its values cannot be shown. */
  sentence: readonly SentencePart[] | null
  fields: readonly ShownField[]
  /** How many more values the data has than are shown. */
  omitted: number
}

export type SentencePart = { kind: 'text'; text: string } | { kind: 'values'; values: readonly ShownValue[] }

export interface ShownField {
  label: string
  /** Labels of the groups it stands in, outermost first. */
  groups: readonly string[]
  /** Which element of its list it is, from 1; `null` where there is one. */
  place: number | null
  /** A line before this element. */
  separator: string | null
  value: ShownValue
}

export type ShownValue =
  /** `isSender`: the address is a placeholder that stands for the account itself. */
  | { kind: 'address'; address: Address; types: readonly string[]; isSender: boolean }
  | { kind: 'native-amount'; amount: bigint; chainId: number | null; message: string | null }
  /** `message` is set from the descriptor's threshold on: «Unlimited». `token` is `null` where none is known. */
  | { kind: 'token-amount'; amount: bigint; token: Address | null; chainId: number | null; message: string | null }
  | { kind: 'item'; collection: Address | null; id: bigint }
  | { kind: 'token'; token: Address; chainId: number | null }
  | { kind: 'chain'; chainId: bigint }
  /** Unix seconds, or a length in seconds. */
  | { kind: 'date' | 'duration'; seconds: bigint }
  | { kind: 'block'; height: bigint }
  | { kind: 'unit'; amount: bigint; base: string; decimals: number; hasPrefix: boolean }
  | { kind: 'enum'; text: string }
  /** A call in the data. `description` is `null` where no descriptor is for it. */
  | { kind: 'call'; callee: Address | null; data: Hex; amount: bigint | null; description: Description | null }
  | { kind: 'interoperable-address'; text: string }
  | { kind: 'encrypted'; label: string | null; text: string }
  | { kind: 'raw'; type: 'integer' | 'address' | 'boolean' | 'bytes' | 'text' | 'missing'; text: string }

/** Why a descriptor that fits was not used for this call or message. */
export type SetAsideReason =
  /** The calldata is not encoded as an encoder does it. */
  | 'unreadable'
  /** A value that the descriptor requires to be another one. */
  | 'must-match'
  /** Lists that belong together are not equally long. */
  | 'unequal-lists'
  /** A list has more elements than are looked at. */
  | 'too-much'
  /** A constant depends on a value for which the descriptor has none. */
  | 'no-constant'

/** Stops a description; caught where it began. */
export class SetAside extends Error {
  override readonly name = 'SetAside'
  readonly reason: SetAsideReason
  constructor(reason: SetAsideReason) {
    super(reason)
    this.reason = reason
  }
}
