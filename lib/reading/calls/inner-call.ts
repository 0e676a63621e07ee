import type { Address, Hex } from 'viem'
import type { Act, Effect } from '@/lib/base/effects'
import type { AbiValue } from './abi-values'

/** A call that another call makes. Addresses in lower case, value in wei. */
export interface InnerCall {
  from: Address
  to: Address
  value: bigint
  data: Hex
  /** The code at `to` runs as `from` (`delegatecall`). */
  isForeignCode?: true
}

/** Where a function that is read by its arguments is called. */
export interface CallSite {
  /** The account that effects are told of. */
  account: Address
  caller: Address
  /** The contract in whose name the function acts. */
  target: Address
  /** Where its code is; another address than the target only with `delegatecall`. */
  code: Address
}

/** What a function with structured arguments says that it does. */
export interface CallReading {
  effects?: readonly Effect[]
  /** Calls that it makes; each is read by itself. */
  calls?: readonly InnerCall[]
  /** Parts of it that are no calls, as the commands of a router. */
  acts?: readonly Act[]
  /**
   * True where only this contract, or any that has the function, does just that. Otherwise what the contract does
   * besides is not known.
   */
  isWhole: boolean
}

export interface StructuredFunction {
  name: string
  /** The types of the arguments, as `readAbiValues` takes them. */
  types: string
  /** @returns `null` where the arguments mean nothing to this function */
  read(values: readonly AbiValue[], site: CallSite): CallReading | null
}

export function structured(name: string, types: string, read: StructuredFunction['read']): StructuredFunction {
  return { name, types, read }
}
