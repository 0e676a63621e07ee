import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import { commandOf, instructions, longestData } from './command'

/** Typed data with its `EIP712Domain` among the types, as the worker writes it for a device. */
export interface DeviceTypedData {
  types: Readonly<Record<string, readonly { name: string; type: string }[]>>
  primaryType: string
  domain: Readonly<Record<string, unknown>>
  message: Readonly<Record<string, unknown>>
}

const kinds = { struct: 0, int: 1, uint: 2, address: 3, bool: 4, string: 5, fixedBytes: 6, bytes: 7 } as const
const [structName, root, array, field] = [0x00, 0x00, 0x0f, 0xff]

/** A type as the device is told it. */
interface FieldType {
  /** Without its arrays. */
  name: string
  kind: keyof typeof kinds
  /** In bytes, of numbers and of bytes with a fixed length. */
  size: number | null
  /** From the inner to the outer one, as written; `null` for any length. */
  levels: readonly (number | null)[]
}

/**
 * The commands that tell a device all types and all values, so that it shows them and makes the hash itself.
 * @returns `null` where they cannot be told: a name or an array longer than 255, a type without its size, or a value
 * that does not fit its type
 * @see ethapp.adoc §EIP712 SEND STRUCT DEFINITION, §EIP712 SEND STRUCT IMPLEMENTATION
 */
export function typedDataCommands({ types, primaryType, domain, message }: DeviceTypedData): Uint8Array[] | null {
  try {
    return [
      ...Object.keys(types)
        .sort()
        .flatMap(name => definition(name, types[name] ?? [])),
      ...rootValues(types, 'EIP712Domain', domain),
      ...rootValues(types, primaryType, message),
    ]
  } catch (error) {
    if (error instanceof Untellable) return null
    throw error
  }
}

/** The device has no way to be told that. */
class Untellable extends Error {}

function definition(name: string, fields: readonly { name: string; type: string }[]): Uint8Array[] {
  return [
    commandOf(instructions.defineStruct, 0, structName, fitting(utf8ToBytes(name))),
    ...fields.map(each => commandOf(instructions.defineStruct, 0, field, fitting(fieldDefinition(each)))),
  ]
}

function fieldDefinition({ name, type }: { name: string; type: string }): Uint8Array {
  const { name: base, kind, size, levels } = fieldType(type)
  const flags = (levels.length > 0 ? 0x80 : 0) | (size === null ? 0 : 0x40)
  return concatBytes(
    Uint8Array.of(flags | kinds[kind]),
    kind === 'struct' ? withLength(utf8ToBytes(base)) : new Uint8Array(),
    size === null ? new Uint8Array() : Uint8Array.of(size),
    levels.length === 0 ? new Uint8Array() : Uint8Array.of(byte(levels.length)),
    ...levels.map(length => (length === null ? Uint8Array.of(0) : Uint8Array.of(1, byte(length)))),
    withLength(utf8ToBytes(name)),
  )
}

function fieldType(type: string): FieldType {
  const [, name = '', arrays = ''] = /^([^[\]]+)((?:\[\d*\])*)$/.exec(type) ?? []
  if (name === '' || name === 'int' || name === 'uint') throw new Untellable()
  const levels = [...arrays.matchAll(/\[(\d*)\]/g)].map(([, length]) => (length ? Number(length) : null))
  const [, stem, digits] = /^(int|uint|bytes)(\d+)$/.exec(name) ?? []
  if (stem === 'bytes') return { name, kind: 'fixedBytes', size: byte(Number(digits)), levels }
  if (stem === 'int' || stem === 'uint') return { name, kind: stem, size: byte(Number(digits) / 8), levels }
  const isPlain = name === 'address' || name === 'bool' || name === 'string' || name === 'bytes'
  return { name, kind: isPlain ? name : 'struct', size: null, levels }
}

type Types = DeviceTypedData['types']

function rootValues(types: Types, name: string, values: Readonly<Record<string, unknown>>): Uint8Array[] {
  return [commandOf(instructions.fillStruct, 0, root, fitting(utf8ToBytes(name))), ...structValues(types, name, values)]
}

function structValues(types: Types, name: string, values: unknown): Uint8Array[] {
  const fields = types[name]
  if (fields === undefined || !isRecord(values)) throw new Untellable()
  return fields.flatMap(each => {
    const type = fieldType(each.type)
    return valueCommands(types, type, type.levels, values[each.name])
  })
}

function valueCommands(types: Types, type: FieldType, levels: FieldType['levels'], value: unknown): Uint8Array[] {
  // The last level as written is the outermost: `uint8[2][]` is a list of pairs.
  const length = levels.at(-1)
  if (length !== undefined) {
    if (!Array.isArray(value) || (length !== null && value.length !== length)) throw new Untellable()
    const count = commandOf(instructions.fillStruct, 0, array, Uint8Array.of(byte(value.length)))
    return [count, ...value.flatMap((each: unknown) => valueCommands(types, type, levels.slice(0, -1), each))]
  }
  return type.kind === 'struct' ? structValues(types, type.name, value) : plainValue(rawValue(type, value))
}

/** A value with its length, over as many commands as it takes. */
function plainValue(value: Uint8Array): Uint8Array[] {
  if (value.length > 0xffff) throw new Untellable()
  const content = concatBytes(Uint8Array.of(value.length >> 8, value.length & 0xff), value)
  const count = Math.ceil(content.length / longestData)
  return Array.from({ length: count }, (_, at) => {
    const part = content.subarray(at * longestData, (at + 1) * longestData)
    return commandOf(instructions.fillStruct, at === count - 1 ? 0x00 : 0x01, field, part)
  })
}

function rawValue({ kind, size }: FieldType, value: unknown): Uint8Array {
  if (kind === 'string' && typeof value === 'string') return utf8ToBytes(value)
  if (kind === 'bool' && typeof value === 'boolean') return Uint8Array.of(value ? 1 : 0)
  if ((kind === 'int' || kind === 'uint') && size !== null) return numberBytes(value, size, kind === 'int')
  const bytes = hexOf(value)
  if (bytes === null || (kind === 'address' && bytes.length !== 20)) throw new Untellable()
  if (kind === 'fixedBytes' && bytes.length !== size) throw new Untellable()
  return bytes
}

/** A negative number is told in its whole size, any other without zeros in front. */
function numberBytes(value: unknown, size: number, isSigned: boolean): Uint8Array {
  const bits = BigInt(size) * 8n
  const number = integerOf(value)
  const [least, end] = isSigned ? [-(1n << (bits - 1n)), 1n << (bits - 1n)] : [0n, 1n << bits]
  if (number === null || number < least || number >= end) throw new Untellable()
  const hex = BigInt.asUintN(Number(bits), number).toString(16)
  return hexToBytes(hex.padStart(hex.length + (hex.length % 2), '0'))
}

function integerOf(value: unknown): bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null
  return typeof value === 'string' && /^(?:-?\d+|0x[0-9a-f]+)$/i.test(value) ? BigInt(value) : null
}

function hexOf(value: unknown): Uint8Array | null {
  return typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value) ? hexToBytes(value.slice(2)) : null
}

function withLength(bytes: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(byte(bytes.length)), bytes)
}

function fitting(bytes: Uint8Array): Uint8Array {
  if (bytes.length > longestData) throw new Untellable()
  return bytes
}

function byte(value: number): number {
  if (!Number.isInteger(value) || value < 0 || value > 0xff) throw new Untellable()
  return value
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
