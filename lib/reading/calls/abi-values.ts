import type { Address, Hex } from 'viem'

/**
 * Strict, bounded reading of ABI-encoded values by a text of their types: `address,(address,bool,bytes)[]`. Values are
 * believed only where an encoder puts them: addresses, booleans and small numbers fit their type, what has a length of
 * its own follows right after what comes before it, and filling bytes are zero. Two arguments can then never share
 * bytes.
 */
export type AbiValue = bigint | boolean | Hex | readonly AbiValue[]

export interface AbiReading {
  values: readonly AbiValue[]
  /** Bytes after the values: a contract does not see them. */
  rest: number
}

export type AbiFailure = 'unreadable' | 'too-much'

type AbiType =
  | { kind: 'word'; name: string }
  | { kind: 'bytes' }
  | { kind: 'list'; of: AbiType }
  | { kind: 'tuple'; parts: readonly AbiType[] }

/** More values than these are not read: no call that a person can judge has as many. */
const mostValues = 4_000

/**
 * @param types the types of the values, separated by commas: elementary types, `T[]` and `(T,…)`
 * @param data the values, without a selector
 * @returns the values in their order (bytes as hex, addresses in lower case), or why there are none
 */
export function readAbiValues(types: string, data: Hex): AbiReading | AbiFailure {
  const digits = data.slice(2)
  const size = Math.floor(digits.length / 2)
  const parts = typesOf(types)
  let left = mostValues
  let isTooMuch = false
  const read = readTuple(parts, 0)
  if (isTooMuch) return 'too-much'
  return read === null ? 'unreadable' : { values: read.values, rest: size - read.end }

  /** Positions are bytes from the beginning. `null`: not what an encoder writes. */
  function readTuple(of: readonly AbiType[], start: number): { values: AbiValue[]; end: number } | null {
    const values: AbiValue[] = []
    let head = start
    let end = start + of.reduce((sum, type) => sum + headSize(type), 0)
    for (const type of of) {
      let at = head
      if (isDynamic(type)) {
        if (wordAt(head) !== BigInt(end - start)) return null
        at = end
      }
      const value = readValue(type, at)
      if (value === null) return null
      if (isDynamic(type)) end = value.end
      values.push(value.value)
      head += headSize(type)
    }
    return { values, end }
  }

  function readValue(type: AbiType, at: number): { value: AbiValue; end: number } | null {
    left -= 1
    if (left < 0) isTooMuch = true
    if (isTooMuch) return null
    switch (type.kind) {
      case 'word': {
        const word = wordAt(at)
        const value = word === null ? null : readWord(word, type.name)
        return value === null ? null : { value, end: at + 32 }
      }
      case 'bytes': {
        const length = lengthAt(at, 1)
        if (length === null) return null
        const start = at + 32
        const end = start + Math.ceil(length / 32) * 32
        if (end > size || !/^0*$/.test(digits.slice((start + length) * 2, end * 2))) return null
        return { value: `0x${digits.slice(start * 2, (start + length) * 2)}`, end }
      }
      case 'list': {
        const length = lengthAt(at, 32)
        if (length === null) return null
        if (length > left) isTooMuch = true
        const list = isTooMuch ? null : readTuple(Array<AbiType>(length).fill(type.of), at + 32)
        return list === null ? null : { value: list.values, end: list.end }
      }
      case 'tuple': {
        const tuple = readTuple(type.parts, at)
        return tuple === null ? null : { value: tuple.values, end: tuple.end }
      }
    }
  }

  function wordAt(at: number): bigint | null {
    const word = digits.slice(at * 2, at * 2 + 64)
    return word.length === 64 ? BigInt(`0x${word}`) : null
  }

  /** A length whose content fits into the data, with elements of at least so many bytes. */
  function lengthAt(at: number, least: number): number | null {
    const word = wordAt(at)
    return word === null || word * BigInt(least) > BigInt(size - at - 32) ? null : Number(word)
  }
}

function readWord(word: bigint, type: string): bigint | boolean | Hex | null {
  if (type === 'address') return word >> 160n === 0n ? addressOf(word) : null
  if (type === 'bool') return word === 0n ? false : word === 1n ? true : null
  const size = Number(/\d+$/.exec(type)?.[0] ?? 256)
  if (type.startsWith('bytes')) {
    const unused = BigInt(256 - size * 8)
    if (word & ((1n << unused) - 1n)) return null
    return `0x${word
      .toString(16)
      .padStart(64, '0')
      .slice(0, size * 2)}`
  }
  // A negative number is one with all the high bits set.
  if (type.startsWith('int')) {
    const number = BigInt.asIntN(256, word)
    return BigInt.asIntN(size, number) === number ? number : null
  }
  return word >> BigInt(size) === 0n ? word : null
}

function addressOf(word: bigint): Address {
  return `0x${word.toString(16).padStart(40, '0')}`
}

/** @throws TypeError where the type read is another */
export function hexOf(value: AbiValue | undefined): Hex {
  if (typeof value !== 'string') throw new TypeError('not read as bytes or an address')
  return value
}

/** @throws TypeError where the type read is another */
export function numberOf(value: AbiValue | undefined): bigint {
  if (typeof value !== 'bigint') throw new TypeError('not read as a number')
  return value
}

/** @throws TypeError where the type read is another */
export function listOf(value: AbiValue | undefined): readonly AbiValue[] {
  if (typeof value !== 'object') throw new TypeError('not read as a list or tuple')
  return value
}

function isDynamic(type: AbiType): boolean {
  return type.kind === 'bytes' || type.kind === 'list' || (type.kind === 'tuple' && type.parts.some(isDynamic))
}

function headSize(type: AbiType): number {
  if (type.kind !== 'tuple' || isDynamic(type)) return 32
  return type.parts.reduce((sum, part) => sum + headSize(part), 0)
}

const known = new Map<string, readonly AbiType[]>()

function typesOf(types: string): readonly AbiType[] {
  const before = known.get(types)
  if (before !== undefined) return before
  let at = 0
  const parsed = types === '' ? [] : readTypes()
  known.set(types, parsed)
  return parsed

  function readTypes(): AbiType[] {
    const found: AbiType[] = []
    do {
      found.push(readType())
    } while (types[at++] === ',')
    return found
  }

  function readType(): AbiType {
    let type: AbiType
    if (types[at] === '(') {
      at += 1
      type = { kind: 'tuple', parts: readTypes() }
    } else {
      const name = /^\w+/.exec(types.slice(at))?.[0] ?? ''
      at += name.length
      type = name === 'bytes' || name === 'string' ? { kind: 'bytes' } : { kind: 'word', name }
    }
    while (types.startsWith('[]', at)) {
      type = { kind: 'list', of: type }
      at += 2
    }
    return type
  }
}
