import type { Address } from 'viem'
import * as z from 'zod/mini'
import { encodeType, type TypedData, type TypedDataStruct, type TypedDataValue } from './typed-data'

/**
 * The part of ERC-7730 (version 2, EIP-712 messages) that the wallet's own descriptors use: formats keyed by the text of the type, fields by path.
 * A descriptor says how fields are called and shown; it decides nothing about what they mean for the money.
 */
const fieldSchema = z.lazy(() =>
  z.discriminatedUnion('format', [
    z.strictObject({ path: z.string(), label: z.string(), format: z.literal('raw') }),
    z.strictObject({
      path: z.string(),
      label: z.string(),
      format: z.literal('addressName'),
      params: z.strictObject({ types: z.array(z.enum(['eoa', 'contract', 'token'])) }),
    }),
    z.strictObject({
      path: z.string(),
      label: z.string(),
      format: z.literal('tokenAmount'),
      params: z.strictObject({
        tokenPath: z.string(),
        /** From here on `message` is shown instead of the amount. */
        threshold: z.optional(z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/))),
        message: z.optional(z.string()),
      }),
    }),
    z.strictObject({
      path: z.string(),
      label: z.string(),
      format: z.literal('date'),
      params: z.strictObject({ encoding: z.literal('timestamp') }),
    }),
    z.strictObject({ path: z.string(), label: z.string(), format: z.literal('duration') }),
    z.strictObject({
      path: z.string(),
      label: z.string(),
      format: z.literal('unit'),
      params: z.strictObject({ base: z.string(), decimals: z.int().check(z.gte(0), z.lte(36)) }),
    }),
  ]),
)
type Field = z.infer<typeof fieldSchema>

export const descriptorSchema = z.lazy(() =>
  z.strictObject({
    $schema: z.literal('https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json'),
    context: z.strictObject({
      $id: z.string(),
      eip712: z.strictObject({ domain: z.optional(z.record(z.string(), z.string())) }),
    }),
    metadata: z.strictObject({ owner: z.string() }),
    display: z.strictObject({
      formats: z.record(z.string(), z.strictObject({ intent: z.string(), fields: z.array(fieldSchema) })),
    }),
  }),
)
export type Descriptor = z.infer<typeof descriptorSchema>

/** One field as it is to be shown. `place`: which one it is, counted from 1, where a list has several. */
export interface DescribedField {
  label: string
  place: number | null
  value:
    | { kind: 'address'; address: Address }
    | { kind: 'token-amount'; amount: bigint; token: Address | null; isUnlimited: boolean }
    /** Unix seconds, or a length in seconds. */
    | { kind: 'date' | 'duration'; seconds: bigint }
    | { kind: 'unit'; amount: bigint; base: string; decimals: number }
    | { kind: 'raw'; text: string }
}

/** The fields of typed data by their descriptor, or `null` where none is for this type and domain. */
export function describeFields(typedData: TypedData, descriptors: readonly Descriptor[]): DescribedField[] | null {
  const type = encodeType(typedData)
  const descriptor = descriptors.find(
    ({ context, display }) =>
      Object.hasOwn(display.formats, type) &&
      Object.entries(context.eip712.domain ?? {}).every(([name, value]) => typedData.domain[name] === value),
  )
  const fields = descriptor?.display.formats[type]?.fields
  if (fields === undefined) return null
  const described: DescribedField[] = []
  for (let at = 0; at < fields.length; ) {
    const list = listOf(fields[at]?.path ?? '')
    let end = at + 1
    // Fields of one list stay together, element by element.
    if (list !== null) while (end < fields.length && listOf(fields[end]?.path ?? '') === list) end += 1
    const group = fields.slice(at, end)
    const length = list === null ? 1 : lengthOf(valueAt(typedData.message, list, 0))
    for (let index = 0; index < length; index += 1)
      for (const field of group)
        described.push({
          label: field.label,
          place: length > 1 ? index + 1 : null,
          value: show(field, index, typedData),
        })
    at = end
  }
  return described
}

function show(field: Field, index: number, typedData: TypedData): DescribedField['value'] {
  const value = valueAt(typedData.message, field.path, index)
  const raw = { kind: 'raw', text: value === undefined ? '' : String(value) } as const
  const number = integer(value)
  switch (field.format) {
    case 'raw':
      return raw
    case 'addressName':
      return isAddress(value) ? { kind: 'address', address: value } : raw
    case 'tokenAmount': {
      if (number === null) return raw
      const { tokenPath, threshold } = field.params
      // ERC-7730, container values: `@.to` of a message is the contract that verifies it.
      const token =
        tokenPath === '@.to' ? typedData.domain.verifyingContract : valueAt(typedData.message, tokenPath, index)
      return {
        kind: 'token-amount',
        amount: number,
        token: isAddress(token) ? token : null,
        isUnlimited: threshold !== undefined && number >= BigInt(threshold),
      }
    }
    case 'date':
    case 'duration':
      return number === null ? raw : { kind: field.format, seconds: number }
    case 'unit':
      return number === null ? raw : { kind: 'unit', amount: number, ...field.params }
  }
}

/** `details` of `details.[].amount`; `null` for a field that stands alone. */
function listOf(path: string): string | null {
  return /^(.*?)\.\[\]/.exec(path)?.[1] ?? null
}

function valueAt(message: TypedDataStruct, path: string, index: number): TypedDataValue | undefined {
  let value: TypedDataValue | undefined = message
  for (const step of path.split('.')) {
    if (isList(value)) value = step === '[]' ? value[index] : undefined
    else value = typeof value === 'object' && Object.hasOwn(value, step) ? value[step] : undefined
  }
  return value
}

function lengthOf(value: TypedDataValue | undefined): number {
  return isList(value) ? value.length : 0
}

function isList(value: TypedDataValue | undefined): value is readonly TypedDataValue[] {
  return Array.isArray(value)
}

function isAddress(value: unknown): value is Address {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value)
}

function integer(value: TypedDataValue | undefined): bigint | null {
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : null
}
