import type { Address } from 'viem'
import { getAddress, isAddress } from 'viem/utils'

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

export type JudgedAddress =
  | { ok: true; address: Address; checksum: 'matches' | 'absent' }
  | { ok: false; reason: 'empty' | 'not-an-address' | 'wrong-length' | 'checksum' }

/**
 * What a person typed or pasted. Blanks, line breaks, quotes, zero-width characters and an `ethereum:` scheme (EIP-681)
 * around the address are dropped. Mixed case must be the right one (EIP-55); all one case carries no checksum and is
 * taken as such.
 */
export function judgeAddress(text: string): JudgedAddress {
  const cleaned = text
    .replace(/[\s"'`<>\u00a0\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/^ethereum:(?:pay-)?/i, '')
    .replace(/[@/?#].*$/, '')
    .replace(/^0X/, '0x')
  if (cleaned === '') return { ok: false, reason: 'empty' }
  const digits = /^(?:0x)?([0-9a-fA-F]*)$/.exec(cleaned)?.[1]
  if (digits === undefined) return { ok: false, reason: 'not-an-address' }
  if (digits.length !== 40) return { ok: false, reason: 'wrong-length' }
  const address: Address = `0x${digits}`
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (oneCase) return { ok: true, address: withChecksum(`0x${digits.toLowerCase()}`), checksum: 'absent' }
  if (!isAddress(address, { strict: true })) return { ok: false, reason: 'checksum' }
  return { ok: true, address, checksum: 'matches' }
}
