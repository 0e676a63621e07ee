/**
 * What the wallet uses of `zod/mini`, in a tenth of its code: the build puts this module in its place, so that neither
 * the worker's first script nor a page holds zod. The types are zod's. A schema answers as zod does: the same value, or
 * the same place and words for its first issue. `schemas.test.ts` holds it to that with generated schemas and values.
 */

interface Issue {
  code: string
  message: string
  path: PropertyKey[]
  /** The value has the right type: checks of what it is part of still look at it. */
  isSoft?: boolean
  /** Not so for the schema that failed itself: it has no value to look at. */
  isStopped?: boolean
  [detail: string]: unknown
}

/** Gives the value that a schema makes of another, and tells what is wrong with it. */
type Read<Value> = (value: Value, issues: Issue[], isBackward: boolean) => unknown

interface Check {
  read: Read<never>
  /** A check of lengths has it: a list of more items is refused before they are read. */
  most?: number
}

type Fields = Record<PropertyKey, unknown>
type Values = readonly unknown[] | undefined
type Shape = Readonly<Record<string, Schema>>
/** Whether a member may be absent, and then stands for nothing (1) or for a value of its own (2). */
type Absence = 0 | 1 | 2

/** What a schema tells those that hold it. Looked up late: a schema may hold itself. */
interface Traits {
  absence?: () => Absence
  /** Whether nothing may come of it. */
  isOptional?: () => boolean
  /** All values that it takes. */
  values?: () => Values
  /** All values that it takes as a member of this name. */
  tags?: (name: string) => Values
  isList?: boolean
  shape?: Shape
  rest?: Schema | 'never' | undefined
}

class Schema {
  readonly shape: Shape
  readonly traits: Traits
  readonly #read: Read<unknown>
  readonly #checks: readonly Check[]

  constructor(read: Read<never>, traits: Traits = {}, checks: readonly Check[] = []) {
    this.#read = read as Read<unknown>
    this.#checks = checks
    this.traits = traits
    this.shape = traits.shape ?? {}
  }

  run(value: unknown, issues: Issue[], isBackward: boolean): unknown {
    if (this.#checks.length === 0) return this.#read(value, issues, isBackward)
    const start = issues.length
    if (isBackward) {
      this.#read(value, issues, true)
      const checked = this.#check(value, issues, start)
      return issues.length > start ? value : this.#read(checked, issues, true)
    }
    if (this.traits.isList && Array.isArray(value) && this.#isTooLong(value, issues)) return value
    return this.#check(this.#read(value, issues, false), issues, start)
  }

  #check(value: unknown, issues: Issue[], start: number): unknown {
    let checked = value
    for (const { read } of this.#checks) if (isSoftSince(issues, start)) checked = read(checked as never, issues, false)
    return checked
  }

  #isTooLong(value: readonly unknown[], issues: Issue[]): boolean {
    const start = issues.length
    for (const { most, read } of this.#checks) {
      if (most === undefined) break
      if (value.length > most) read(value as never, issues, false)
    }
    for (const issue of issues.slice(start)) issue.isSoft = false
    return issues.length > start
  }

  check(...checks: readonly Check[]): Schema {
    return new Schema(this.#read, this.traits, [...this.#checks, ...checks])
  }

  safeParse(value: unknown) {
    return safeParse(this, value)
  }

  parse(value: unknown): unknown {
    return parse(this, value)
  }
}

class SchemaError extends Error {
  override name = '$ZodError'
  readonly issues: readonly Issue[]
  constructor(issues: readonly Issue[]) {
    super(issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`).join('\n'))
    this.issues = issues
  }
}

function run(schema: Schema, value: unknown, isBackward: boolean): unknown {
  const issues: Issue[] = []
  const read = schema.run(value, issues, isBackward)
  if (issues.length > 0) throw new SchemaError(issues)
  return read
}

export const parse = (schema: Schema, value: unknown): unknown => run(schema, value, false)
export const decode = parse
export const encode = (schema: Schema, value: unknown): unknown => run(schema, value, true)

export function safeParse(schema: Schema, value: unknown) {
  const issues: Issue[] = []
  const data = schema.run(value, issues, false)
  if (issues.length === 0) return { success: true, data }
  return {
    success: false,
    // Made when it is read: most callers only ask whether a value fits.
    get error() {
      return new SchemaError(issues)
    },
  }
}

const isSoftSince = (issues: readonly Issue[], start: number): boolean =>
  issues.length === start || issues.slice(start).every(({ isSoft, isStopped }) => isSoft && !isStopped)

const issueOf = (code: string, details: object = {}, message = 'Invalid input'): Issue => ({
  ...{ code, message, path: [] },
  ...details,
})

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const typed = (expected: string, isType: (value: unknown) => boolean, traits?: Traits): Schema =>
  new Schema((value, issues) => {
    if (!isType(value)) issues.push(issueOf('invalid_type', { expected }))
    return value
  }, traits)

export const string = /* @__NO_SIDE_EFFECTS__ */ (): Schema => typed('string', value => typeof value === 'string')
export const number = /* @__NO_SIDE_EFFECTS__ */ (): Schema => typed('number', Number.isFinite)
export const bigint = /* @__NO_SIDE_EFFECTS__ */ (): Schema => typed('bigint', value => typeof value === 'bigint')
export const boolean = /* @__NO_SIDE_EFFECTS__ */ (): Schema => typed('boolean', value => typeof value === 'boolean')
const nothing = /* @__NO_SIDE_EFFECTS__ */ (): Schema =>
  typed('null', value => value === null, { values: () => [null] })
export const unknown = /* @__NO_SIDE_EFFECTS__ */ (): Schema => new Schema(value => value)
export const int = /* @__NO_SIDE_EFFECTS__ */ (): Schema =>
  new Schema((value, issues) => {
    if (!Number.isFinite(value)) issues.push(issueOf('invalid_type', { expected: 'number' }))
    else if (!Number.isInteger(value)) issues.push(issueOf('invalid_type', { expected: 'int' }))
    else if (!Number.isSafeInteger(value)) {
      const bound = (value > 0 ? tooBig : tooSmall)((value > 0 ? 1 : -1) * Number.MAX_SAFE_INTEGER)(value)
      issues.push({ ...bound, origin: 'int', isSoft: true })
    }
    return value
  })

const oneOf = /* @__NO_SIDE_EFFECTS__ */ (values: readonly unknown[], message?: string): Schema =>
  new Schema(
    (value: unknown, issues) => {
      if (!values.includes(value)) issues.push(issueOf('invalid_value', { values }, message))
      return value
    },
    { values: () => values },
  )
export const literal = /* @__NO_SIDE_EFFECTS__ */ (value: unknown, message?: string): Schema =>
  oneOf([value].flat(), message)

export const custom = /* @__NO_SIDE_EFFECTS__ */ (isRight: (value: never) => unknown, message?: string): Schema =>
  new Schema((value, issues) => {
    if (!isRight(value)) issues.push(issueOf('custom', {}, message))
    return value
  })

type IsRight<Value> = (value: Value) => unknown

const checkOf = /* @__NO_SIDE_EFFECTS__ */ <Value>(
  isRight: IsRight<Value>,
  told: (value: Value) => Issue,
  length?: Partial<Check>,
): Check => ({
  ...length,
  read(value, issues) {
    if (!isRight(value)) issues.push({ ...told(value), isSoft: true })
    return value
  },
})
export const refine = /* @__NO_SIDE_EFFECTS__ */ (isRight: IsRight<never>, message?: string): Check =>
  checkOf(isRight, () => issueOf('custom', {}, message))

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)
const tooBig = (maximum: unknown) => (value: unknown) => issueOf('too_big', { origin: typeOf(value), maximum })
const tooSmall = (minimum: unknown) => (value: unknown) => issueOf('too_small', { origin: typeOf(value), minimum })
const notOfForm = () => issueOf('invalid_format')

type Amount = number | bigint

export const gte = /* @__NO_SIDE_EFFECTS__ */ (least: Amount): Check =>
  checkOf((value: Amount) => value >= least, tooSmall(least))
export const lte = /* @__NO_SIDE_EFFECTS__ */ (most: Amount): Check =>
  checkOf((value: Amount) => value <= most, tooBig(most))
export const positive = /* @__NO_SIDE_EFFECTS__ */ (): Check => checkOf((value: Amount) => value > 0, tooSmall(0))
export const nonnegative = /* @__NO_SIDE_EFFECTS__ */ (): Check => gte(0)

/** A text, in code points, or a list. */
type Long = string | readonly unknown[]
const lengthOf = (value: Long) =>
  typeof value === 'string' && /[\uD800-\uDBFF]/.test(value) ? [...value].length : value.length

export const minLength = /* @__NO_SIDE_EFFECTS__ */ (least: number): Check =>
  checkOf((value: Long) => lengthOf(value) >= least, tooSmall(least), { most: Number.POSITIVE_INFINITY })
// Code units are no fewer than code points.
export const maxLength = /* @__NO_SIDE_EFFECTS__ */ (most: number): Check =>
  checkOf((value: Long) => value.length <= most || lengthOf(value) <= most, tooBig(most), { most })
export const length = /* @__NO_SIDE_EFFECTS__ */ (most: number): Check =>
  checkOf(
    (value: Long) => lengthOf(value) === most,
    value => (lengthOf(value) > most ? tooBig : tooSmall)(most)(value),
    { most },
  )
export const regex = /* @__NO_SIDE_EFFECTS__ */ (pattern: RegExp): Check =>
  checkOf((value: string) => value.search(pattern) >= 0, notOfForm)

/** A URL parser passes over blanks around it and line ends in it, and so does what is made of it. */
export const url = /* @__NO_SIDE_EFFECTS__ */ (): Schema =>
  string().check({
    read(value: string, issues) {
      if (URL.canParse(value.trim())) return value.trim().replace(/[\t\n\r]/g, '')
      issues.push({ ...notOfForm(), isSoft: true })
      return value
    },
  })

const day =
  '(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8])))'
/** Dates of ISO 8601, and times with seconds and, where it is asked for, the distance to UTC. */
export const iso = {
  date: () => string().check(regex(new RegExp(`^${day}$`))),
  datetime: ({ offset = false } = {}) => {
    const zone = offset ? '(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)' : 'Z'
    return string().check(regex(new RegExp(`^${day}T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?${zone}$`)))
  },
}

const absenceOf = ({ traits }: Schema): Absence => traits.absence?.() ?? 0
const isOptionalOut = ({ traits }: Schema): boolean => traits.isOptional?.() ?? false
const valuesOf = ({ traits }: Schema): Values => traits.values?.()
const tagsOf = ({ traits }: Schema, name: string): Values => traits.tags?.(name)

/** The traits of a schema around another. */
const traitsOf = (inner: () => Schema, own?: Traits): Traits => ({
  absence: () => absenceOf(inner()),
  isOptional: () => isOptionalOut(inner()),
  values: () => valuesOf(inner()),
  tags: name => tagsOf(inner(), name),
  ...own,
})
const none = () => undefined
const withValue = (values: Values, value: unknown): Values => values && [...values, value]
/** A value of its own for nothing stays one where nothing is allowed too. */
const atLeastOptional = (inner: Schema) => (): Absence => (absenceOf(inner) === 2 ? 2 : 1)

export const lazy = /* @__NO_SIDE_EFFECTS__ */ (make: () => Schema): Schema => {
  let made: Schema | undefined
  const inner = () => {
    made ??= make()
    return made
  }
  return new Schema((value, ...rest) => inner().run(value, ...rest), traitsOf(inner, { values: none }))
}

export const optional = /* @__NO_SIDE_EFFECTS__ */ (inner: Schema): Schema =>
  new Schema(
    (value: unknown, issues, isBackward) => {
      if (value !== undefined) return inner.run(value, issues, isBackward)
      if (absenceOf(inner) !== 2) return value
      const start = issues.length
      const made = inner.run(value, issues, isBackward)
      return issues.splice(start).length > 0 ? undefined : made
    },
    {
      absence: atLeastOptional(inner),
      isOptional: () => true,
      values: () => withValue(valuesOf(inner), undefined),
    },
  )
export const exactOptional = /* @__NO_SIDE_EFFECTS__ */ (inner: Schema): Schema =>
  new Schema((value, ...rest) => inner.run(value, ...rest), {
    absence: atLeastOptional(inner),
    isOptional: () => true,
    values: () => valuesOf(inner),
  })
export const nullable = /* @__NO_SIDE_EFFECTS__ */ (inner: Schema): Schema =>
  new Schema(
    (value: unknown, ...rest) => (value === null ? value : inner.run(value, ...rest)),
    traitsOf(() => inner, { values: () => withValue(valuesOf(inner), null), tags: none }),
  )
export const nullish = /* @__NO_SIDE_EFFECTS__ */ (inner: Schema): Schema => optional(nullable(inner))
export const _default = /* @__NO_SIDE_EFFECTS__ */ (inner: Schema, given: unknown): Schema =>
  new Schema(
    (value: unknown, issues, isBackward) => {
      if (isBackward) return inner.run(value, issues, true)
      const read = value === undefined ? given : inner.run(value, issues, false)
      return read === undefined ? given : read
    },
    { absence: () => 2, values: () => valuesOf(inner) },
  )
const caught = /* @__NO_SIDE_EFFECTS__ */ (inner: Schema, given: unknown): Schema =>
  new Schema(
    (value: unknown, issues, isBackward) => {
      const start = issues.length
      const read = inner.run(value, issues, isBackward)
      if (isBackward || issues.length === start) return read
      issues.length = start
      return given
    },
    traitsOf(() => inner, { absence: atLeastOptional(inner), tags: none }),
  )

type Change = (value: never, context: { value: unknown; issues: Issue[] }) => unknown

export const transform = /* @__NO_SIDE_EFFECTS__ */ (change: Change): Schema =>
  new Schema(
    (value, issues, isBackward) => {
      if (isBackward) throw new TypeError('A transformation has no way back.')
      return change(value, { value, issues })
    },
    { absence: () => 1 },
  )
const through = (from: Schema, to: Schema, change: { decode: Change; encode: Change }, passed?: string): Schema =>
  new Schema(
    (value, issues, isBackward) => {
      const [first, second] = isBackward ? [to, from] : [from, to]
      const start = issues.length
      const isDone = () => issues.slice(start).every(({ code }) => code === passed)
      let read = first.run(value, issues, isBackward)
      if (isDone()) {
        const changed = change[isBackward ? 'encode' : 'decode'](read as never, { value: read, issues })
        if (isDone()) return second.run(changed, issues, isBackward)
        read = changed
      }
      for (const issue of issues.slice(start)) issue.isStopped = true
      return read
    },
    traitsOf(() => from, { isOptional: () => isOptionalOut(to) }),
  )
export const codec = /* @__NO_SIDE_EFFECTS__ */ (
  from: Schema,
  to: Schema,
  change: { decode: Change; encode: Change },
): Schema => through(from, to, change)
const same = (value: unknown) => value
// Members that are unknown are told, and what is known of the value is read on.
export const pipe = /* @__NO_SIDE_EFFECTS__ */ (from: Schema, to: Schema): Schema =>
  through(from, to, { decode: same, encode: same }, 'unrecognized_keys')

export const array = /* @__NO_SIDE_EFFECTS__ */ (item: Schema): Schema =>
  new Schema(
    (value: unknown, issues, isBackward) => {
      if (!Array.isArray(value)) {
        issues.push(issueOf('invalid_type', { expected: 'array' }))
        return value
      }
      const read = new Array(value.length)
      for (let at = 0; at < value.length; at++) read[at] = readAt(at, item, value[at], issues, isBackward)
      return read
    },
    { isList: true },
  )

function readAt(place: PropertyKey, schema: Schema, value: unknown, issues: Issue[], isBackward: boolean): unknown {
  const start = issues.length
  const read = schema.run(value, issues, isBackward)
  for (let at = start; at < issues.length; at++) {
    const issue = issues[at]
    if (issue === undefined) continue
    issue.path = [place, ...(issue.path ?? [])]
    issue.isStopped = false
  }
  return read
}

export const tuple = /* @__NO_SIDE_EFFECTS__ */ (items: readonly Schema[], rest?: Schema): Schema => {
  const needed = (isOmittable: (item: Schema) => boolean) => 1 + items.findLastIndex(item => !isOmittable(item))
  return new Schema((value: unknown, issues, isBackward) => {
    if (!Array.isArray(value)) {
      issues.push(issueOf('invalid_type', { expected: 'tuple' }))
      return value
    }
    const least = needed(item => absenceOf(item) > 0)
    if (rest === undefined && value.length < least) {
      issues.push({ ...tooSmall(least)(value) })
      return value
    }
    if (rest === undefined && value.length > items.length) issues.push(tooBig(items.length)(value))
    const read: unknown[] = []
    if (rest !== undefined)
      for (let at = items.length; at < value.length; at++) read[at] = readAt(at, rest, value[at], issues, isBackward)
    const kept = needed(isOptionalOut)
    for (const [at, item] of items.entries()) {
      const isOmitted = at >= value.length && at >= kept
      if (isOmitted && absenceOf(item) === 1) break
      const start = issues.length
      const made = readAt(at, item, value[at], issues, isBackward)
      if (isOmitted && issues.length > start) {
        issues.length = start
        break
      }
      read[at] = made
    }
    // What nothing came of at the end is left out.
    while (
      read.length > value.length &&
      read.at(-1) === undefined &&
      isOptionalOut(items[read.length - 1] ?? unknown())
    )
      read.pop()
    return read
  })
}

type Member = readonly [key: string, schema: Schema, absence: Absence, isOptional: boolean]

/** Puts what a schema makes of a member into a result. Absent members are as zod has them. */
function readMember(
  [key, schema, absence, isOptional]: Member,
  from: Fields,
  to: Fields,
  issues: Issue[],
  isBackward: boolean,
) {
  const isPresent = key in from
  if (!isPresent && isOptional && absence === 1) return
  const start = issues.length
  const read = readAt(key, schema, from[key], issues, isBackward)
  if (!isPresent && isOptional && absence > 0 && issues.length > start) issues.length = start
  else if (!isPresent && absence === 0) {
    if (issues.length === start) issues.push(issueOf('invalid_type', { expected: 'nonoptional', path: [key] }))
  } else if (read !== undefined || isPresent || (absence === 2 && !isOptional)) to[key] = read
}

function objectOf(shape: Shape, rest?: Schema | 'never'): Schema {
  const known = new Set(Object.keys(shape))
  /** Found with the first object: a member may be the schema itself. */
  let members: Member[] | undefined
  return new Schema(
    (value: unknown, issues, isBackward) => {
      if (!isObject(value)) {
        issues.push(issueOf('invalid_type', { expected: 'object' }))
        return value
      }
      members ??= Object.entries(shape)
        .filter(([key]) => key !== '__proto__')
        .map(([key, schema]) => [key, schema, absenceOf(schema), isOptionalOut(schema)])
      const read = {}
      for (const member of members) readMember(member, value, read, issues, isBackward)
      if (rest === undefined) return read
      const keys: string[] = []
      for (const key in value) {
        if (known.has(key)) continue
        if (rest === 'never') keys.push(key)
        else if (key !== '__proto__') readMember([key, rest, 0, false], value, read, issues, isBackward)
      }
      if (keys.length > 0) issues.push(issueOf('unrecognized_keys', { keys, isSoft: true }))
      return read
    },
    {
      ...{ shape, rest },
      tags(name) {
        const member = shape[name]
        if (member === undefined) return undefined
        return absenceOf(member) > 0 ? withValue(valuesOf(member), undefined) : valuesOf(member)
      },
    },
  )
}

export const object = /* @__NO_SIDE_EFFECTS__ */ (shape: Shape): Schema => objectOf(shape)
export const looseObject = /* @__NO_SIDE_EFFECTS__ */ (shape: Shape): Schema => objectOf(shape, unknown())
export const strictObject = /* @__NO_SIDE_EFFECTS__ */ (shape: Shape): Schema => objectOf(shape, 'never')
export const catchall = /* @__NO_SIDE_EFFECTS__ */ ({ shape }: Schema, rest: Schema): Schema => objectOf(shape, rest)
export const extend = /* @__NO_SIDE_EFFECTS__ */ ({ shape, traits }: Schema, more: Shape): Schema =>
  objectOf({ ...shape, ...more }, traits.rest)
export const partial = /* @__NO_SIDE_EFFECTS__ */ ({ shape, traits }: Schema): Schema =>
  objectOf(Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, optional(schema)])), traits.rest)

/** Any keys of a form. The wallet has no record whose keys are a list: zod would ask for all of them. */
export const record = /* @__NO_SIDE_EFFECTS__ */ (keys: Schema, item: Schema): Schema =>
  new Schema((value: unknown, issues, isBackward) => {
    if (!isPlain(value)) {
      issues.push(issueOf('invalid_type', { expected: 'record' }))
      return value
    }
    const read: Fields = {}
    for (const key of Reflect.ownKeys(value)) {
      if (key === '__proto__' || !Object.prototype.propertyIsEnumerable.call(value, key)) continue
      const wrong: Issue[] = []
      keys.run(key, wrong, isBackward)
      if (wrong.length > 0) issues.push(issueOf('invalid_key', { path: [key] }))
      else read[key] = readAt(key, item, value[key], issues, isBackward)
    }
    return read
  })

/** Not of a class. */
function isPlain(value: unknown): value is Fields {
  if (!isObject(value)) return false
  const { constructor: made } = value
  return typeof made !== 'function' || (isObject(made.prototype) && Object.hasOwn(made.prototype, 'isPrototypeOf'))
}

const unionOf =
  (options: readonly Schema[], message?: string): Read<unknown> =>
  (value, issues, isBackward) => {
    const start = issues.length
    const nearly: { read: unknown; own: Issue[] }[] = []
    for (const option of options) {
      const read = option.run(value, issues, isBackward)
      if (issues.length === start) return read
      const own = issues.splice(start)
      if (isSoftSince(own, 0)) nearly.push({ read, own })
    }
    const [only] = nearly
    const isOnly = only !== undefined && nearly.length === 1
    issues.push(...(isOnly ? only.own : [issueOf('invalid_union', {}, message)]))
    return isOnly ? only.read : value
  }
const allOf = (lists: readonly Values[]): Values =>
  lists.includes(undefined) ? undefined : lists.flatMap(list => list ?? [])

export const union = /* @__NO_SIDE_EFFECTS__ */ (options: readonly Schema[], message?: string): Schema =>
  new Schema(unionOf(options, message), {
    absence: () => Math.max(...options.map(absenceOf)) as Absence,
    isOptional: () => options.some(isOptionalOut),
    values: () => allOf(options.map(valuesOf)),
  })
export const discriminatedUnion = /* @__NO_SIDE_EFFECTS__ */ (name: string, options: readonly Schema[]): Schema => {
  let byTag: Map<unknown, Schema> | undefined
  const anyOf = unionOf(options)
  return new Schema(
    (value: unknown, issues, isBackward) => {
      if (!isObject(value)) {
        issues.push(issueOf('invalid_type', { expected: 'object' }))
        return value
      }
      byTag ??= new Map(options.flatMap(option => tagsOf(option, name)?.map(tag => [tag, option] as const) ?? []))
      const tag = value[name]
      const option = byTag.get(tag)
      if (option !== undefined && (tag !== undefined || !isBackward)) return option.run(value, issues, isBackward)
      if (isBackward) return anyOf(value, issues, true)
      issues.push(issueOf('invalid_union', { path: [name] }))
      return value
    },
    { tags: key => allOf(options.map(option => tagsOf(option, key))) },
  )
}

export { caught as catch, nothing as null, oneOf as enum }
