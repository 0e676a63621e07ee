declare global {
  /** Exports of the worker's later scripts, by path. */
  var preludeScripts: Record<string, unknown> | undefined
  function importScripts(...paths: string[]): void
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
      if (given() === undefined) importScripts(path)
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
    globalThis.addEventListener('install', () => importScripts(...scripts.map(({ path }) => path)))
}
