import { cleanForeignText } from '@/lib/base/foreign-text'
import { constantOf } from './constant'
import { type Description, SetAside, type SetAsideReason, type ShownField, type ShownValue } from './description'
import { follow, fromJson, parametersOf, type Scope, spellings } from './parameters'
import { sentenceOf } from './sentence'
import { type InnerCall, show } from './show'
import { containerOf, containerValues, dataOf, type Facts, formatFor, type Subject } from './subject'
import type { About, Descriptor, Field, Format, Item } from './types'
import type { Found, Value } from './value'

/** A fit, nothing, or a descriptor that fits and is not used. */
export type DescriptionOutcome =
  | { kind: 'described'; description: Description }
  | { kind: 'set-aside'; about: About; reason: SetAsideReason }
  | { kind: 'none' }

/** More fields than this are counted and not shown. */
const mostFields = 400
const deepestCalls = 4

/**
 * What the first descriptor that fits says about a call or a message. Never throws.
 * @param descriptors in order of preference; those for calls inside are sought among them too
 * @see ERC-7730
 */
export function describeSubject(
  descriptors: readonly Descriptor[],
  subject: Subject,
  facts: Facts = {},
): DescriptionOutcome {
  return describeAt(descriptors, subject, facts, 0)
}

function describeAt(
  descriptors: readonly Descriptor[],
  subject: Subject,
  facts: Facts,
  depth: number,
): DescriptionOutcome {
  for (const descriptor of descriptors) {
    const format = formatFor(descriptor, subject, facts)
    if (format === null) continue
    try {
      const inner = (call: InnerCall) => describeInner(descriptors, call, subject, facts, depth)
      return { kind: 'described', description: describeBy(descriptor, format, subject, inner) }
    } catch (error) {
      const reason = error instanceof SetAside ? error.reason : 'unreadable'
      return { kind: 'set-aside', about: descriptor.about, reason }
    }
  }
  return { kind: 'none' }
}

function describeInner(
  descriptors: readonly Descriptor[],
  { callee, data, amount, chainId, spender }: InnerCall,
  subject: Subject,
  facts: Facts,
  depth: number,
): ShownValue {
  const outcome: DescriptionOutcome =
    callee === null || chainId === null || depth >= deepestCalls || data.length < 10
      ? { kind: 'none' }
      : describeAt(
          descriptors,
          { kind: 'call', chainId, from: spender ?? subject.from, to: callee, value: amount ?? 0n, data },
          facts,
          depth + 1,
        )
  if (outcome.kind === 'none' && callee !== null && chainId !== null && depth < deepestCalls && data.length >= 10)
    facts.undescribed?.(chainId, callee)
  return {
    kind: 'call',
    callee,
    data,
    amount,
    description: outcome.kind === 'described' ? outcome.description : null,
  }
}

function describeBy(
  { about, file }: Descriptor,
  format: Format,
  subject: Subject,
  describeCall: (call: InnerCall) => ShownValue,
): Description {
  const { chainId } = containerOf(subject)
  const scope: Scope = { data: dataOf(subject, format), container: containerValues(subject), file }
  const fields: ShownField[] = []
  let omitted = 0
  for (const item of format.items) add(item, [], [])
  const sentence = format.sentence === null ? null : sentenceOf(format.sentence, format.items, valuesOf)
  return { about, chainId, intent: format.intent, sentence, fields, omitted }

  /** @param places the element of each list on the way that the groups around it are at */
  function add(item: Item, groups: readonly string[], places: readonly number[]): void {
    if (item.kind === 'field') {
      for (const found of foundBy(item)) if (isWithin(found, places)) push(item, found, groups)
      return
    }
    const within = item.label === null ? groups : [...groups, item.label]
    const own = item.path === null || item.isSequential ? null : follow(scope, item.path, places)
    if (item.isBundled && !own?.some(found => found.places.length > places.length)) bundle(item.items, within, places)
    // A group at a list is shown once for each of its elements.
    else
      for (const found of own ?? [{ places }])
        for (const each of item.items) add(each, within, found.places.length > places.length ? found.places : places)
  }

  /** The first element of each field, then the second of each. */
  function bundle(items: readonly Item[], groups: readonly string[], places: readonly number[]): void {
    const columns = items.flatMap(fieldsIn).map(field => {
      const found = foundBy(field).filter(each => isWithin(each, places))
      return { field, found, isList: found.some(each => each !== null && each.places.length > places.length) }
    })
    const lists = columns.filter(({ field, isList }) => field.visible !== 'never' && isList)
    const length = lists[0]?.found.length ?? 1
    if (lists.some(({ found }) => found.length !== length)) throw new SetAside('unequal-lists')
    for (let index = 0; index < length; index += 1)
      for (const { field, found, isList } of columns) {
        const each = found[index]
        if (each !== undefined && (isList || index === 0)) push(field, each, groups)
      }
  }

  function push(field: Field, found: Found | null, groups: readonly string[]): void {
    if (!isVisible(field, found?.value ?? null)) return
    if (fields.length >= mostFields) {
      omitted += 1
      return
    }
    const index = found?.places.at(-1)
    fields.push({
      label: field.label,
      groups,
      place: found !== null && found.count > 1 && index !== undefined ? index + 1 : null,
      separator: field.separator === null || index === undefined ? null : separatorOf(field.separator, index),
      value: shownBy(field, found),
    })
  }

  function shownBy(field: Field, found: Found | null): ShownValue {
    if (found === null) return { kind: 'raw', type: 'missing', text: '' }
    return show(field, found.value, parametersOf(scope, field, found.places), chainId, describeCall)
  }

  /** One entry for each element; `[null]` where the path leads nowhere. */
  function foundBy(field: Field): (Found | null)[] {
    if (field.path === null) {
      const value = fromJson(constantOf(scope.file, field.value))
      return [value === undefined ? null : { value, places: [], count: 1 }]
    }
    const found = follow(scope, field.path)
    return found === null ? [null] : found.flatMap(elements)
  }

  function valuesOf(field: Field): ShownValue[] | null {
    const found = foundBy(field)
    return found.includes(null) ? null : found.map(each => shownBy(field, each))
  }
}

function fieldsIn(item: Item): readonly Field[] {
  return item.kind === 'field' ? [item] : item.items.flatMap(fieldsIn)
}

function isWithin(found: Found | null, places: readonly number[]): boolean {
  return (
    found === null || found.places.length < places.length || places.every((place, at) => found.places[at] === place)
  )
}

/** A path to a whole list stands for its elements. */
function elements(found: Found): Found[] {
  const { value, places } = found
  if (value.kind !== 'list') return [found]
  return value.items.flatMap((item, index) =>
    elements({ value: item, places: [...places, index], count: value.items.length }),
  )
}

/** @throws SetAside `must-match` */
function isVisible({ visible }: Field, value: Value | null): boolean {
  if (typeof visible === 'string') return visible !== 'never'
  const spelled = value === null ? [] : spellings(value)
  const isAmong = visible.values.some(each => typeof each !== 'object' && spelled.includes(String(each).toLowerCase()))
  if (visible.rule === 'if-not-in') return !isAmong
  if (!isAmong) throw new SetAside('must-match')
  return false
}

function separatorOf(text: string, index: number): string {
  return cleanForeignText(text.replaceAll('{index}', String(index)), 80)
}
