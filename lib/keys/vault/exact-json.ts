/** Marks texts that stand for something else; a text that begins with it begins with it twice. */
const mark = '#'

/**
 * JSON that keeps integers of any size. Properties that are `undefined` are left out, as in JSON.
 * @throws TypeError for what JSON cannot hold: a circle, a number that is not finite, bytes, a date
 */
export function toExactJson(value: unknown): string {
  return JSON.stringify(changed(value, toText))
}

/** @throws SyntaxError for a text that `toExactJson` did not write */
export function fromExactJson(text: string): unknown {
  return changed(JSON.parse(text), toValue)
}

function toText(value: unknown): unknown {
  if (typeof value === 'bigint') return mark + value
  if (typeof value === 'string') return value.startsWith(mark) ? mark + value : value
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} is no JSON`)
  return value
}

function toValue(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith(mark)) return value
  return value.startsWith(mark, 1) ? value.slice(1) : BigInt(value.slice(1))
}

/** A copy in which every value that holds no others is replaced. */
function changed(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return change(value)
  if (Array.isArray(value)) return value.map(item => changed(item, change))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw new TypeError('neither a list nor a plain object')
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changed(item, change)]))
}
