import type { Address, Hex } from 'viem'
import { SetAside } from './description'
import type { Step } from './path'

/** A value of decoded calldata, of a message or of the container. `bytes`: the size in which an integer is encoded. */
export type Value =
  | { kind: 'integer'; value: bigint; bytes: number }
  /** In lower case. */
  | { kind: 'address'; value: Address }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'bytes'; value: Hex }
  | { kind: 'text'; value: string }
  | { kind: 'list'; items: readonly Value[] }
  | { kind: 'struct'; members: ReadonlyMap<string, Value> }

/** A value at a path. `places`: which element of each list that the path goes through, counted within its selection. */
export interface Found {
  value: Value
  places: readonly number[]
  /** How many elements the last of those lists gave. */
  count: number
}

/** More values than this are not followed. */
const mostValues = 2_000

/**
 * The values at a path: one for each element where the path names a whole list or a part of one.
 * @param places an element each for the lists on the way; lists behind them are followed whole
 * @returns `null` where the path leads nowhere: an unknown name, an index out of range
 * @throws SetAside `too-much`
 */
export function valuesAt(root: Value, steps: readonly Step[], places: readonly number[] = []): Found[] | null {
  let found: Found[] = [{ value: root, places: [], count: 1 }]
  for (const step of steps) {
    const next: Found[] = []
    for (const each of found) {
      const values = take(each.value, step)
      if (values === null) return null
      // A slice of bytes is one value; a slice of a list is many.
      if (step.kind !== 'slice' || each.value.kind !== 'list') {
        const [value] = values
        if (value === undefined) return null
        next.push({ ...each, value })
        continue
      }
      const bound = places[each.places.length]
      const those = bound === undefined ? [...values.entries()] : pairAt(values, bound)
      if (those === null) return null
      for (const [place, value] of those) next.push({ value, places: [...each.places, place], count: values.length })
    }
    if (next.length > mostValues) throw new SetAside('too-much')
    found = next
  }
  return found
}

function pairAt(values: readonly Value[], place: number): [number, Value][] | null {
  const value = values[place]
  return value === undefined ? null : [[place, value]]
}

/** @returns `null` where the value has no such part */
function take(value: Value, step: Step): readonly Value[] | null {
  if (step.kind === 'name') {
    if (step.name === 'length' && value.kind === 'list') return [integer(BigInt(value.items.length))]
    const found = value.kind === 'struct' ? value.members.get(step.name) : undefined
    return found === undefined ? null : [found]
  }
  if (value.kind === 'list') {
    if (step.kind === 'slice') return value.items.slice(step.from ?? 0, step.to ?? undefined)
    const item = value.items.at(step.index)
    return item === undefined ? null : [item]
  }
  const bytes = bytesOf(value)
  if (bytes === null) return null
  const size = bytes.length / 2 - 1
  const from = step.kind === 'index' ? step.index : (step.from ?? 0)
  const to = step.kind === 'index' ? step.index + 1 || size : (step.to ?? size)
  const [start, end] = [from, to].map(at => (at < 0 ? size + at : at))
  if (start === undefined || end === undefined || start < 0 || end > size || start >= end) return null
  return [{ kind: 'bytes', value: `0x${bytes.slice(2 + 2 * start, 2 + 2 * end)}` }]
}

export function integer(value: bigint, bytes = 32): Value {
  return { kind: 'integer', value, bytes }
}

/** The value's own bytes, of which a slice is taken; `null` for lists and structs. */
function bytesOf(value: Value): Hex | null {
  switch (value.kind) {
    case 'bytes':
    case 'address':
      return value.value
    case 'integer':
      return `0x${BigInt.asUintN(8 * value.bytes, value.value)
        .toString(16)
        .padStart(2 * value.bytes, '0')}`
    case 'text':
      return `0x${[...new TextEncoder().encode(value.value)].map(byte => byte.toString(16).padStart(2, '0')).join('')}`
    default:
      return null
  }
}

/** The value read as an integer: bytes as a big-endian number. `null` if it is none. */
export function toInteger(value: Value | undefined): bigint | null {
  if (value?.kind === 'integer') return value.value
  if (value?.kind === 'bytes' && value.value.length > 2 && value.value.length <= 66) return BigInt(value.value)
  if (value?.kind === 'text' && /^(?:-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value.value)) return BigInt(value.value)
  return null
}

/** The value read as an address: 20 bytes, or a word whose high bytes are zero. `null` if it is none. */
export function toAddress(value: Value | undefined): Address | null {
  if (value === undefined) return null
  if (value.kind === 'text')
    return /^0x[0-9a-fA-F]{40}$/.test(value.value) ? (value.value.toLowerCase() as Address) : null
  const bytes = bytesOf(value)?.slice(2)
  if (bytes?.length === 40) return `0x${bytes}`
  return bytes?.length === 64 && /^0{24}/.test(bytes) ? `0x${bytes.slice(24)}` : null
}
