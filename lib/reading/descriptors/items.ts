import { cleanForeignText } from '@/lib/base/foreign-text'
import { followReference } from './constant'
import { DescriptorFault } from './fault'
import { isObject, type Json, type JsonObject } from './json'
import { type Path, parsePath, pathText, within } from './path'
import { type ItemFile, itemSchema } from './schema'
import type { Field, Group, Item, Visibility } from './types'

const longestLabel = 80
const deepestGroup = 8

/**
 * Reads the fields and groups of a format.
 * @param file the merged file, for `$ref`
 * @param excluded version 1: paths that are not shown
 */
export function createItems(file: JsonObject, excluded: readonly string[]) {
  const hidden = new Set(excluded.map(path => pathText(parsePath(path, 'excluded'))))
  return { read: (items: readonly Json[], at: string) => readItems(items, null, at, 0) }

  /** @throws DescriptorFault */
  function readItems(items: readonly Json[], group: Path | null, at: string, depth: number): Item[] {
    if (depth > deepestGroup) throw new DescriptorFault('malformed', at)
    return items.map((item, index) => {
      const place = `${at}.fields.${index}`
      const given = follow(item, place)
      const path = given.path === undefined ? null : within(group, parsePath(given.path, place))
      return given.fields === undefined
        ? readField(given, path, group, place)
        : readGroup(given, path ?? group, place, depth)
    })
  }

  /** The item with the definition that it refers to: its own members win. */
  function follow(item: Json, at: string): ItemFile {
    let given = parse(item, at)
    const seen: string[] = []
    while (given.$ref !== undefined) {
      const { $ref, ...own } = given
      if (seen.includes($ref)) throw new DescriptorFault('reference-cycle', at)
      seen.push($ref)
      const definition = followReference(file, $ref)
      if (!isObject(definition)) throw new DescriptorFault('reference-missing', at)
      const base = parse(definition, at)
      given = { ...base, ...own, params: { ...base.params, ...own.params } }
    }
    return given
  }

  function readField(given: ItemFile, path: Path | null, group: Path | null, at: string): Field {
    if (path === null && given.value === undefined) throw new DescriptorFault('malformed', at)
    const params = given.params ?? {}
    for (const [name, value] of Object.entries(params)) checkParameter(name, value, at)
    return {
      kind: 'field',
      path,
      group,
      value: given.value ?? null,
      label: cleanForeignText(given.label ?? '', longestLabel),
      format: given.format ?? 'raw',
      params,
      visible: path !== null && hidden.has(pathText(path)) ? 'never' : readVisibility(given.visible),
      separator: given.separator === undefined ? null : cleanForeignText(given.separator, longestLabel),
      encryption:
        given.encryption === undefined
          ? null
          : {
              scheme: cleanForeignText(given.encryption.scheme, longestLabel),
              label: cleanForeignText(given.encryption.fallbackLabel ?? '', longestLabel) || null,
            },
    }
  }

  function readGroup(given: ItemFile, path: Path | null, at: string, depth: number): Group {
    return {
      kind: 'group',
      path,
      label: cleanForeignText(given.label ?? '', longestLabel) || null,
      isBundled: given.iteration === 'bundled',
      isSequential: given.iteration === 'sequential',
      items: readItems(given.fields ?? [], path, at, depth + 1),
    }
  }

  function checkParameter(name: string, value: Json, at: string): void {
    if (name.endsWith('Path')) {
      if (typeof value !== 'string') throw new DescriptorFault('malformed', `${at}.params.${name}`)
      parsePath(value, `${at}.params.${name}`)
    }
    if (name !== '$ref') return
    const found = typeof value === 'string' ? followReference(file, value) : undefined
    if (found === undefined) throw new DescriptorFault('reference-missing', `${at}.params.$ref`)
  }
}

function parse(item: Json, at: string): ItemFile {
  const parsed = itemSchema.safeParse(item)
  if (!parsed.success)
    throw new DescriptorFault('malformed', [at, ...(parsed.error.issues[0]?.path ?? [])].map(String).join('.'))
  return parsed.data
}

function readVisibility(visible: ItemFile['visible']): Visibility {
  if (visible === undefined) return 'always'
  if (typeof visible === 'string') return visible
  if ('mustMatch' in visible && Array.isArray(visible.mustMatch))
    return { rule: 'must-match', values: visible.mustMatch }
  return 'ifNotIn' in visible && Array.isArray(visible.ifNotIn)
    ? { rule: 'if-not-in', values: visible.ifNotIn }
    : 'always'
}
