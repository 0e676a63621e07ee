import { encodeType, type TypedDataField } from '@/lib/reading/typed-data/typed-data'
import { isObject, type Json, member } from './json'

const longest = 20_000

/**
 * The encoding of a message's type with no blank but the one between type and name, as a signer makes it.
 * @param key `Mail(Person from,Person to)Person(address wallet)`; version 1 also has blanks after commas
 * @returns `null` if it is none
 * @see EIP-712, definition of encodeType
 */
export function normalType(key: string): string | null {
  const text = key
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1')
  if (text.length > longest) return null
  return /^(?:[A-Za-z_$][\w$:]*\((?:[\w$:[\]]+ [\w$]+(?:,[\w$:[\]]+ [\w$]+)*)?\))+$/.test(text) ? text : null
}

/** Version 1: the encoded types of the schemas in a file, by their primary type. */
export function encodedTypes(schemas: Json | undefined): Map<string, string> {
  const types = new Map<string, string>()
  for (const schema of Array.isArray(schemas) ? schemas : []) {
    const primaryType = member(schema, 'primaryType')
    const declared = member(schema, 'types')
    if (typeof primaryType !== 'string' || !isObject(declared)) continue
    const read = Object.entries(declared).map(([name, fields]) => [name, fieldsOf(fields)])
    types.set(primaryType, encodeType({ primaryType, types: Object.fromEntries(read) }))
  }
  return types
}

function fieldsOf(fields: Json): TypedDataField[] {
  return (Array.isArray(fields) ? fields : []).flatMap(field => {
    const [name, type] = [member(field, 'name'), member(field, 'type')]
    return typeof name === 'string' && typeof type === 'string' ? [{ name, type }] : []
  })
}
