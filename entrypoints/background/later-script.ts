declare global {
  /** What each of the worker's later scripts left for it, by path. */
  var preludeScripts: Record<string, unknown> | undefined
  function importScripts(...paths: string[]): void
}

/** A script of the worker's own that is read when its part is first needed, and not whenever the worker wakes. */
export interface LaterScript<Given> {
  path: string
  /** Called by the script itself. */
  announce(given: Given): void
  /** @throws Error when the script is not there */
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
      if (given() === undefined) importScripts(path)
      const found = given()
      if (found === undefined) throw new Error(`${path} said nothing`)
      return found
    },
  }
}

/**
 * A worker may only import later what it imported once while it was being installed (Service Workers §3.3, the script resource map): so it does. Where the background is a
 * document (Firefox), its manifest names the scripts.
 */
export function offerScripts(scripts: readonly { path: string }[]): void {
  if (typeof importScripts === 'function')
    globalThis.addEventListener('install', () => importScripts(...scripts.map(({ path }) => path)))
}
