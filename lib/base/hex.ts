import type { Address, Hash, Hex } from 'viem'
import * as z from 'zod/mini'

/** Lower-case or mixed-case `0x` data of whole bytes. */
export const hexSchema = z.custom<Hex>(value => typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(value))
/** 20 bytes; checksum case is not judged here. */
export const addressSchema = z.custom<Address>(value => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value))
/** 32 bytes. */
export const hashSchema = z.custom<Hash>(value => typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value))

/**
 * A JSON-RPC QUANTITY as every wire carries it: `0x` hex of at most 256 bits. Becomes a `bigint` at the point of use.
 */
export const quantitySchema = z.custom<Hex>(value => typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value))
export type Quantity = Hex

/**
 * Whether two addresses are the same. An address has two spellings in the wallet: mixed case (EIP-55) in accounts and
 * on screen, lower case in effects, in the keys of maps and in most rows of the database. Only this function compares
 * across them. No address (`null`, `undefined`) is the same as no address.
 */
export function isSameAddress(one: string | null | undefined, other: string | null | undefined): boolean {
  return isSameHex(one, other)
}

/** Whether two hashes, signatures or data have the same bytes, in whatever case they are written. */
export function isSameHex(one: string | null | undefined, other: string | null | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase()
}

/** The address with which maps and database keys are made. */
export function lowerCaseAddress(address: Address): Address {
  return address.toLowerCase() as Address
}

export function toQuantity(value: bigint): Quantity {
  if (value < 0n) throw new RangeError('a quantity is not negative')
  return `0x${value.toString(16)}`
}
