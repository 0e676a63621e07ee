import type { Address, Hex } from 'viem'
import { chainOfShortName } from '@/lib/base/chain-short-names'
import { checksumOf, getAddress } from '@/lib/base/checksum'
import { keccak256 } from '@/lib/base/hex'
import { readEthereumUri } from './ethereum-uri'
import { type PaymentLink, readPaymentLink } from './payment-link'

export type JudgedAddress =
  /** `chainId`: the chain that the text names; absent where it names none. */
  | { ok: true; address: Address; checksum: 'matches' | 'absent'; chainId?: number }
  | { ok: false; reason: 'empty' | 'not-an-address' | 'wrong-length' | 'checksum' | 'unknown-chain' }
  /** More than an address: `link` is the transfer that it asks for, `null` where it is no plain transfer. */
  | { ok: false; reason: 'payment-link'; text: string; link: PaymentLink | null }

const refuse = (reason: Exclude<JudgedAddress, { ok: true } | { link: unknown }>['reason']) => ({
  ok: false as const,
  reason,
})

/**
 * The one reader of what a person typed, pasted or has in a file, in place of an address. Blanks, line breaks, quotes
 * and zero-width characters are dropped. Read are plain addresses, short names of chains in front (EIP-3770), account
 * ids (CAIP-10), interoperable addresses as bytes (ERC-7930) and as names (ERC-7828), and payment links (ERC-681).
 * Mixed case must be the right one (EIP-55, EIP-1191); all one case carries no checksum and is taken as such.
 */
export function judgeAddress(text: string): JudgedAddress {
  const cleaned = text.replace(/[\s"'`<>\u00a0\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
  if (cleaned === '') return refuse('empty')
  if (/^ethereum(?::|%3a)/i.test(cleaned)) return judgeLink(cleaned)
  const [, prefix, target = cleaned, chain, sum] =
    /^(?:(?:did:pkh:)?((?:eip155:)?[\w-]+):)?([^:@#]+)(?:@((?:eip155:)?[\w-]+))?(?:#([\da-f]{8}))?$/i.exec(cleaned) ??
    []
  // Without its scheme, as some codes have it.
  if (/^0x[\da-f]{40}(?:@(?:0x)?\d|%40|[/?])/i.test(cleaned)) return judgeLink(`ethereum:${cleaned}`)
  if (prefix !== undefined && chain !== undefined) return refuse('not-an-address')
  const named = prefix ?? chain
  const chainId = named === undefined ? null : chainOf(named)
  const judged = judgeDigits(target, chainId ?? null)
  if (!judged.ok) return judged
  if (chainId === undefined) return refuse('unknown-chain')
  if (sum === undefined) return judged
  return chainId !== null && sum.toLowerCase() === interoperableChecksum(judged.address, chainId)
    ? { ...judged, checksum: 'matches' }
    : refuse('checksum')
}

function judgeLink(text: string): JudgedAddress {
  const read = readPaymentLink(text)
  if (read.ok) {
    const { chainId, to, token, amount } = read.link
    if (token !== null || amount !== null) return { ok: false, reason: 'payment-link', text, link: read.link }
    const target = /0x[\da-f]{40}/i.exec(text)?.[0] ?? to
    return judgeDigits(target, chainId)
  }
  if (read.fault === 'checksum') return refuse('checksum')
  const digits = /^ethereum:(?:\/\/)?(?:pay-)?0x([\da-f]*)$/i.exec(text)?.[1]
  if (digits !== undefined) return refuse('wrong-length')
  const isLink = read.fault !== 'not-a-link' || readEthereumUri(text).ok
  return isLink ? { ok: false, reason: 'payment-link', text, link: null } : refuse('not-an-address')
}

/** @param chainId of the chain that the text names beside the digits */
function judgeDigits(text: string, chainId: number | null): JudgedAddress {
  const digits = /^(?:0x)?([\da-f]*)$/i.exec(text)?.[1]
  if (digits === undefined) return refuse('not-an-address')
  if (digits.length !== 40) return (chainId === null ? judgeBytes(digits) : null) ?? refuse('wrong-length')
  const checksum = checksumOf(`0x${digits}`)
  if (checksum.kind === 'wrong') return refuse('checksum')
  const ofChecksum = checksum.kind === 'matches' ? checksum.chainId : null
  // The checksum of a chain is wrong on every other chain.
  if (chainId !== null && ofChecksum !== null && ofChecksum !== chainId) return refuse('checksum')
  const named = chainId ?? ofChecksum
  const address = getAddress(`0x${digits.toLowerCase()}`)
  return { ok: true, address, checksum: checksum.kind, ...(named === null ? {} : { chainId: named }) }
}

/**
 * Version 1, chain type 0 (`eip155`), a chain id and 20 bytes.
 * @see ERC-7930 §Specification
 */
function judgeBytes(digits: string): JudgedAddress | null {
  const [, length = '', rest = ''] = /^00010000(0[1-7])([\da-f]*)$/i.exec(digits) ?? []
  const end = Number.parseInt(length, 16) * 2
  if (rest.length !== end + 42 || rest.slice(end, end + 2) !== '14') return null
  const chainId = Number(`0x${rest.slice(0, end)}`)
  return Number.isSafeInteger(chainId) && chainId > 0 ? judgeDigits(rest.slice(end + 2), chainId) : null
}

/** The first four bytes of the hash. @see ERC-7828 §Checksum */
function interoperableChecksum(address: Address, chainId: number): string {
  const hex = chainId.toString(16)
  const chain = hex.padStart(hex.length + (hex.length % 2), '0')
  const length = (chain.length / 2).toString(16).padStart(2, '0')
  const bytes: Hex = `0x0000${length}${chain}14${address.slice(2).toLowerCase()}`
  return keccak256(bytes).slice(2, 10)
}

/** @returns `undefined` for a name that is not known */
function chainOf(name: string): number | undefined {
  const lower = name.toLowerCase()
  const digits = /^eip155:([1-9]\d{0,14})$/.exec(lower)?.[1]
  return digits === undefined ? chainOfShortName(lower) : Number(digits)
}
