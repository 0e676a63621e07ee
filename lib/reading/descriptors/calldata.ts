import { type AbiParameter, type Address, decodeAbiParameters, encodeAbiParameters, type Hex } from 'viem'
import type { Parameter } from './signature'
import { integer, type Value } from './value'

/**
 * The arguments of a call, as a struct of its parameters' names.
 * @param data the whole calldata, with its selector
 * @returns `null` if the arguments are not encoded exactly as an encoder does it (more bytes may follow): what another
 *   decoder could read otherwise is not described
 */
export function decodeArguments(data: Hex, parameters: readonly Parameter[]): Value | null {
  const encoded: Hex = `0x${data.slice(10).toLowerCase()}`
  if (parameters.length === 0) return { kind: 'struct', members: new Map() }
  const abi = parameters.map((parameter, index) => numbered(parameter, index))
  try {
    const values = decodeAbiParameters(abi, encoded)
    if (!encoded.startsWith(encodeAbiParameters(abi, values))) return null
    return struct(parameters, values)
  } catch {
    // Too short, an offset out of range, text that is no UTF-8.
    return null
  }
}

/** With the place as its name, so that two parameters of one name, or of none, are kept apart. */
function numbered({ type, components }: Parameter, index: number): AbiParameter {
  const name = `_${index}`
  return components === undefined ? { name, type } : { name, type, components: components.map(numbered) }
}

function struct(parameters: readonly Parameter[], values: readonly unknown[]): Value {
  return {
    kind: 'struct',
    members: new Map(
      parameters.map((parameter, index) => [parameter.name || `${index}`, toValue(parameter, values[index])]),
    ),
  }
}

function toValue({ name, type, components }: Parameter, value: unknown): Value {
  const list = /^(.*)\[\d*\]$/.exec(type)
  if (list !== null) {
    const [, item = ''] = list
    const inner: Parameter = components === undefined ? { name, type: item } : { name, type: item, components }
    return { kind: 'list', items: Array.isArray(value) ? value.map(each => toValue(inner, each)) : [] }
  }
  if (components !== undefined)
    return struct(components, typeof value === 'object' && value !== null ? Object.values(value) : [])
  if (typeof value === 'boolean') return { kind: 'boolean', value }
  if (typeof value === 'bigint' || typeof value === 'number')
    return integer(BigInt(value), Number(/\d+$/.exec(type)?.[0] ?? 256) / 8)
  const text = String(value)
  if (type === 'string') return { kind: 'text', value: text }
  const hex = text.toLowerCase() as Hex
  return type === 'address' ? { kind: 'address', value: hex as Address } : { kind: 'bytes', value: hex }
}
