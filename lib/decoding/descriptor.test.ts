import { describe, expect, it } from 'vitest'
import { type DescribedField, describeFields } from './descriptor'
import { descriptors } from './descriptors'
import { encodeType, type TypedData } from './typed-data'
import { kinds, typedDataOf } from './typed-data-kinds.fixture'

const formats = descriptors.flatMap(({ context, display }) =>
  Object.entries(display.formats).map(([type, format]) => ({ type, format, domain: context.eip712.domain ?? {} })),
)
const formatOf = (type: string) => {
  const found = formats.find(each => each.type === type)
  if (found === undefined) throw new Error(`no descriptor for ${type}`)
  return found
}

/** The path of everything that is signed, lists as `[]`. */
function leaves(types: TypedData['types'], type: string): string[] {
  return (types[type] ?? []).flatMap(({ name, type: of }) => {
    const element = of.endsWith('[]') ? of.slice(0, -2) : of
    const path = of.endsWith('[]') ? `${name}.[]` : name
    return Object.hasOwn(types, element) ? leaves(types, element).map(leaf => `${path}.${leaf}`) : [path]
  })
}

describe('the descriptors', () => {
  it('are one for each kind of typed data that the wallet puts into words, and no other', () => {
    expect(formats.map(({ type }) => type).sort()).toEqual(kinds.map(([, , , type]) => type).sort())
  })

  it.each(kinds)('name every field that is signed, each once: %s', (_label, _kind, _hash, type) => {
    const { format, domain } = formatOf(type)
    const typedData = typedDataOf(type, {}, domain)
    expect(encodeType(typedData)).toBe(type)
    expect(format.fields.map(({ path }) => path).sort()).toEqual(leaves(typedData.types, typedData.primaryType).sort())
    const fields = describeFields(typedData, descriptors)
    expect(fields).toHaveLength(format.fields.length)
    for (const { value } of fields ?? []) if (value.kind === 'raw') expect(value.text).not.toBe('')
    // No amount is left without its token but those of a channel, whose token only the channel knows.
    for (const { value } of fields ?? []) if (value.kind === 'token-amount') expect(value.token).not.toBeNull()
  })
})

describe('a described message', () => {
  const permit2 = { name: 'Permit2' }
  const [, , , batch] = kinds.find(([label]) => label === 'Permit2 batch') ?? kinds[0]
  const [, , , permit] = kinds.find(([label]) => label === 'EIP-2612') ?? kinds[0]
  const token = (digit: string) => `0x${digit.repeat(40)}`
  const detail = (digit: string, amount: string) => ({ token: token(digit), amount, expiration: '5', nonce: '0' })
  const named = (fields: DescribedField[] | null, label: string) => fields?.filter(field => field.label === label)

  it('keeps the fields of each element together, and says which one it is', () => {
    const typedData = typedDataOf(batch, { details: [detail('1', '7'), detail('2', String(2n ** 160n - 1n))] }, permit2)
    const fields = describeFields(typedData, descriptors)
    expect(fields?.slice(1, 6).map(({ label, place }) => `${label} ${place}`)).toEqual([
      'Token 1',
      'Amount 1',
      'Allowed until 1',
      'Number in order 1',
      'Token 2',
    ])
    expect(named(fields, 'Amount')?.map(({ value }) => value)).toEqual([
      { kind: 'token-amount', amount: 7n, token: token('1'), isUnlimited: false },
      { kind: 'token-amount', amount: 2n ** 160n - 1n, token: token('2'), isUnlimited: true },
    ])
  })

  it('shows nothing for an empty list, and one element without a number', () => {
    const of = (details: unknown[]) => describeFields(typedDataOf(batch, { details }, permit2), descriptors)
    expect(named(of([]), 'Amount')).toEqual([])
    expect(named(of([detail('1', '7')]), 'Amount')).toMatchObject([{ place: null }])
  })

  it('takes the token of a permit from its domain', () => {
    const fields = describeFields(typedDataOf(permit, { value: '12' }), descriptors)
    expect(named(fields, 'Amount')).toMatchObject([
      { value: { kind: 'token-amount', amount: 12n, token: expect.stringMatching(/^0x7070/) } },
    ])
  })

  it('is not believed where its domain is another one, nor where one field differs', () => {
    expect(describeFields(typedDataOf(batch, {}, { name: 'Permit3' }), descriptors)).toBeNull()
    expect(describeFields(typedDataOf(permit.replace('uint256 value', 'uint248 value')), descriptors)).toBeNull()
  })
})
