import { describe, expect, it } from 'vitest'
import { describeSubject } from '@/lib/reading/descriptors/describe'
import type { Description, ShownField } from '@/lib/reading/descriptors/description'
import { pathText } from '@/lib/reading/descriptors/path'
import type { Field, Item } from '@/lib/reading/descriptors/types'
import { encodeType, type TypedData } from '@/lib/reading/typed-data/typed-data'
import { kinds, typedDataOf } from '@/lib/reading/typed-data/typed-data-kinds.fixture'
import { bundledDescriptors } from '.'

const messages = bundledDescriptors.flatMap(({ binding, formats }) =>
  binding.kind === 'message' ? [...formats].map(([type, format]) => ({ type, format, domain: binding.domain })) : [],
)
const formatOf = (type: string) => {
  const found = messages.find(each => each.type === type)
  if (found === undefined) throw new Error(`no descriptor for ${type}`)
  return found
}
const fieldsIn = (item: Item): readonly Field[] => (item.kind === 'field' ? [item] : item.items.flatMap(fieldsIn))

/** The path of everything that is signed, lists as `[]`. */
function leaves(types: TypedData['types'], type: string, within = '#'): string[] {
  return (types[type] ?? []).flatMap(({ name, type: of }) => {
    const element = of.endsWith('[]') ? of.slice(0, -2) : of
    const path = `${within}.${name}${of.endsWith('[]') ? '.[]' : ''}`
    return Object.hasOwn(types, element) ? leaves(types, element, path) : [path]
  })
}

function descriptionOf(typedData: TypedData): Description | null {
  const outcome = describeSubject(bundledDescriptors, { kind: 'message', from: null, typedData })
  return outcome.kind === 'described' ? outcome.description : null
}

/**
 * Trades, powers and calls that are signed: the decision has their sentence and their effects. Their fields are shown
 * as they are, unless a registry that the person subscribed to describes them.
 */
const withoutDescriptor: ReadonlySet<string> = new Set([
  'order',
  'bulk-order',
  'item-permit',
  'operator-permit',
  'credit-delegation',
  'manager-authorization',
  'votes-delegation',
  'meta-transaction',
  'safe-transaction',
  'user-operation',
])
const describedKinds = kinds.filter(([, kind]) => !withoutDescriptor.has(kind))

describe('the bundled descriptors', () => {
  it('are one for each kind of typed data that is a payment or a permit, and no other', () => {
    expect(messages.map(({ type }) => type).sort()).toEqual(describedKinds.map(([, , , type]) => type).sort())
  })

  it.each(describedKinds)('name every field that is signed, each once: %s', (_label, _kind, _hash, type) => {
    const { format, domain } = formatOf(type)
    const typedData = typedDataOf(type, {}, domain)
    expect(encodeType(typedData)).toBe(type)
    const paths = format.items.flatMap(fieldsIn).map(({ path }) => (path === null ? '' : pathText(path)))
    expect(paths.sort()).toEqual(leaves(typedData.types, typedData.primaryType).sort())
    const fields = descriptionOf(typedData)?.fields ?? []
    expect(fields).toHaveLength(paths.length)
    for (const { value } of fields) if (value.kind === 'raw') expect(value.text).not.toBe('')
    // No amount is left without its token but those of a channel, whose token only the channel knows.
    for (const { value } of fields) if (value.kind === 'token-amount') expect(value.token).not.toBeNull()
  })
})

describe('a described message', () => {
  const permit2 = { name: 'Permit2' }
  const [, , , batch] = kinds.find(([label]) => label === 'Permit2 batch') ?? kinds[0]
  const [, , , permit] = kinds.find(([label]) => label === 'EIP-2612') ?? kinds[0]
  const token = (digit: string) => `0x${digit.repeat(40)}`
  const detail = (digit: string, amount: string) => ({ token: token(digit), amount, expiration: '5', nonce: '0' })
  const named = (description: Description | null, label: string): ShownField[] | undefined =>
    description?.fields.filter(field => field.label === label)

  it('keeps the fields of each element together, and says which one it is', () => {
    const typedData = typedDataOf(batch, { details: [detail('1', '7'), detail('2', String(2n ** 160n - 1n))] }, permit2)
    const description = descriptionOf(typedData)
    expect(description?.fields.slice(1, 6).map(({ label, place }) => `${label} ${place}`)).toEqual([
      'Token 1',
      'Amount 1',
      'Allowed until 1',
      'Number in order 1',
      'Token 2',
    ])
    expect(named(description, 'Amount')?.map(({ value }) => value)).toMatchObject([
      { kind: 'token-amount', amount: 7n, token: token('1'), message: null },
      { kind: 'token-amount', amount: 2n ** 160n - 1n, token: token('2'), message: 'Unlimited' },
    ])
  })

  it('shows nothing for an empty list, and one element without a number', () => {
    const of = (details: unknown[]) => descriptionOf(typedDataOf(batch, { details }, permit2))
    expect(named(of([]), 'Amount')).toEqual([])
    expect(named(of([detail('1', '7')]), 'Amount')).toMatchObject([{ place: null }])
  })

  it('takes the token of a permit from its domain', () => {
    const description = descriptionOf(typedDataOf(permit, { value: '12' }))
    expect(named(description, 'Amount')).toMatchObject([
      { value: { kind: 'token-amount', amount: 12n, token: expect.stringMatching(/^0x7070/) } },
    ])
  })

  it('is not believed where its domain is another one, nor where one field differs', () => {
    expect(descriptionOf(typedDataOf(batch, {}, { name: 'Permit3' }))).toBeNull()
    expect(descriptionOf(typedDataOf(permit.replace('uint256 value', 'uint248 value')))).toBeNull()
  })
})

describe('wrapped ether', () => {
  const call = { kind: 'call', chainId: 84532, from: null, value: 5n } as const
  const to = '0x4200000000000000000000000000000000000006'

  it('says what is wrapped, and what is unwrapped', () => {
    expect(describeSubject(bundledDescriptors, { ...call, to, data: '0xd0e30db0' })).toMatchObject({
      description: { intent: [{ text: 'Wrap' }], fields: [{ value: { kind: 'native-amount', amount: 5n } }] },
    })
    const data = `0x2e1a7d4d${'7'.padStart(64, '0')}` as const
    expect(describeSubject(bundledDescriptors, { ...call, to, data })).toMatchObject({
      description: {
        intent: [{ text: 'Unwrap' }],
        fields: [{ value: { kind: 'token-amount', amount: 7n, token: to } }],
      },
    })
  })

  it('is not said of another contract', () => {
    const outcome = describeSubject(bundledDescriptors, { ...call, to: `0x${'42'.repeat(20)}`, data: '0xd0e30db0' })
    expect(outcome).toEqual({ kind: 'none' })
  })
})
