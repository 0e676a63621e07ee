/**
 * ReCap (EIP-5573): permissions in the last resource of a sign-in, which a site may use at other services in the
 * person's name. The message's statement must say them in words, so that every wallet shows them.
 */

const prefix = 'urn:recap:'
const preamble = 'I further authorize the stated URI to perform the following actions on my behalf:'
const ability = /^([\w.*+-]+)\/([\w.*+-]+)$/

export interface RecapEntry {
  /** URI of what is acted upon. */
  resource: string
  namespace: string
  actions: readonly string[]
}
export interface Recap {
  entries: readonly RecapEntry[]
  /** True if the message's statement says exactly these permissions. */
  isStated: boolean
}

export function isRecap(resource: string): boolean {
  return resource.toLowerCase().startsWith(prefix)
}

/**
 * The permissions of a sign-in.
 * @returns `null` if it has none. If they cannot be read, or are not the last resource, there are no entries and they
 * are not stated.
 * @see EIP-5573, "ReCap Translation Algorithm"
 */
export function readRecap(resources: readonly string[], statement: string | null): Recap | null {
  const first = resources.findIndex(isRecap)
  if (first === -1) return null
  const entries = first === resources.length - 1 ? entriesOf(resources[first] ?? '') : null
  if (entries === null) return { entries: [], isStated: false }
  const said = recapStatement(entries)
  return { entries, isStated: statement === said || statement?.endsWith(` ${said}`) === true }
}

/** The sentences that state the permissions, numbered from 1. */
export function recapStatement(entries: readonly RecapEntry[]): string {
  const sentences = entries.map(({ resource, namespace, actions }, index) => {
    const names = actions.map(action => `'${action}'`).join(', ')
    return ` (${index + 1}) '${namespace}': ${names} for '${resource}'.`
  })
  return `${preamble}${sentences.join('')}`
}

/** @returns `null` if the text is no ReCap details object */
function entriesOf(text: string): RecapEntry[] | null {
  const details = record(decoded(text.slice(prefix.length)))
  const attenuations = record(details?.att)
  if (attenuations === null || Object.keys(attenuations).length === 0) return null
  const entries: RecapEntry[] = []
  for (const [resource, given] of Object.entries(attenuations)) {
    const byNamespace = namespacesOf(given)
    if (byNamespace === null || !resource.includes(':')) return null
    for (const [namespace, actions] of byNamespace) entries.push({ resource, namespace, actions })
  }
  return entries
}

function namespacesOf(given: unknown): Map<string, string[]> | null {
  const abilities = record(given)
  if (abilities === null || Object.keys(abilities).length === 0) return null
  const byNamespace = new Map<string, string[]>()
  for (const [name, restrictions] of Object.entries(abilities)) {
    const [, namespace, action] = ability.exec(name) ?? []
    if (namespace === undefined || action === undefined || !Array.isArray(restrictions)) return null
    byNamespace.set(namespace, [...(byNamespace.get(namespace) ?? []), action])
  }
  return byNamespace
}

/**
 * The JSON value of an unpadded base64url text; `undefined` if it is none, or has spaces or double keys, which servers
 * could read differently.
 */
function decoded(text: string): unknown {
  if (!/^[\w-]+$/.test(text)) return undefined
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), each => each.charCodeAt(0))
    const json = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const value: unknown = JSON.parse(json)
    return JSON.stringify(value) === json ? value : undefined
  } catch {
    // Another URI under this prefix, which is said as unclear.
    return undefined
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : null
}
