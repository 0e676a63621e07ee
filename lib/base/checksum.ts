import type { Address } from 'viem'
import { getAddress } from 'viem/utils'

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
