import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { describe, expect, it } from 'vitest'
import { encodeType, readTypedData, TypedDataError, type TypedDataField } from './typed-data'

const owner = '0xA0Cf798816D4b9b9866b5330EEa46a18382f251e'
const token = '0x7070000000000000000000000000000000000007'
const permit = {
  types: {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  domain: { name: 'Test Dollar', version: '1', chainId: 84538453, verifyingContract: token },
  message: { owner, spender: token, value: '5000000', nonce: 0, deadline: '0x65f0f1f2' },
}

/** By viem, which takes integers as text too. */
function hash(typedData: {
  types: Readonly<Record<string, readonly TypedDataField[]>>
  primaryType: string
  domain: Readonly<Record<string, unknown>>
  message: Readonly<Record<string, unknown>>
}) {
  return hashTypedData(typedData)
}

describe('typed data', () => {
  it('is what is signed: as an object or as text, integers in decimal, addresses in lower case', () => {
    const read = readTypedData(permit)
    expect(readTypedData(JSON.stringify(permit))).toEqual(read)
    expect(read.message).toEqual({
      owner: owner.toLowerCase(),
      spender: token,
      value: '5000000',
      nonce: '0',
      deadline: '1710289394',
    })
    expect(readTypedData(read)).toEqual(read)
  })

  it('has the domain type that follows from the domain, where the page gives none (EIP-712; x402 depends on it)', () => {
    expect(readTypedData(permit).types.EIP712Domain?.map(({ name }) => name)).toEqual([
      'name',
      'version',
      'chainId',
      'verifyingContract',
    ])
    const { EIP712Domain } = readTypedData({
      ...permit,
      domain: { chainId: '0x1', salt: `0x${'00'.repeat(32)}`, name: null },
    }).types
    expect(EIP712Domain).toEqual([
      { name: 'chainId', type: 'uint256' },
      { name: 'salt', type: 'bytes32' },
    ])
  })

  it('keeps the domain type the page declares, and of the domain only what it covers', () => {
    const read = readTypedData({
      ...permit,
      types: { ...permit.types, EIP712Domain: [{ name: 'name', type: 'string' }] },
    })
    expect(read.domain).toEqual({ name: 'Test Dollar' })
  })

  it('drops what no type names, so that nothing unsigned is shown', () => {
    const read = readTypedData({
      ...permit,
      types: { ...permit.types, Unused: [{ name: 'x', type: 'uint8' }] },
      message: { ...permit.message, note: 'You get 1,000,000' },
    })
    expect(Object.keys(read.message)).not.toContain('note')
    expect(Object.keys(read.types)).toEqual(['EIP712Domain', 'Permit'])
  })

  it('hashes as it did before it was made canonical', () => {
    expect(hash(readTypedData(permit))).toBe(hash(permit))
  })

  it('reads nested structs and arrays', () => {
    const mail = {
      types: {
        Person: [
          { name: 'name', type: 'string' },
          { name: 'wallets', type: 'address[2]' },
        ],
        Mail: [
          { name: 'from', type: 'Person' },
          { name: 'to', type: 'Person[]' },
          { name: 'scores', type: 'int8[][]' },
        ],
      },
      primaryType: 'Mail',
      domain: {},
      message: {
        from: { name: 'Cow', wallets: [owner, token] },
        to: [{ name: 'Bob', wallets: [token, token] }],
        scores: [[1, '-128'], []],
      },
    }
    const read = readTypedData(mail)
    expect(read.message).toMatchObject({ from: { name: 'Cow' }, scores: [['1', '-128'], []] })
    expect(encodeType(read)).toBe('Mail(Person from,Person[] to,int8[][] scores)Person(string name,address[2] wallets)')
    expect(hash(read)).toBe(hash(mail))
  })
})

type Bad = [string, unknown, string]
/** An exchange asks for this: the name of its type has a colon. */
const send = {
  types: {
    'HyperliquidTransaction:UsdSend': [
      { name: 'hyperliquidChain', type: 'string' },
      { name: 'destination', type: 'string' },
      { name: 'amount', type: 'string' },
      { name: 'time', type: 'uint64' },
    ],
  },
  primaryType: 'HyperliquidTransaction:UsdSend',
  domain: {
    name: 'HyperliquidSignTransaction',
    version: '1',
    chainId: 421_614,
    verifyingContract: '0x0000000000000000000000000000000000000000',
  },
  message: {
    hyperliquidChain: 'Testnet',
    destination: '0x5e9ee1089755c3435139848e47e6635505d5a13a',
    amount: '1',
    time: 1_687_816_341_423,
  },
}

describe('a type whose name has a colon', () => {
  it('has the digest that other encoders give it', () => {
    const read = readTypedData(send)
    expect(read.primaryType).toBe('HyperliquidTransaction:UsdSend')
    // From the tests of the exchange's own kit, whose signature is made with another encoder.
    expect(hash(read)).toBe('0xcacf7585cc49ca60c6c5fb3001e226c0ca03c46252c893eea574c78907b7cebe')
    expect(encodeType(read)).toBe(
      'HyperliquidTransaction:UsdSend(string hyperliquidChain,string destination,string amount,uint64 time)',
    )
  })

  it('is not read under the name before the colon', () => {
    const types = { ...send.types, HyperliquidTransaction: [{ name: 'other', type: 'string' }] }
    expect(hash(readTypedData({ ...send, types }))).toBe(hash(readTypedData(send)))
  })

  // Encoders in use look for the structs of such a type under another name, so they disagree on its hash.
  it.each([
    [
      'refers to a struct',
      { 'A:B': [{ name: 'c', type: 'C' }], C: [{ name: 'd', type: 'bool' }] },
      'A:B',
      { c: { d: true } },
    ],
    [
      'is referred to',
      { A: [{ name: 'b', type: 'B:C' }], 'B:C': [{ name: 'd', type: 'bool' }] },
      'A',
      { b: { d: true } },
    ],
    ['is in a list', { A: [{ name: 'b', type: 'B:C[]' }], 'B:C': [{ name: 'd', type: 'bool' }] }, 'A', { b: [] }],
  ])('is refused where it %s', (_what, types, primaryType, message) => {
    expect(() => readTypedData({ types, primaryType, domain: {}, message })).toThrow('encoders do not agree')
  })

  it.each([':A', 'A:', 'A::B', 'A:B(', 'A :B', 'uint256:A', 'A:1'])('is refused as %s', name => {
    expect(() => readTypedData({ ...send, types: { [name]: [] }, primaryType: name })).toThrow('no name of a type')
  })
})

const bad: Bad[] = [
  ['text that is no JSON', '{', 'no JSON'],
  ['a number', 7, 'must be an object'],
  ['a list', [], 'must be an object'],
  ['null', null, 'must be an object'],
  ['no types', { ...permit, types: undefined }, 'types must be an object'],
  ['types that are a list', { ...permit, types: [] }, 'types must be an object'],
  ['no primary type', { ...permit, primaryType: undefined }, 'primaryType must be a text'],
  ['a wrong primary type', { ...permit, primaryType: 'Permitt' }, 'not among the types'],
  ['a primary type of Object', { ...permit, primaryType: 'constructor' }, 'not among the types'],
  ['no domain', { ...permit, domain: undefined }, 'domain must be an object'],
  ['a domain with an unknown member', { ...permit, domain: { ...permit.domain, origin: 'x' } }, 'which no domain has'],
  [
    'a domain type with an unknown field',
    { ...permit, types: { ...permit.types, EIP712Domain: [{ name: 'chain', type: 'uint256' }] } },
    'domain.chain is missing',
  ],
  [
    'a domain type with a wrong type',
    { ...permit, types: { ...permit.types, EIP712Domain: [{ name: 'chainId', type: 'string' }] } },
    'domain.chainId must be Unicode text',
  ],
  [
    'a declared domain field that the domain lacks',
    { ...permit, domain: {}, types: { ...permit.types, EIP712Domain: [{ name: 'name', type: 'string' }] } },
    'domain.name is missing',
  ],
  ['a missing message', { ...permit, message: undefined }, 'message must be an object'],
  ['a missing field', { ...permit, message: { ...permit.message, deadline: undefined } }, 'message.deadline'],
  [
    'a field of Object’s prototype',
    { ...permit, types: { Permit: [{ name: 'toString', type: 'string' }] } },
    'missing',
  ],
  ['a null field', { ...permit, message: { ...permit.message, nonce: null } }, 'message.nonce'],
  ['an amount above uint256', { ...permit, message: { ...permit.message, value: `${2n ** 256n}` } }, 'does not fit'],
  ['a negative amount', { ...permit, message: { ...permit.message, value: '-1' } }, 'does not fit'],
  ['a number JSON has cut', { ...permit, message: { ...permit.message, value: 2 ** 53 } }, 'must be an integer'],
  ['a fraction', { ...permit, message: { ...permit.message, value: 1.5 } }, 'must be an integer'],
  ['a fraction as text', { ...permit, message: { ...permit.message, value: '1.0' } }, 'must be an integer'],
  ['an amount in words', { ...permit, message: { ...permit.message, value: 'all' } }, 'must be an integer'],
  ['an empty amount', { ...permit, message: { ...permit.message, value: '' } }, 'must be an integer'],
  ['a short address', { ...permit, message: { ...permit.message, owner: '0x1234' } }, 'an address of 20 bytes'],
  [
    'a name for an address',
    { ...permit, message: { ...permit.message, owner: 'alice.eth' } },
    'an address of 20 bytes',
  ],
  ['a chain id in words', { ...permit, domain: { ...permit.domain, chainId: 'base' } }, 'domain.chainId'],
  [
    'an unknown type',
    { ...permit, types: { Permit: [{ name: 'x', type: 'Person' }] } },
    'is of the unknown type "Person"',
  ],
  ['uint without bits', { ...permit, types: { Permit: [{ name: 'x', type: 'uint' }] } }, 'Write uint256'],
  ['a list of int without bits', { ...permit, types: { Permit: [{ name: 'x', type: 'int[2][]' }] } }, 'Write int256'],
  ['uint7', { ...permit, types: { Permit: [{ name: 'x', type: 'uint7' }] } }, 'unknown type'],
  ['bytes33', { ...permit, types: { Permit: [{ name: 'x', type: 'bytes33' }] } }, 'unknown type'],
  [
    'a type longer than any real one',
    { ...permit, types: { Permit: [{ name: 'x', type: `bool${'[]'.repeat(1_000)}x` }] } },
    'at most 300 characters',
  ],
  ['two fields of one name', { ...permit, types: { Permit: [...permit.types.Permit, permit.types.Permit[0]] } }, 'two'],
  ['a field without a name', { ...permit, types: { Permit: [{ type: 'bool' }] } }, 'must be the name of a field'],
  ['a type named like an elementary one', { ...permit, types: { ...permit.types, uint256: [] } }, 'no name of a type'],
  // No library agrees with another on what these are.
  ...['bytes33', 'int', 'uint7', ''].map(
    (name): Bad => [`a type named ${name}`, { ...permit, types: { ...permit.types, [name]: [] } }, 'no name of a type'],
  ),
  ...['$order', 'A-B', 'Ä', 'A.B'].map(
    (name): Bad => [`a type named ${name}`, { ...permit, types: { ...permit.types, [name]: [] } }, 'do not agree on'],
  ),
  // Its text would be that of another type.
  ...['a,uint256 b', 'a)B(', 'a b', 'a\n', '', '__proto__', '\ud800'].map(
    (name): Bad => [
      `a field named ${JSON.stringify(name)}`,
      { ...permit, types: { Permit: [{ name, type: 'string' }] }, message: { [name]: 'x' } },
      'without spaces, commas and brackets',
    ],
  ),
  [
    'null for a text',
    { ...permit, domain: {}, types: { Permit: [{ name: 'a', type: 'string' }] }, message: { a: null } },
    'message.a is null: encoders do not agree',
  ],
  ['a type whose name is code', { ...permit, types: { ...permit.types, 'A(uint8 b)': [] } }, 'no name of a type'],
  [
    'half a surrogate',
    { types: { T: [{ name: 's', type: 'string' }] }, primaryType: 'T', domain: {}, message: { s: '\ud800' } },
    'Unicode',
  ],
  [
    'yes for a bool',
    { types: { T: [{ name: 'b', type: 'bool' }] }, primaryType: 'T', domain: {}, message: { b: 'yes' } },
    'true or false',
  ],
  [
    'short bytes4',
    { types: { T: [{ name: 'b', type: 'bytes4' }] }, primaryType: 'T', domain: {}, message: { b: '0x00' } },
    '4 bytes',
  ],
  [
    'half a byte',
    { types: { T: [{ name: 'b', type: 'bytes' }] }, primaryType: 'T', domain: {}, message: { b: '0x0' } },
    'whole bytes',
  ],
  [
    'an array too short',
    { types: { T: [{ name: 'a', type: 'bool[2]' }] }, primaryType: 'T', domain: {}, message: { a: [true] } },
    '2 items',
  ],
  [
    'an array that is none',
    { types: { T: [{ name: 'a', type: 'bool[]' }] }, primaryType: 'T', domain: {}, message: { a: { 0: true } } },
    'a list',
  ],
  [
    'more than a person reads',
    {
      types: { T: [{ name: 'a', type: 'bool[]' }] },
      primaryType: 'T',
      domain: {},
      message: { a: Array(2_001).fill(true) },
    },
    'too large',
  ],
  ['a text too long', `{"x":"${'y'.repeat(262_144)}"}`, 'too large'],
]

describe('typed data that is refused, with the place', () => {
  it.each(bad)('%s', (_what, input, words) => {
    expect(() => readTypedData(input)).toThrow(TypedDataError)
    expect(() => readTypedData(input)).toThrow(words)
  })

  it('never fails in another way, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.json(),
          fc.record({ types: fc.anything(), primaryType: fc.string(), domain: fc.anything(), message: fc.anything() }),
        ),
        input => {
          try {
            readTypedData(input)
          } catch (error) {
            expect(error).toBeInstanceOf(TypedDataError)
          }
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('with __proto__ among its keys does not reach any prototype', () => {
    const text =
      '{"types":{"T":[{"name":"a","type":"bool"}]},"primaryType":"T","domain":{"__proto__":{"name":"x"}},"message":{"a":true,"__proto__":{"b":1}}}'
    expect(() => readTypedData(text)).toThrow('which no domain has')
    expect(({} as Record<string, unknown>).b).toBeUndefined()
  })
})
