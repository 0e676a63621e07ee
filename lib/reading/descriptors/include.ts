import { descriptorBudget } from '@/lib/base/budgets'
import { DescriptorFault } from './fault'
import { isObject, type Json, type JsonObject, member, parseBoundedJson } from './json'
import { parsePath, pathText } from './path'

/** A file as text, and the name by which its own includes are found and cycles are seen. */
export interface SourceFile {
  name: string
  text: string
}
/** Finds the file that an `includes` names; `undefined` if there is none. `from` is the including file's name. */
export type ReadInclude = (reference: string, from: string) => SourceFile | undefined

/**
 * The file with everything it includes merged into it: the including file's members win.
 * @throws DescriptorFault
 * @see ERC-7730, Organizing files
 */
export function mergeIncludes(file: SourceFile, readInclude: ReadInclude): JsonObject {
  let merges = 0
  return merged(file, [])

  function merged({ name, text }: SourceFile, including: readonly string[]): JsonObject {
    if (including.includes(name)) throw new DescriptorFault('include-cycle', name)
    if (including.length > descriptorBudget.includes) throw new DescriptorFault('include-cycle', name)
    merges += 1
    if (merges > descriptorBudget.merges) throw new DescriptorFault('too-large', name)
    if (text.length > descriptorBudget.characters) throw new DescriptorFault('too-large', name)
    const own = parseBoundedJson(text, descriptorBudget.depth)
    if (!isObject(own)) throw new DescriptorFault('not-json', name)
    const references = member(own, 'includes')
    if (references === undefined) return own
    let all: JsonObject = own
    for (const reference of Array.isArray(references) ? references : [references]) {
      if (typeof reference !== 'string') throw new DescriptorFault('malformed', 'includes')
      const found = readInclude(reference, name)
      if (found === undefined) throw new DescriptorFault('include-missing', reference)
      all = mergeObjects(merged(found, [...including, name]), all)
    }
    return all
  }
}

/** Lists replace each other, except for `fields`, which are merged by path. */
function mergeObjects(base: JsonObject, over: JsonObject): JsonObject {
  const merged = new Map(Object.entries(base))
  for (const [key, value] of Object.entries(over)) {
    const before = merged.get(key)
    if (key === 'fields' && Array.isArray(before) && Array.isArray(value)) merged.set(key, mergeFields(before, value))
    else if (key === 'formats' && isObject(before) && isObject(value)) merged.set(key, mergeFormats(before, value))
    else merged.set(key, isObject(before) && isObject(value) ? mergeObjects(before, value) : value)
  }
  return Object.fromEntries(merged)
}

/** The keys of two files are one format even where one of them has a blank more. */
function mergeFormats(base: JsonObject, over: JsonObject): JsonObject {
  const named = new Map(Object.keys(base).map(key => [key.replaceAll(', ', ','), key]))
  const renamed = Object.entries(over).map(([key, value]) => [named.get(key.replaceAll(', ', ',')) ?? key, value])
  return mergeObjects(base, Object.fromEntries(renamed))
}

function mergeFields(base: readonly Json[], over: readonly Json[]): Json[] {
  if (base.length + over.length > descriptorBudget.fields) throw new DescriptorFault('too-large', 'fields')
  const merged = [...base]
  const places = new Map(base.map((field, index) => [pathOf(field), index] as const).reverse())
  for (const field of over) {
    const path = pathOf(field)
    const index = path === null ? undefined : places.get(path)
    const before = index === undefined ? undefined : merged[index]
    if (index !== undefined && isObject(before) && isObject(field)) merged[index] = mergeObjects(before, field)
    else {
      if (path !== null && index === undefined) places.set(path, merged.length)
      merged.push(field)
    }
  }
  return merged
}

function pathOf(field: Json): string | null {
  const path = member(field, 'path')
  return typeof path === 'string' ? pathText(parsePath(path, 'fields')) : null
}
