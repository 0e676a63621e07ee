import fc from 'fast-check'

/** The properties of readers start from valid values and change them with these functions. */

/** Cases of each property; `npm run test:fuzz` runs many more. */
export const numRuns = Number(process.env.READER_CASES ?? 1_000)
export const runs = { numRuns }
/** Ms: 100,000 cases of the slowest property, on a busy machine. */
export const timeout = 3_600_000

/** Values that programs write by mistake in place of another. */
export const odd = fc.oneof(
  fc.constantFrom<unknown>(null, '', '0', '0x', ' ', 0, -1, 1.5, 1e21, true, [], {}, [[]], '\u0000', '\ufeff', 'NaN'),
  fc.string({ maxLength: 40 }),
  fc.integer(),
  fc.jsonValue({ maxDepth: 2 }),
)

interface Change {
  at: number
  how: 'drop' | 'replace' | 'dress' | 'double'
  by: unknown
}
export const changes = fc.array(
  fc.record<Change>({ at: fc.nat(400), how: fc.constantFrom('drop', 'replace', 'dress', 'double'), by: odd }),
  { minLength: 1, maxLength: 3 },
)

type Holder = Record<string, unknown>

/** The value with some of its fields, at any depth, dropped, replaced, written in another form, or with one added. */
export function changed(value: unknown, all: readonly Change[]): unknown {
  const copy: unknown = structuredClone(value)
  for (const { at, how, by } of all) {
    const places: [holder: Holder, key: string][] = []
    const walk = (each: unknown): void => {
      if (typeof each !== 'object' || each === null) return
      for (const key of Object.keys(each)) {
        places.push([each as Holder, key])
        walk((each as Holder)[key])
      }
    }
    walk(copy)
    const [holder, key] = places[at % Math.max(1, places.length)] ?? []
    if (holder === undefined || key === undefined) continue
    const old = holder[key]
    if (how === 'drop') delete holder[key]
    else if (how === 'replace') holder[key] = by
    else if (how === 'double') holder[`${key}2`] = by
    else holder[key] = typeof old === 'number' ? `${old}` : typeof old === 'string' ? old.toUpperCase() : [old]
  }
  return copy
}

/** The text with a sign more, less, or another one at one place. */
export const slips = fc.record({
  at: fc.nat(4_000),
  how: fc.constantFrom('more', 'less', 'other'),
  by: fc.string({ minLength: 1, maxLength: 1 }),
})
export function slipped(text: string, { at, how, by }: { at: number; how: string; by: string }): string {
  const place = at % (text.length + 1)
  return text.slice(0, place) + (how === 'less' ? '' : by) + text.slice(how === 'more' ? place : place + 1)
}
