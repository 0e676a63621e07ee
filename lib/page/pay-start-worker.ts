import type { Ask, PayScope, payForRequests } from './pay'

/** The functions whose text a worker starts from. */
export interface WorkerParts {
  payForRequests: typeof payForRequests
  payForWorkers(target: PayScope, ask: Ask, parts: WorkerParts): void
  startWorker: typeof startWorker
}

/** The global scope of a dedicated worker. */
type WorkerScope = PayScope & {
  importScripts(...addresses: string[]): void
  postMessage(message: unknown, transfer?: Transferable[]): void
}

/**
 * Runs in a dedicated worker before its own script: addresses are relative to that script, as they would be without us,
 * and requests are paid for by the page that started it. Then it loads that script; a module is loaded by its import.
 * A script that the browser would not load in this way, or would put under a policy of its own, is left to the browser.
 *
 * Only the text of this function gets there: it uses nothing outside itself.
 */
export function startWorker(
  target: WorkerScope,
  { address: asked, mark, isModule }: { address: string; mark: string; isModule: boolean },
  parts: WorkerParts,
): void {
  const { importScripts, MessageChannel, URL, XMLHttpRequest } = target
  const post = target.postMessage.bind(target)
  const found = loadable()
  if (found === null) {
    post([mark, 'forbidden'])
    if (!isModule) return
    // Nothing else keeps the import that follows from running; nobody hears of it.
    target.addEventListener('error', event => event.preventDefault())
    throw new Error('This worker runs as its page wrote it.')
  }
  const address = found

  /** Where the script is, after redirects of its own origin; `null` where it is left to the browser. */
  function loadable(): string | null {
    if (asked.startsWith('blob:')) return asked
    const request = new XMLHttpRequest()
    // With the method that loads it: an answer to another one may come under another policy.
    request.open('GET', asked, false)
    try {
      request.send()
    } catch {
      // Not to be had from here, for whatever reason; the browser says it to the page.
      return null
    }
    const last = URL.parse(request.responseURL)
    const isPlain = request.status === 200 && request.getResponseHeader('content-security-policy') === null
    return isPlain && last?.origin === target.origin ? last.href + new URL(asked).hash : null
  }

  /** Arguments that are addresses, or lists of them; any other as it is. */
  function absolute(given: unknown): unknown {
    if (Array.isArray(given)) return given.map(absolute)
    return typeof given === 'string' || given instanceof URL ? (URL.parse(given, address)?.href ?? given) : given
  }

  function absoluteFirst<Name extends string>(owner: Record<Name, unknown> | undefined, names: readonly Name[]): void {
    for (const name of names) {
      const original = owner?.[name]
      if (typeof original !== 'function') continue
      const wrapped: unknown = /^[A-Z]/.test(name)
        ? new Proxy(original, {
            construct: (made, [first, ...rest], by) => Reflect.construct(made, [absolute(first), ...rest], by),
          })
        : function (this: unknown, ...[first, ...rest]: unknown[]) {
            return original.apply(this, first === undefined ? [] : [absolute(first), ...rest])
          }
      if (original.prototype) original.prototype.constructor = wrapped
      Object.defineProperty(owner, name, { value: wrapped, writable: true, configurable: true })
    }
  }

  /** Resolves with the page's answer; rejects where the page's wallet refused. */
  function ask(method: string, parameters: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => {
        port1.close()
        if (data.length > 0) resolve(data[0])
        else reject(new Error('refused'))
      }
      post([mark, method, parameters], [port2])
    })
  }

  Object.defineProperty(target, 'location', { value: new URL(address), configurable: true })
  absoluteFirst(target, ['Request', 'EventSource', 'WebSocket'])
  absoluteFirst(target.CacheStorage?.prototype, ['match'])
  absoluteFirst(target.Cache?.prototype, ['match', 'matchAll', 'add', 'addAll', 'put', 'delete', 'keys'])
  parts.payForRequests(target, ask)
  parts.payForWorkers(target, ask, parts)
  if (isModule) {
    post([mark])
    return
  }
  target.importScripts = (...addresses) => importScripts.apply(target, absolute(addresses) as string[])
  let isLoading = true
  const loaded = (...outcome: string[]) => {
    if (isLoading) post([mark, ...outcome])
    isLoading = false
  }
  // Seen here and not caught: an error that is thrown again says that it is from here.
  target.addEventListener('error', event => {
    const { error } = event
    const isMissing = isLoading && error instanceof target.DOMException && error.name === 'NetworkError'
    if (isMissing) event.preventDefault()
    // Not there, or forbidden by the page's policy, which is not the worker's own.
    loaded(...(isMissing ? ['forbidden'] : []))
  })
  importScripts.call(target, address)
  loaded()
}
