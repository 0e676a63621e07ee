import type { Address } from 'viem'
import { keccak256, textToHex } from './hex'

/**
 * The address in the mixed case of EIP-55, or of EIP-1191 for a chain.
 * @throws TypeError for a text that is no address
 */
export function getAddress(address: string, chainId?: number): Address {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new TypeError('not an address')
  const lower = address.toLowerCase()
  const hash = keccak256(textToHex(chainId === undefined ? lower.slice(2) : `${chainId}${lower}`))
  return `0x${lower.slice(2).replace(/./g, (digit, at: number) => ((hash[at + 2] ?? '') > '7' ? digit.toUpperCase() : digit))}`
}

/**
 * Whether a text is an address in lower case or in the mixed case of EIP-55.
 * @param strict whether another case is none
 */
export function isAddress(text: string, { strict = true } = {}): text is Address {
  return /^0x[0-9a-fA-F]{40}$/.test(text) && (!strict || text === text.toLowerCase() || getAddress(text) === text)
}

/** Rootstock and its test network: their wallets put the chain id into the checksum. @see EIP-1191 §Adoption */
const chainsWithOwnChecksum = [30, 31]

/** Whether mixed case confirms an address, and for which chain alone; `null` for all of them. */
export type Checksum = { kind: 'matches'; chainId: number | null } | { kind: 'absent' } | { kind: 'wrong' }

/**
 * Judges the case of an address. One case throughout carries no checksum.
 * @param address 20 bytes in 0x hex
 * @see EIP-55
 * @see EIP-1191
 */
export function checksumOf(address: Address): Checksum {
  const digits = address.slice(2)
  const lower: Address = `0x${digits.toLowerCase()}`
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return { kind: 'absent' }
  if (getAddress(lower) === address) return { kind: 'matches', chainId: null }
  const chainId = chainsWithOwnChecksum.find(each => getAddress(lower, each) === address)
  return chainId === undefined ? { kind: 'wrong' } : { kind: 'matches', chainId }
}
