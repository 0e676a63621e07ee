import type { Address, Hex } from 'viem'
import type { TypedData, TypedDataValue } from '@/lib/reading/typed-data/typed-data'
import { integer, type Value } from './value'

/** A message's fields by its types, or its domain's. */
export function structOf(types: TypedData['types'], type: string, given: TypedDataValue): Value {
  const values = typeof given === 'object' && !Array.isArray(given) ? Object.entries(given) : []
  const byName = new Map(values)
  const members = new Map<string, Value>()
  for (const field of types[type] ?? []) {
    const value = byName.get(field.name)
    if (value !== undefined) members.set(field.name, toValue(types, field.type, value))
  }
  return { kind: 'struct', members }
}

function toValue(types: TypedData['types'], type: string, given: TypedDataValue): Value {
  const item = /^(.+)\[\d*\]$/.exec(type)?.[1]
  if (item !== undefined)
    return { kind: 'list', items: Array.isArray(given) ? given.map(each => toValue(types, item, each)) : [] }
  if (Object.hasOwn(types, type)) return structOf(types, type, given)
  if (typeof given === 'boolean') return { kind: 'boolean', value: given }
  const text = String(given)
  if (type === 'string') return { kind: 'text', value: text }
  if (type === 'address') return { kind: 'address', value: text as Address }
  if (type.startsWith('bytes')) return { kind: 'bytes', value: text as Hex }
  return integer(BigInt(text), Number(/\d+$/.exec(type)?.[0] ?? 256) / 8)
}
