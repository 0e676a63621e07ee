import type { Address } from 'viem'
import { getAddress } from '@/lib/base/checksum'

/** EIP-55 mixed case. */
export function withChecksum(address: Address): Address {
  return getAddress(address)
}

/**
 * `0x71C7…976F`: to recognise, never to decide by. What has mixed case keeps it, as the wallet's own addresses do: the
 * first hash of a page that has just opened, in code that never ran, is a fifth of its first picture.
 */
export function shortAddress(address: Address): string {
  const hasCase = /[a-f]/.test(address) && /[A-F]/.test(address)
  const full = hasCase ? address : withChecksum(address)
  return `${full.slice(0, 6)}…${full.slice(-4)}`
}

/** The forty digits in ten groups of four, for reading aloud and comparing. */
export function addressGroups(address: Address): string[] {
  return withChecksum(address).slice(2).match(/.{4}/g) ?? []
}
