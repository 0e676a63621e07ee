import { hexToBytes } from '@noble/hashes/utils'

/** Reads `0x` and whole bytes; anything else is refused, nothing is padded. */
export function bytesOf(hex: string): Uint8Array {
  if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(hex)) throw new TypeError('not hex of whole bytes')
  return hexToBytes(hex.slice(2))
}

/** Exactly `length` bytes. */
export function fixedBytesOf(hex: string, length: number): Uint8Array {
  const bytes = bytesOf(hex)
  if (bytes.length !== length) throw new TypeError(`not ${length} bytes`)
  return bytes
}
