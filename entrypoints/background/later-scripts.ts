declare global {
  /** Exports of the worker's later scripts, by path. */
  var preludeScripts: Record<string, unknown> | undefined
  function importScripts(...paths: ScriptAddress[]): void
  var trustedTypes: { createPolicy(name: string, rules: { createScriptURL(path: string): string }): Policy } | undefined
}

/**
 * An address that the policy of the extension lets become code; the path itself where the browser has no such types.
 */
type ScriptAddress = string | { toString(): string }
interface Policy {
  createScriptURL(path: string): ScriptAddress
}

let policy: Policy | undefined

/**
 * The one place where text becomes code: the name of a script in the extension's own folder. The manifest allows the
 * policy of this name and no other.
 * @see https://w3c.github.io/trusted-types/dist/spec/
 */
function addressOf(path: string): ScriptAddress {
  policy ??= globalThis.trustedTypes?.createPolicy('later-script', {
    createScriptURL(given) {
      if (!/^\/?[a-z]+\.js$/.test(given)) throw new TypeError(`${given} is not a script of the extension`)
      return given
    },
  })
  return policy === undefined ? path : policy.createScriptURL(path)
}

/** A second script of the worker, loaded when it is first needed and not with every start. */
export interface LaterScript<Given> {
  path: string
  /** Called by the script: hands over its exports. */
  announce(given: Given): void
  /** Loads the script where it is not loaded. @throws Error when there is no such script */
  load(): Given
}

export function laterScript<Given>(path: string): LaterScript<Given> {
  const given = () => globalThis.preludeScripts?.[path] as Given | undefined
  return {
    path,
    announce(what) {
      globalThis.preludeScripts = { ...globalThis.preludeScripts, [path]: what }
    },
    load() {
      if (given() === undefined) importScripts(addressOf(path))
      const found = given()
      if (found === undefined) throw new Error(`${path} said nothing`)
      return found
    },
  }
}

/**
 * Imports the scripts while the worker is installed: otherwise it may not import them later. In Firefox, where the
 * background is a document, the manifest names them.
 * @see Service Workers §3.3, script resource map
 */
export function offerScripts(scripts: readonly { path: string }[]): void {
  if (typeof importScripts === 'function')
    globalThis.addEventListener('install', () => importScripts(...scripts.map(({ path }) => addressOf(path))))
}

/** Loaded when a page first wants something of the person, or something is first sent under conditions. */
export const askingScript = laterScript<typeof import('./scripts/asking')>('/asking.js')

/** What reads, simulates and judges a request, and what tries out an endpoint: loaded with the first of them. */
export const decisionsScript = laterScript<typeof import('./scripts/decisions')>('/decisions.js')

/** Loaded when a website first asks for something, a list is due, or somebody looks at the lists. */
export const listsScript = laterScript<Pick<typeof import('@/lib/decisions/lists/lists'), 'createLists'>>('/lists.js')

/** Loaded when a password is first checked. */
export const passwordScript = laterScript<typeof import('./scripts/password')>('/password.js')

/** The search of past blocks, loaded when somebody looks back or waits for money of the chain. */
export const pastScript = laterScript<Pick<typeof import('@/lib/activity/past/search'), 'searchPast'>>('/past.js')

/** Loaded when a phrase is first used. */
export const phrasesScript = laterScript<typeof import('./scripts/phrases')>('/phrases.js')

/** Loaded with the first call of one of our pages. What is in it is called through stand-ins alone. */
export const proceduresScript = laterScript<object>('/procedures.js')

/** Loaded for what is done now and then, the first time in a worker's life. */
export const rareScript = laterScript<typeof import('./scripts/rare')>('/rare.js')

/** Loaded when the wallet is unlocked. */
export const recordsScript = laterScript<typeof import('./scripts/records')>('/records.js')

/** Loaded with the first decision, or when the wallet signs or makes an account before one. */
export const signingScript = laterScript<typeof import('./scripts/signing')>('/signing.js')
