import { deviceBudget } from '@/lib/base/budgets'

/**
 * The part of CBOR (RFC 8949) that signing devices use: integers within the safe range, bytes, text, arrays, maps,
 * tags, booleans and null. Floats, indefinite lengths, and larger integers are refused.
 */

export type Cbor = number | boolean | null | string | Uint8Array | readonly Cbor[] | CborMap | Tagged
export type CborMap = ReadonlyMap<number | string, Cbor>

/** A value with the tag number that names its type. */
export class Tagged {
  readonly tag: number
  readonly value: Cbor
  constructor(tag: number, value: Cbor) {
    this.tag = tag
    this.value = value
  }
}

/** @throws RangeError for a number that is no safe integer */
export function encodeCbor(value: Cbor): Uint8Array {
  const parts: Uint8Array[] = []
  write(value, parts)
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

function write(value: Cbor, parts: Uint8Array[]): void {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new RangeError('not a safe integer')
    parts.push(value < 0 ? head(1, -1 - value) : head(0, value))
  } else if (value === null || typeof value === 'boolean')
    parts.push(Uint8Array.of(value === null ? 0xf6 : value ? 0xf5 : 0xf4))
  else if (typeof value === 'string') {
    const bytes = new TextEncoder().encode(value)
    parts.push(head(3, bytes.length), bytes)
  } else if (value instanceof Uint8Array) parts.push(head(2, value.length), value)
  else if (value instanceof Tagged) {
    parts.push(head(6, value.tag))
    write(value.value, parts)
  } else if (value instanceof Map) {
    parts.push(head(5, value.size))
    for (const [key, item] of value) {
      write(key, parts)
      write(item, parts)
    }
  } else if (Array.isArray(value)) {
    parts.push(head(4, value.length))
    for (const item of value) write(item, parts)
  }
}

/** The major type and its argument in as few bytes as it takes. */
function head(major: number, argument: number): Uint8Array {
  const first = major << 5
  if (argument < 24) return Uint8Array.of(first | argument)
  const size = argument < 0x100 ? 1 : argument < 0x1_0000 ? 2 : argument < 0x1_0000_0000 ? 4 : 8
  const bytes = new Uint8Array(1 + size)
  bytes[0] = first | (23 + Math.log2(size * 2))
  const view = new DataView(bytes.buffer)
  if (size === 8) view.setBigUint64(1, BigInt(argument))
  else for (let index = size; index > 0; index--) bytes[index] = Math.floor(argument / 256 ** (size - index)) & 0xff
  return bytes
}

/** @returns the one value that these bytes are; `undefined` for any other bytes */
export function decodeCbor(bytes: Uint8Array): Cbor | undefined {
  const reader = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0 }
  try {
    const value = read(reader, 0)
    return reader.at === bytes.length ? value : undefined
  } catch {
    // All errors mean the same: no device writes such CBOR.
    return undefined
  }
}

interface Reader {
  bytes: Uint8Array
  view: DataView
  at: number
}

function read(reader: Reader, depth: number): Cbor {
  if (depth > deviceBudget.depth) throw new RangeError('nested too deeply')
  const first = reader.view.getUint8(reader.at++)
  const major = first >> 5
  const low = first & 31
  if (major === 7) {
    if (low === 20 || low === 21) return low === 21
    if (low === 22) return null
    throw new RangeError('a simple value or a float')
  }
  const argument = readArgument(reader, low)
  switch (major) {
    case 0:
      return argument
    case 1:
      return -1 - argument
    case 2:
      return take(reader, argument)
    case 3:
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(take(reader, argument))
    case 4:
      return readItems(reader, argument, depth)
    case 5:
      return readMap(reader, argument, depth)
    default:
      return new Tagged(argument, read(reader, depth + 1))
  }
}

function readArgument(reader: Reader, low: number): number {
  if (low < 24) return low
  if (low > 27) throw new RangeError('an indefinite length')
  const at = reader.at
  reader.at += 1 << (low - 24)
  if (low === 24) return reader.view.getUint8(at)
  if (low === 25) return reader.view.getUint16(at)
  if (low === 26) return reader.view.getUint32(at)
  const large = reader.view.getBigUint64(at)
  if (large > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('an integer too large')
  return Number(large)
}

function take(reader: Reader, length: number): Uint8Array {
  if (length > reader.bytes.length - reader.at) throw new RangeError('shorter than it says')
  reader.at += length
  return reader.bytes.slice(reader.at - length, reader.at)
}

/** Every item takes at least one byte, so that a length cannot ask for more memory than the bytes themselves. */
function readItems(reader: Reader, length: number, depth: number): Cbor[] {
  if (length > reader.bytes.length - reader.at) throw new RangeError('shorter than it says')
  const items: Cbor[] = []
  while (items.length < length) items.push(read(reader, depth + 1))
  return items
}

function readMap(reader: Reader, length: number, depth: number): CborMap {
  const map = new Map<number | string, Cbor>()
  for (let index = 0; index < length; index++) {
    const key = read(reader, depth + 1)
    if (typeof key !== 'number' && typeof key !== 'string') throw new TypeError('a key of another kind')
    if (map.has(key)) throw new RangeError('a key twice')
    map.set(key, read(reader, depth + 1))
  }
  return map
}
