import { DescriptorFault } from './fault'
import { type Json, type JsonObject, member } from './json'
import { parsePath } from './path'

/**
 * The value that a path from `$` leads to in the file; a constant may name another one.
 * @param reference `$.metadata.constants.max`
 * @returns `undefined` if there is none
 * @throws DescriptorFault `reference-cycle`, `malformed-path`
 */
export function followReference(file: JsonObject, reference: string): Json | undefined {
  const seen: string[] = []
  let value: Json | undefined = reference
  while (typeof value === 'string' && value.startsWith('$.')) {
    if (seen.includes(value)) throw new DescriptorFault('reference-cycle', value)
    seen.push(value)
    let place: Json | undefined = file
    for (const step of parsePath(value, value).steps) {
      if (step.kind === 'name') place = member(place, step.name)
      else place = step.kind === 'index' && Array.isArray(place) ? place.at(step.index) : undefined
    }
    value = place
  }
  return value
}

/** The value itself, or what it refers to. `undefined` if it refers to nothing, or to itself. */
export function constantOf(file: JsonObject, value: Json | undefined): Json | undefined {
  if (typeof value !== 'string' || !value.startsWith('$.')) return value
  try {
    return followReference(file, value)
  } catch (error) {
    if (error instanceof DescriptorFault) return undefined
    throw error
  }
}
