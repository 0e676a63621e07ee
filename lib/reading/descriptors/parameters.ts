import type { Address } from 'viem'
import { constantOf } from './constant'
import { SetAside } from './description'
import { isObject, type Json, type JsonObject, member } from './json'
import { type Path, parsePath, within } from './path'
import type { Field } from './types'
import { type Found, integer, toAddress, toInteger, type Value, valuesAt } from './value'

/** Where paths lead: `#`, `@` and `$` of one call or message. */
export interface Scope {
  data: Value
  container: Value
  file: JsonObject
}

/** The values at a path. @returns `null` where it leads nowhere */
export function follow(scope: Scope, path: Path, places: readonly number[] = []): Found[] | null {
  if (path.root === 'descriptor') {
    const text = ['$', ...path.steps.map(step => (step.kind === 'name' ? step.name : ''))].join('.')
    const value = fromJson(constantOf(scope.file, text))
    return value === undefined ? null : [{ value, places: [], count: 1 }]
  }
  return valuesAt(path.root === 'data' ? scope.data : scope.container, path.steps, places)
}

/** The parameters of one field, for one element of its list. */
export function parametersOf(scope: Scope, { params, group }: Field, places: readonly number[]) {
  return { value, address, integer: number, text, constant, addresses }

  /** `name` as a constant or a map's value, or what `namePath` leads to. */
  function value(name: string): Value | undefined {
    const path = member(params, `${name}Path`)
    if (typeof path === 'string') return at(path)
    return fromJson(constant(name))
  }

  function constant(name: string): Json | undefined {
    const given = member(params, name)
    return isObject(given) && typeof given.map === 'string' ? mapped(given) : constantOf(scope.file, given)
  }

  /** @throws SetAside `no-constant`: the standard forbids the descriptor then */
  function mapped(reference: JsonObject): Json {
    const map = constantOf(scope.file, reference.map)
    const key = typeof reference.keyPath === 'string' ? at(reference.keyPath) : undefined
    const values = member(map, 'values')
    const found = key === undefined || !isObject(values) ? undefined : lookUp(values, key)
    if (found === undefined) throw new SetAside('no-constant')
    return constantOf(scope.file, found) ?? null
  }

  function at(text: string): Value | undefined {
    const path = parsePath(text, 'params')
    // Relative to the group; some public files mean the whole data all the same.
    const found = follow(scope, within(group, path), places) ?? follow(scope, path, places)
    const value = found?.[0]?.value
    // A list goes with the field's own list, element by element.
    return value?.kind === 'list' ? value.items[places.at(-1) ?? 0] : value
  }

  function address(name: string): Address | null {
    return toAddress(value(name))
  }

  function number(name: string): bigint | null {
    return toInteger(value(name))
  }

  function text(name: string): string | null {
    const given = constant(name)
    return typeof given === 'string' ? given : null
  }

  /** One address or a list of them. */
  function addresses(name: string): string[] {
    const given = constant(name)
    return (Array.isArray(given) ? given : [given]).flatMap(each => {
      const one = constantOf(scope.file, each)
      return (Array.isArray(one) ? one : [one]).flatMap(text => (typeof text === 'string' ? [text.toLowerCase()] : []))
    })
  }
}
export type Parameters = ReturnType<typeof parametersOf>

/** A member of an enumeration or a map by a decoded value. */
export function lookUp(values: JsonObject, key: Value): Json | undefined {
  const keys = new Map(Object.keys(values).map(each => [each.toLowerCase(), each]))
  const found = spellings(key).find(each => keys.has(each))
  return found === undefined ? undefined : values[keys.get(found) ?? '']
}

/** How a file may write a value, the likeliest first: as a number, as hex, as a word. In lower case. */
export function spellings(value: Value): string[] {
  const number = toInteger(value)
  const numbers = number === null ? [] : [number.toString(), ...(number < 0n ? [] : [`0x${number.toString(16)}`])]
  switch (value.kind) {
    case 'boolean':
      return [String(value.value), value.value ? '1' : '0']
    case 'text':
    case 'address':
    case 'bytes':
      return [value.value.toLowerCase(), ...numbers]
    default:
      return numbers
  }
}

export function fromJson(json: Json | undefined): Value | undefined {
  if (typeof json === 'string') return { kind: 'text', value: json }
  if (typeof json === 'boolean') return { kind: 'boolean', value: json }
  if (typeof json === 'number')
    return Number.isSafeInteger(json) ? integer(BigInt(json)) : { kind: 'text', value: String(json) }
  return Array.isArray(json) ? { kind: 'list', items: json.flatMap(each => fromJson(each) ?? []) } : undefined
}
