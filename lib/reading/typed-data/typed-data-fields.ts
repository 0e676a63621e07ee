import type { Address, Hex } from 'viem'
import { currencyAddress } from '@/lib/base/currency-address'
import { type Asset, unlimitedAllowance } from '@/lib/base/effects'
import type { TypedDataStruct, TypedDataValue } from './typed-data'

/** Reads single fields of typed data that was read already: numbers are decimal text, addresses lower case. */

export interface Spend {
  token: Address
  /** The most that may be taken, in the token's smallest unit. */
  amount: bigint
  /** The amount is the largest possible one. */
  isUnlimited: boolean
}

/** The largest number of a word. */
export const maximum = (1n << 256n) - 1n

/** The token as an asset, or the chain's currency. */
export function tokenAsset(token: Address): Asset {
  return token === currencyAddress ? { kind: 'native' } : { kind: 'token', address: token }
}

/** A token and the most of it that may be taken; empty where the data does not say. */
export function spend(token: TypedDataValue | undefined, amount: TypedDataValue | undefined, bits = 256n): Spend[] {
  const tokenAddress = address(token)
  const most = integer(amount)
  if (tokenAddress === null || most === null) return []
  return [{ token: tokenAddress, amount: most, isUnlimited: most >= unlimitedAllowance || most === (1n << bits) - 1n }]
}

/** The address, in lower case; `null` for anything else. */
export function address(value: TypedDataValue | undefined): Address | null {
  return isAddressText(value) ? value : null
}

function isAddressText(value: unknown): value is Address {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value)
}

/** The number; `null` for anything else. */
export function integer(value: TypedDataValue | undefined): bigint | null {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : null
}

/** The struct; an empty one for anything else. */
export function struct(value: TypedDataValue | undefined): TypedDataStruct {
  return isStruct(value) ? value : {}
}

/** One struct or several, as the single and the batch form of a message have it. */
export function list(value: TypedDataValue | undefined): TypedDataStruct[] {
  return (Array.isArray(value) ? value : [value]).filter(isStruct)
}

/** True of a struct, as opposed to a list or a single value. */
export function isStruct(value: unknown): value is TypedDataStruct {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The bytes; none for anything else. */
export function hex(value: TypedDataValue | undefined): Hex {
  return typeof value === 'string' && value.startsWith('0x') ? `0x${value.slice(2)}` : '0x'
}
