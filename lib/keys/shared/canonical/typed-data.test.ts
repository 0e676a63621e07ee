import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex } from '@noble/hashes/utils'
import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import type { TypedData } from '@/lib/keys/shared/signing'
import { encodeType, encodeTypedData } from './typed-data'

const digest = (typedData: TypedData) => `0x${bytesToHex(keccak_256(encodeTypedData(typedData)))}`

/** The example of EIP-712 itself. */
const mail: TypedData = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}

describe('the example of EIP-712', () => {
  test('encodes its type with what it refers to', () => {
    expect(encodeType('Mail', new Map(Object.entries(mail.types)))).toBe(
      'Mail(Person from,Person to,string contents)Person(string name,address wallet)',
    )
  })

  test('has the digest that the standard prints', () => {
    expect(digest(mail)).toBe('0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2')
  })

  test('has the same one when the type of the domain is left to its fields', () => {
    const { EIP712Domain: _domain, ...types } = mail.types
    expect(digest({ ...mail, types })).toBe(digest(mail))
  })
})

/** One field called `value` of the given type. */
function single(type: string, value: unknown, more: TypedData['types'] = {}): TypedData {
  return {
    types: { Sample: [{ name: 'value', type }], ...more },
    primaryType: 'Sample',
    domain: { name: 'x', chainId: 1 },
    message: { value },
  }
}
const byViem = (typedData: TypedData): string => hashTypedData({ ...typedData })

describe('agrees with viem', () => {
  const sizes = fc.integer({ min: 1, max: 32 })

  test('on integers of every size, as number, text or hex', () => {
    fc.assert(
      fc.property(
        sizes,
        fc.boolean(),
        fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
        fc.nat(2),
        (size, signed, seed, form) => {
          const bits = BigInt(size * 8)
          const value = signed ? BigInt.asIntN(size * 8, seed) : seed % (1n << bits)
          const written = form === 0 ? value : form === 1 || value < 0n ? `${value}` : `0x${value.toString(16)}`
          const typedData = single(`${signed ? '' : 'u'}int${bits}`, written)
          expect(digest(typedData)).toBe(byViem(typedData))
        },
      ),
    )
  })

  test('on bytes, text, truth and addresses', () => {
    const hexBytes = (constraints: fc.IntArrayConstraints) =>
      fc.uint8Array(constraints).map(bytes => `0x${bytesToHex(bytes)}`)
    const field = fc.oneof(
      hexBytes({ maxLength: 100 }).map(value => single('bytes', value)),
      sizes.chain(size => hexBytes({ minLength: size, maxLength: size }).map(value => single(`bytes${size}`, value))),
      fc.string({ unit: 'grapheme' }).map(value => single('string', value)),
      fc.boolean().map(value => single('bool', value)),
      hexBytes({ minLength: 20, maxLength: 20 }).map(value => single('address', value)),
    )
    fc.assert(
      fc.property(field, typedData => {
        expect(digest(typedData)).toBe(byViem(typedData))
      }),
    )
  })

  test('on arrays, nested arrays, arrays of structs and structs that contain themselves', () => {
    const tree: fc.Memo<{ label: string; children: unknown[] }> = fc.memo(depth =>
      fc.record({
        label: fc.string(),
        children: depth > 1 ? fc.array(tree(depth - 1), { maxLength: 3 }) : fc.constant([]),
      }),
    )
    const types = {
      Tree: [
        { name: 'label', type: 'string' },
        { name: 'children', type: 'Tree[]' },
      ],
    }
    const field = fc.oneof(
      fc.array(fc.array(fc.nat())).map(value => single('uint256[][]', value)),
      fc.array(fc.tuple(fc.boolean(), fc.boolean())).map(value => single('bool[2][]', value)),
      fc.array(fc.string()).map(value => single('string[]', value)),
      tree(4).map(value => single('Tree', value, types)),
      fc.array(tree(3), { maxLength: 2 }).map(value => single('Tree[]', value, types)),
    )
    fc.assert(
      fc.property(field, typedData => {
        expect(digest(typedData)).toBe(byViem(typedData))
      }),
    )
  })

  test('on every subset of the domain, with empty texts and a chain id as a number, decimal text or hex text', () => {
    const chainId = fc.nat().chain(id => fc.constantFrom<unknown>(id, BigInt(id), `${id}`, `0x${id.toString(16)}`))
    const domain = fc.record(
      {
        name: fc.string(),
        version: fc.string(),
        chainId,
        verifyingContract: fc.constant('0xcccccccccccccccccccccccccccccccccccccccc'),
        salt: fc.constant(`0x${'07'.repeat(32)}`),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(domain, fields => {
        const typedData: TypedData = { ...mail, types: { Note: [{ name: 'text', type: 'string' }] }, domain: fields }
        const note = { ...typedData, primaryType: 'Note', message: { text: 'x' } }
        expect(digest(note)).toBe(hashTypedData(note))
      }),
    )
  })
})

describe('what does not fit its type is refused', () => {
  test.each<[string, TypedData]>([
    ['a missing field', { ...single('string', 'x'), message: {} }],
    ['a field only the prototype has', { ...single('string', 'x'), message: Object.create({ value: 'x' }) }],
    ['an unknown type', single('Missing', {})],
    ['an unknown primary type', { ...single('string', 'x'), primaryType: 'constructor' }],
    ['an integer without a size', single('uint', 1)],
    ['an integer of 7 bits', single('uint7', 1)],
    ['an integer of 264 bits', single('uint264', 1)],
    ['an integer that is too large', single('uint8', 256)],
    ['an integer below the least', single('int8', -129)],
    ['a negative unsigned integer', single('uint256', '-1')],
    ['an integer beyond exact numbers', single('uint256', 2 ** 53)],
    ['an integer with a fraction', single('uint256', 1.5)],
    ['an empty text for an integer', single('uint256', '')],
    ['a text with spaces for an integer', single('uint256', ' 1 ')],
    ['a truth as text', single('bool', 'true')],
    ['a number as text', single('string', 5)],
    ['half a byte', single('bytes', '0x123')],
    ['bytes that are no hex', single('bytes', 'hello')],
    ['bytes of another length', single('bytes4', '0x010203')],
    ['bytes of 33', single('bytes33', `0x${'00'.repeat(33)}`)],
    ['a short address', single('address', '0x01')],
    ['an array of another length', single('uint8[2]', [1])],
    ['no array', single('uint8[]', { length: 0 })],
    ['no struct', single('Inner', null, { Inner: [{ name: 'x', type: 'bool' }] })],
    ['a struct named like an elementary type', single('uint8', 1, { uint8: [{ name: 'x', type: 'bool' }] })],
    [
      'a struct in the place of an elementary type',
      single('uint8', { x: true }, { uint8: [{ name: 'x', type: 'bool' }] }),
    ],
    ['a struct whose name is not an identifier', single('A(B', { x: true }, { 'A(B': [{ name: 'x', type: 'bool' }] })],
    ['a text that is not Unicode', single('string', '\ud800')],
  ])('%s', (_name, typedData) => {
    expect(() => encodeTypedData(typedData)).toThrow()
  })
})
