import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import type { Address, Hash, Hex } from 'viem'

/** A JSON-RPC QUANTITY: `0x` hex of at most 256 bits. */
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

export function hexOf(bytes: Uint8Array): Hex {
  return `0x${bytesToHex(bytes)}`
}

/** Keccak-256. @param data whole bytes, or `0x` hex of them */
export function keccak256(data: Hex | Uint8Array): Hash {
  return hexOf(keccak_256(typeof data === 'string' ? hexToBytes(data.slice(2)) : data))
}

/** The UTF-8 bytes of a text. */
export function textToHex(text: string): Hex {
  return hexOf(utf8ToBytes(text))
}

export function toQuantity(value: bigint): Quantity {
  if (value < 0n) throw new RangeError('a quantity is not negative')
  return `0x${value.toString(16)}`
}
