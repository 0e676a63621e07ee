import { concatBytes } from '@noble/hashes/utils'

export type RlpItem = Uint8Array | readonly RlpItem[]

/** Recursive Length Prefix (Ethereum Yellow Paper, appendix B). */
export function encodeRlp(item: RlpItem): Uint8Array {
  if (item instanceof Uint8Array) {
    const [first] = item
    if (item.length === 1 && first !== undefined && first < 0x80) return item
    return concatBytes(lengthPrefix(0x80, item.length), item)
  }
  const payload = concatBytes(...item.map(encodeRlp))
  return concatBytes(lengthPrefix(0xc0, payload.length), payload)
}

function lengthPrefix(offset: number, length: number): Uint8Array {
  if (length <= 55) return Uint8Array.of(offset + length)
  const bytes = bigEndian(BigInt(length))
  return concatBytes(Uint8Array.of(offset + 55 + bytes.length), bytes)
}

/** The shortest big-endian form: zero is no byte at all, as RLP wants its integers. */
export function bigEndian(value: bigint): Uint8Array {
  if (value < 0n) throw new RangeError('not a natural number')
  const bytes: number[] = []
  for (let rest = value; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 0xffn))
  return Uint8Array.from(bytes)
}
