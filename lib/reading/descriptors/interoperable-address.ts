import type { Hex } from 'viem'
import { getAddress, keccak256 } from 'viem/utils'

/**
 * The name of an interoperable address: `0xd8dA…6045@eip155:1#4CA88C9C`.
 * @returns `null` if the bytes are not version 1, not of an EVM chain, or end too soon
 * @see ERC-7930
 */
export function interoperableName(bytes: Hex): string | null {
  const hex = bytes.slice(2).toLowerCase()
  const at = (from: number, size: number) => hex.slice(2 * from, 2 * (from + size))
  // Version 1, chain type `eip155`.
  if (at(0, 2) !== '0001' || at(2, 2) !== '0000') return null
  const referenceSize = Number.parseInt(at(4, 1), 16)
  const addressAt = 5 + referenceSize
  const addressSize = Number.parseInt(at(addressAt, 1), 16)
  if (!(hex.length === 2 * (addressAt + 1 + addressSize)) || ![0, 20].includes(addressSize)) return null
  const chain = referenceSize === 0 ? '' : `:${BigInt(`0x${at(5, referenceSize)}`)}`
  const address = addressSize === 0 ? '' : getAddress(`0x${at(addressAt + 1, 20)}`)
  const checksum = keccak256(`0x${hex.slice(4)}`)
    .slice(2, 10)
    .toUpperCase()
  return `${address}@eip155${chain}#${checksum}`
}
