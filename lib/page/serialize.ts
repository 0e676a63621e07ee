/**
 * `JSON.stringify` for what a page passes, safe from a page that altered the prototypes: only own members are read, and
 * a `toJSON` found on `Object.prototype` or `Array.prototype` is not called. Everything used is captured before the
 * page's first script.
 */
const { stringify } = JSON
const { isArray } = Array
const { keys } = Object
const { apply } = Reflect
const objectPrototype: object = Object.prototype
const arrayPrototype: object = Array.prototype

const deepest = 200

/**
 * @returns `undefined` where JSON leaves a value out
 * @throws TypeError for a bigint, RangeError for a value that is too deep or refers to itself
 */
export function serialize(value: unknown, depth = 0): string | undefined {
  if (depth > deepest) throw new RangeError('the value is too deep')
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return stringify(value)
    case 'bigint':
      throw new TypeError('JSON has no bigint')
    case 'object':
      break
    default:
      return undefined
  }
  if (value === null) return 'null'
  const ownForm = toJSONOf(value)
  if (typeof ownForm === 'function' && ownForm !== toJSONOf(objectPrototype) && ownForm !== toJSONOf(arrayPrototype))
    return serialize(apply(ownForm, value, ['']), depth + 1)
  return isArray(value) ? serializeArray(value, depth) : serializeMembers(value, depth)
}

function serializeArray(list: readonly unknown[], depth: number): string {
  let text = ''
  for (let index = 0; index < list.length; index += 1)
    text += `${index === 0 ? '' : ','}${serialize(list[index], depth + 1) ?? 'null'}`
  return `[${text}]`
}

function serializeMembers(value: object, depth: number): string {
  const names = keys(value)
  let text = ''
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? ''
    const member = serialize((value as Record<string, unknown>)[name], depth + 1)
    if (member !== undefined) text += `${text === '' ? '' : ','}${stringify(name)}:${member}`
  }
  return `{${text}}`
}

function toJSONOf(value: object): unknown {
  return (value as { toJSON?: unknown }).toJSON
}
