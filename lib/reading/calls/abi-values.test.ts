import fc from 'fast-check'
import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import { readAbiValues } from './abi-values'

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
const bytes = fc.uint8Array({ maxLength: 100 }).map((list): Hex => `0x${Buffer.from(list).toString('hex')}`)
const uint256 = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })
const types = 'bytes32,(address,bool,(uint48,bytes)[],bytes)[],uint256,(address,uint8)[],bytes,int24,bytes4'
const call = fc.tuple(address, fc.boolean(), fc.array(fc.tuple(fc.nat(), bytes), { maxLength: 3 }), bytes)
const values = fc.tuple(
  uint256.map((word): Hex => `0x${word.toString(16).padStart(64, '0')}`),
  fc.array(call, { maxLength: 4 }),
  uint256,
  fc.array(fc.tuple(address, fc.nat({ max: 255 })), { maxLength: 4 }),
  bytes,
  fc.integer({ min: -(2 ** 23), max: 2 ** 23 - 1 }),
  fc.constant<Hex>('0x12345678'),
)
const encode = (of: unknown[]): Hex => encodeAbiParameters(parseAbiParameters(types), of as never)
/** Numbers as they are read. */
const asRead = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(asRead) : typeof value === 'number' ? BigInt(value) : value

describe('reading ABI values', () => {
  it('reads what another encoder writes, and sees bytes after it', () => {
    fc.assert(
      fc.property(values, fc.nat({ max: 70 }), (given, more) => {
        const data: Hex = `${encode(given)}${'ab'.repeat(more)}`
        expect(readAbiValues(types, data)).toEqual({ values: asRead(given), rest: more })
      }),
    )
  })

  it('reads nothing of data that is cut short', () => {
    fc.assert(
      fc.property(values, fc.nat(), (given, cut) => {
        const data = encode(given)
        const end = 2 + (cut % (data.length - 2))
        expect(readAbiValues(types, `0x${data.slice(2, end)}`)).toBe('unreadable')
      }),
    )
  })

  it('never throws, and reads nothing of another layout', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), list => {
        expect(readAbiValues(types, `0x${Buffer.from(list).toString('hex')}`)).toBe('unreadable')
      }),
    )
    const word = (number: number) => number.toString(16).padStart(64, '0')
    // Two arguments that share their bytes.
    expect(readAbiValues('bytes,bytes', `0x${word(64)}${word(64)}${word(0)}`)).toBe('unreadable')
    // A gap before the bytes, filling that is not zero, a boolean of 2, an address with high bytes.
    expect(readAbiValues('bytes', `0x${word(64)}${word(0)}${word(0)}`)).toBe('unreadable')
    expect(readAbiValues('bytes', `0x${word(32)}${word(1)}${'11'.repeat(32)}`)).toBe('unreadable')
    expect(readAbiValues('bool', `0x${word(2)}`)).toBe('unreadable')
    expect(readAbiValues('address', `0x${'01'.repeat(32)}`)).toBe('unreadable')
  })

  it('stops at a number of values', () => {
    const many = Array.from({ length: 10_000 }, () => '0x12345678' as const)
    expect(readAbiValues('bytes[]', encodeAbiParameters(parseAbiParameters('bytes[]'), [many]))).toBe('too-much')
  })
})
