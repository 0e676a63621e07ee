import { bytesToHex } from '@noble/hashes/utils'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTypedData, TypedDataError } from '@/lib/reading/typed-data/typed-data'
import { typedDataDigest } from './agreement'
import { digestsOf, type GivenTypedData } from './encoders.fixture'

/** The full number is that of `npm run test:typed`. */
const shapes = Number(process.env.TYPED_SHAPES ?? 100)

interface Verdict {
  digest: string | null
  /** Why it is refused. */
  reason: string
}

function verdictOf(data: GivenTypedData): Verdict {
  try {
    return { digest: `0x${bytesToHex(typedDataDigest(readTypedData(JSON.stringify(data))))}`, reason: '' }
  } catch (error) {
    if (!(error instanceof TypedDataError)) throw error
    return { digest: null, reason: error.message }
  }
}

const standardDomain = ['string name', 'string version', 'uint256 chainId', 'address verifyingContract', 'bytes32 salt']

/** Whether ethers, which makes the domain's type itself, hashes the same domain. */
function hasStandardDomain({ types, domain }: GivenTypedData): boolean {
  const declared = (types.EIP712Domain ?? []).map(({ type, name }) => `${type} ${name}`)
  const named = standardDomain.filter(field => domain[field.split(' ')[1] ?? ''] != null)
  return declared.join() === named.join()
}

/** Refused although all encoders hash it alike: the text of such a type is that of another type. */
const isAmbiguous = ({ types }: GivenTypedData) =>
  Object.values(types).some(fields => fields.some(({ name }) => /[\s(),]/.test(name) || name === ''))

/** @throws AssertionError where the wallet takes what encoders hash differently, or refuses what they hash alike */
function compare(data: GivenTypedData): 'taken' | 'refused' {
  const { ethers, ...others } = digestsOf(data)
  const asked = hasStandardDomain(data) ? [...Object.values(others), ethers] : Object.values(others)
  const given = new Set(asked.filter(digest => digest !== null))
  // For another domain, ethers is only asked whether the rest can be hashed.
  const isRestTaken = digestsOf({ ...data, domain: { name: 'X' } }).ethers !== null
  const { digest, reason } = verdictOf(data)
  const isAlike = given.size === 1 && isRestTaken && asked.every(each => each !== null)
  const told = JSON.stringify({ data, others, ethers, digest, reason })
  if (digest !== null) expect([...given], told).toEqual([digest])
  else if (isAlike) expect(isAmbiguous(data), told).toBe(true)
  return digest === null ? 'refused' : 'taken'
}

const field = (text: string) => {
  const [type = '', ...name] = text.split(' ')
  return { type, name: name.join(' ') }
}
const typed = (
  types: Record<string, string[]>,
  message: Record<string, unknown>,
  domain: Record<string, unknown> = { name: 'Test', chainId: 84538453 },
  domainType = ['string name', 'uint256 chainId'],
): GivenTypedData => ({
  types: {
    EIP712Domain: domainType.map(field),
    ...Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, fields.map(field)])),
  },
  primaryType: Object.keys(types)[0] ?? '',
  domain,
  message,
})
const named = (name: string) => typed({ Order: [`${name} what`], [name]: ['bool x'] }, { what: { x: true } })

type Row = [what: string, data: GivenTypedData]
const taken: Row[] = [
  ['a field whose name is a slash', typed({ Link: ['string /'] }, { '/': 'bafy' })],
  [
    'fields named by other letters and signs',
    typed({ A: ['string größe', 'bool a-b.c', 'bool 1'] }, { größe: 'x', 'a-b.c': true, 1: false }),
  ],
  ...['intent', 'uintList', 'bytesOf', 'int8x', 'address1', 'stringly', '_a', '1a'].map(
    (name): Row => [`a struct named ${name}`, named(name)],
  ),
  [
    'the domain of Ethermint',
    typed(
      { Tx: ['string memo'] },
      { memo: '' },
      { name: 'Cosmos Web3', version: '1.0.0', chainId: 84538453, verifyingContract: 'cosmos', salt: '0' },
      ['string name', 'string version', 'uint256 chainId', 'string verifyingContract', 'string salt'],
    ),
  ],
  [
    'a domain in another order',
    typed({ A: ['bool a'] }, { a: true }, { name: 'X', chainId: 1 }, ['uint256 chainId', 'string name']),
  ],
  [
    'a domain with fields of its own',
    typed({ A: ['bool a'], App: ['uint256 id'] }, { a: true }, { app: { id: '5' }, tags: ['x'] }, [
      'App app',
      'string[] tags',
    ]),
  ],
  ['a domain without fields', typed({ A: ['bool a'] }, { a: true }, {}, [])],
  ['a struct without fields', typed({ A: ['E e'], E: [] }, { e: {} })],
  [
    'lists in lists',
    typed({ A: ['S[][2] s', 'bytes[] b'], S: ['int8 n'] }, { s: [[{ n: -128 }], []], b: ['0x', '0x01'] }),
  ],
]

const different: Row[] = [
  ['uint without a width', typed({ A: ['uint a'] }, { a: '5' })],
  ['int without a width, in lists', typed({ A: ['int[][1] a'] }, { a: [['-5']] })],
  ['a width left out in the domain', typed({ A: ['bool a'] }, { a: true }, { chainId: 84538453 }, ['uint chainId'])],
  ...['$order', 'A-B', 'Ä', 'A:B'].map((name): Row => [`a struct named ${name}`, named(name)]),
  ['null for a text', typed({ A: ['string a'] }, { a: null })],
  ['null for a struct', typed({ A: ['S a'], S: ['bool x'] }, { a: null })],
  ['null for an address in a list', typed({ A: ['address[] a'] }, { a: [null] })],
]

describe('typed data that other encoders hash', () => {
  it.each(taken)('is taken where they agree: %s', (_what, data) => {
    expect(compare(data)).toBe('taken')
  })

  it.each(different)('is refused with that reason where they do not: %s', (_what, data) => {
    expect(compare(data)).toBe('refused')
    expect(verdictOf(data).reason).toContain('encoders do not agree on its hash')
  })

  it('is compared over generated shapes, right ones and odd ones', { timeout: 600_000 }, () => {
    const counts = { taken: 0, refused: 0 }
    fc.assert(
      fc.property(shape, data => {
        counts[compare(data)] += 1
      }),
      { numRuns: shapes },
    )
    if (process.env.TYPED_SHAPES !== undefined) console.info(`${counts.taken} taken, ${counts.refused} refused`)
    // Both happen often: a reader that refuses all, or a generator without a fault, would be no test.
    expect(counts.taken).toBeGreaterThan(shapes / 4)
    expect(counts.refused).toBeGreaterThan(shapes / 20)
  })
})

const structNames = ['Order', 'Person', 'intent', 'uintList', 'bytesOf', 'int8x', 'address1', '_a', '1a', 'A']
const oddStructNames = ['$order', 'A-B', 'Ä', 'bytes33', 'uint7', 'string', 'A B']
const fieldNames = ['a', 'b', 'amount', 'to', '/', 'a-b', 'größe', '1', 'toString', 'a.b', '$', 'x:y']
const oddFieldNames = ['', ' ', 'a,b', 'a)b(']

/** Mostly ordinary, now and then odd. */
const mostly = <Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>, of = 40) =>
  fc.oneof({ arbitrary: usual, weight: of - 1 }, { arbitrary: odd, weight: 1 })

const hexOf = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(value => `0x${bytesToHex(value)}`)
const width = fc.integer({ min: 1, max: 32 })
const integers = (bits: number, isSigned: boolean) =>
  fc
    .bigInt(
      isSigned
        ? { min: -(1n << BigInt(bits - 1)), max: (1n << BigInt(bits - 1)) - 1n }
        : { min: 0n, max: (1n << BigInt(bits)) - 1n },
    )
    .chain(number =>
      fc.constantFrom<unknown>(
        number.toString(),
        number < 0n ? number.toString() : `0x${number.toString(16)}`,
        number >= -(2n ** 53n) && number < 2n ** 53n ? Number(number) : number.toString(),
      ),
    )

/** An elementary type and a value of it. */
const elementary: fc.Arbitrary<{ type: string; value: fc.Arbitrary<unknown> }> = mostly(
  fc.oneof(
    fc.constant({ type: 'string', value: fc.string({ unit: 'grapheme', maxLength: 8 }) as fc.Arbitrary<unknown> }),
    fc.constant({ type: 'bool', value: fc.boolean() as fc.Arbitrary<unknown> }),
    fc.constant({ type: 'address', value: hexOf(20) as fc.Arbitrary<unknown> }),
    fc.constant({
      type: 'bytes',
      value: fc.uint8Array({ maxLength: 40 }).map(value => `0x${bytesToHex(value)}`) as fc.Arbitrary<unknown>,
    }),
    width.map(size => ({ type: `bytes${size}`, value: hexOf(size) as fc.Arbitrary<unknown> })),
    width.map(size => ({ type: `uint${size * 8}`, value: integers(size * 8, false) })),
    width.map(size => ({ type: `int${size * 8}`, value: integers(size * 8, true) })),
  ),
  fc.constantFrom(
    { type: 'uint', value: integers(8, false) },
    { type: 'int', value: integers(8, true) },
    { type: 'uint7', value: integers(7, false) },
    { type: 'bytes0', value: fc.constant('0x') },
    { type: 'bytes33', value: hexOf(33) },
    { type: 'uint08', value: integers(8, false) },
    { type: 'uint8', value: fc.constantFrom<unknown>(256, '-1', 1.5, '', 'x', true, ' 7 ', '007') },
    { type: 'string', value: fc.constantFrom<unknown>(5, null, true, [], '\ud800') },
    { type: 'bytes4', value: fc.constantFrom<unknown>('0x', '0x0000000000', 'abcd', 4, null) },
    { type: 'bool', value: fc.constantFrom<unknown>(0, 'true', null) },
    { type: 'address', value: fc.constantFrom<unknown>('0x00', 0, null, 'alice.eth') },
  ),
)

/** A type with a value: elementary, a list, or a struct among these, each of which is below the next. */
function member(structs: readonly Known[]): fc.Arbitrary<{ type: string; value: fc.Arbitrary<unknown> }> {
  const single =
    structs.length === 0
      ? elementary
      : fc.oneof(
          { arbitrary: elementary, weight: 3 },
          {
            arbitrary: fc
              .constantFrom(...structs)
              .map(({ name, value }) => ({ type: name, value: mostly<unknown>(value, fc.constant(null)) })),
            weight: 1,
          },
        )
  return fc.oneof(
    { arbitrary: single, weight: 4 },
    {
      arbitrary: fc
        .tuple(single, fc.array(fc.option(fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 2 }))
        .map(([of, sizes]) =>
          sizes.reduce<{ type: string; value: fc.Arbitrary<unknown> }>(
            ({ type, value }, size) => ({
              type: `${type}[${size ?? ''}]`,
              value: fc.array(value, size === null ? { maxLength: 3 } : { minLength: size, maxLength: size }),
            }),
            of,
          ),
        ),
      weight: 1,
    },
  )
}

interface Known {
  name: string
  fields: { name: string; type: string }[]
  value: fc.Arbitrary<Record<string, unknown>>
}

function struct(name: string, below: readonly Known[]): fc.Arbitrary<Known> {
  const fieldName = mostly(fc.constantFrom(...fieldNames), fc.constantFrom(...oddFieldNames), 60)
  return fc
    .uniqueArray(fc.tuple(fieldName, member(below)), { maxLength: 5, selector: ([field]) => field })
    .map(fields => ({
      name,
      fields: fields.map(([field, { type }]) => ({ name: field, type })),
      value: fc.record(Object.fromEntries(fields.map(([field, { value }]) => [field, value]))),
    }))
}

/** One to four structs, each of which may have those before it as members; the last one is signed. */
const structs: fc.Arbitrary<Known[]> = fc
  .uniqueArray(mostly(fc.constantFrom(...structNames), fc.constantFrom(...oddStructNames), 30), {
    minLength: 1,
    maxLength: 4,
  })
  .chain(names =>
    names.reduce<fc.Arbitrary<Known[]>>(
      (made, name) => made.chain(below => struct(name, below).map(next => [...below, next])),
      fc.constant([]),
    ),
  )

const domains = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record(
        {
          name: fc.string({ maxLength: 8 }),
          version: fc.constantFrom('1', '2'),
          chainId: fc.constantFrom<unknown>(1, '0x1', '84538453'),
          verifyingContract: hexOf(20),
          salt: hexOf(32),
        },
        { requiredKeys: [] },
      )
      .map(domain => ({
        domain: { ...domain },
        fields: standardDomain.map(field).filter(({ name }) => Object.hasOwn(domain, name)),
      })),
  },
  {
    weight: 2,
    arbitrary: fc
      .shuffledSubarray(
        ['string name', 'string version', 'uint64 chainId', 'string verifyingContract', 'bytes32 salt', 'string salt2'],
        { minLength: 1 },
      )
      .map(fields => ({
        domain: {
          name: 'X',
          version: '1',
          chainId: '7',
          verifyingContract: 'cosmos',
          salt: `0x${'05'.repeat(32)}`,
          salt2: '0',
        },
        fields: fields.map(field),
      })),
  },
)

const shape: fc.Arbitrary<GivenTypedData> = fc.tuple(structs, domains).chain(([made, { domain, fields }]) => {
  const signed = made.at(-1)
  if (signed === undefined) throw new Error('there is one')
  return signed.value.map(message => ({
    types: {
      EIP712Domain: fields,
      ...Object.fromEntries([...reached(signed, made)].map(each => [each.name, each.fields])),
    },
    primaryType: signed.name,
    domain,
    message,
  }))
})

/** The structs that are referred to: ethers refuses others. */
function reached(signed: Known, made: readonly Known[], found = new Set<Known>()): Set<Known> {
  if (found.has(signed)) return found
  found.add(signed)
  for (const { type } of signed.fields) {
    const next = made.find(({ name }) => name === type.replace(/(?:\[\d*\])*$/, ''))
    if (next !== undefined) reached(next, made, found)
  }
  return found
}
