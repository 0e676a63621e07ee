/** A value as JSON text can carry it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

/**
 * The value of a JSON text.
 * @param deepest how many lists and objects may lie within each other
 * @returns `undefined` if the text is not JSON, or nests deeper
 */
export function parseBoundedJson(text: string, deepest: number): Json | undefined {
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    // Not JSON, or nested so deep that the parser gave up.
    return undefined
  }
  let level: readonly Json[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return undefined
    level = level.flatMap(each => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
  return value
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object's own member; never one of `Object.prototype`. */
export function member(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
