import type { BridgeText } from '@/lib/language/dapp'
import { createListeners, type Listener } from './listeners'
import { bare, fixed, own } from './members'
import { serialize } from './serialize'

/**
 * The EIP-1193 provider as a page holds it. It carries requests and tells events; it decides nothing. It runs in the
 * page's own world: what it uses is captured before the page's first script, it keeps to own members and index loops,
 * and it never awaits.
 */

const NativePromise = Promise
const NativeError = Error
const { parse } = JSON
const { create, hasOwn } = Object
const { isArray } = Array

/** Firefox ends the bridge with the extension and tells nothing: while a request waits, the bridge is asked for. */
const lookEveryMs = 3_000

type Done = (error: Error | null, result?: unknown) => void
type LegacyDone = (error: Error | null, response?: unknown) => void

export interface PageProvider {
  readonly isPrelude: true
  /** EIP-1193. Rejects with an `Error` that has a `code`, and `data` where the node gave some. */
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: Listener): PageProvider
  addListener(event: string, listener: Listener): PageProvider
  once(event: string, listener: Listener): PageProvider
  off(event: string, listener: Listener): PageProvider
  removeListener(event: string, listener: Listener): PageProvider
  removeAllListeners(event?: string): PageProvider
  isConnected(): boolean
  /** From before EIP-1193: the site's chain in 0x hex; `null` until the wallet answered a first request. */
  readonly chainId: string | null
  /** From before EIP-1193: the site's chain in decimal text; `null` until the wallet answered a first request. */
  readonly networkVersion: string | null
  /** From before EIP-1193: the first account that the site sees, or `null`. */
  readonly selectedAddress: string | null
  /** From before EIP-1193: `eth_requestAccounts`. */
  enable(): Promise<unknown>
  /** From before EIP-1193: resolves with a JSON-RPC response, or gives one to the callback. */
  send(methodOrPayload: unknown, paramsOrCallback?: unknown): Promise<unknown> | undefined
  sendAsync(payload: unknown, callback: LegacyDone): void
}

export interface PageProviderParts {
  /** Takes a text to the bridge; `''` only asks for it. Returns `false` where there is no bridge any more. */
  send(text: string): boolean
  later(ms: number, task: () => void): void
  randomId(): string
  /** What a page's listener or callback threw: to the page's own error handling. */
  report(error: unknown): void
}

/** Texts from the bridge go into `receive`. */
export function createPageProvider({ send, later, randomId, report }: PageProviderParts): {
  provider: PageProvider
  receive: (text: string) => void
} {
  const pending: Record<string, Done> = create(null)
  const listeners = createListeners(report)
  let chainId: string | null = null
  let accounts: string | undefined
  let firstAccount: string | null = null
  let gone = false
  let waiting = 0
  let isLooking = false

  function ask(method: unknown, params: unknown, done: Done): void {
    if (gone) {
      done(goneError())
      return
    }
    const id = randomId()
    let text: string
    try {
      const tail = serialize(params)
      text = `["${id}",${serialize(method) ?? 'null'}${tail === undefined ? '' : `,${tail}`}]`
    } catch {
      // A circle, or a getter that throws: the page is told by its error.
      done(rpcError(-32602, 'The parameters cannot be written as JSON.'))
      return
    }
    pending[id] = done
    waiting += 1
    if (!send(text)) leave()
    else if (!isLooking) lookLater()
  }

  function lookLater(): void {
    isLooking = true
    later(lookEveryMs, look)
  }

  /** Goes on as long as a request waits. */
  function look(): void {
    isLooking = false
    if (waiting === 0) return
    if (send('')) lookLater()
    else leave()
  }

  function answer(id: string, error: Error | null, result?: unknown): void {
    const done = pending[id]
    if (done === undefined) return
    delete pending[id]
    waiting -= 1
    try {
      done(error, result)
    } catch (thrown) {
      report(thrown)
    }
  }

  function promised(start: (done: Done) => void): Promise<unknown> {
    return new NativePromise((resolve, reject) =>
      start((error, result) => (error === null ? resolve(unthenable(result)) : reject(error))),
    )
  }

  function legacy(payload: unknown, callback: LegacyDone): void {
    if (isArray(payload) && payload.length > 0) {
      batch(payload, callback)
      return
    }
    const { id, method, params } = membersOf(payload)
    ask(method, params, (error, result) => {
      if (error === null) callback(null, { id, jsonrpc: '2.0', result })
      else callback(error, { id, jsonrpc: '2.0', error })
    })
  }

  /** A batch of JSON-RPC: every request has its response, in order, and the callback no error. */
  function batch(payloads: readonly unknown[], callback: LegacyDone): void {
    const { length } = payloads
    const responses: unknown[] = []
    let left = length
    for (let index = 0; index < length; index += 1)
      legacy(bare({ __proto__: null, ...membersOf(payloads[index]) }), (_error, response) => {
        own(responses, `${index}`, response, true)
        left -= 1
        if (left === 0) callback(null, responses)
      })
  }

  function emit(event: string, payload: unknown): void {
    listeners.emit(event, payload, provider)
  }

  function add(event: string, listener: Listener, once: boolean): PageProvider {
    listeners.add(event, listener, once)
    return provider
  }

  function remove(event: string, listener: Listener): PageProvider {
    listeners.remove(event, listener)
    return provider
  }

  function receive(text: string): void {
    const frame: BridgeText = parse(text)
    switch (frame[0]) {
      case 'result':
        answer(frame[1], null, frame[2])
        return
      case 'error':
        answer(frame[1], frame.length > 4 ? rpcError(frame[2], frame[3], frame[4]) : rpcError(frame[2], frame[3]))
        return
      case 'state':
        learn(frame[1], frame[2])
        return
      case 'message':
        emit('message', frame[1])
        return
      case 'gone':
        leave()
    }
  }

  function learn(nextChainId: string, nextAccounts: readonly string[]): void {
    const chainBefore = chainId
    const accountsBefore = accounts
    chainId = nextChainId
    accounts = serialize(nextAccounts)
    firstAccount = nextAccounts.length > 0 ? (nextAccounts[0] ?? null) : null
    if (chainBefore === null) {
      emit('connect', { chainId })
      return
    }
    if (chainBefore !== chainId) emit('chainChanged', chainId)
    if (accountsBefore !== accounts) emit('accountsChanged', nextAccounts)
  }

  /** Once: the extension was updated or removed, and this document cannot reach it any more. */
  function leave(): void {
    if (gone) return
    gone = true
    for (const id in pending) answer(id, goneError())
    emit('disconnect', goneError())
  }

  const provider: PageProvider = fixed({
    isPrelude: true as const,
    request: (args: unknown) =>
      promised(done => {
        const { method, params } = isArray(args) ? nothing : membersOf(args)
        ask(method, params, done)
      }),
    on: (event: string, listener: Listener) => add(event, listener, false),
    addListener: (event: string, listener: Listener) => add(event, listener, false),
    once: (event: string, listener: Listener) => add(event, listener, true),
    off: remove,
    removeListener: remove,
    removeAllListeners(event?: string) {
      listeners.removeAll(event)
      return provider
    },
    isConnected: () => !gone,
    get chainId() {
      return chainId
    },
    get networkVersion() {
      return chainId === null ? null : `${+chainId}`
    },
    get selectedAddress() {
      return firstAccount
    },
    enable: () => promised(done => ask('eth_requestAccounts', undefined, done)),
    send(methodOrPayload: unknown, paramsOrCallback?: unknown) {
      if (isCallback(paramsOrCallback)) {
        legacy(methodOrPayload, paramsOrCallback)
        return undefined
      }
      const payload =
        typeof methodOrPayload === 'string' ? { method: methodOrPayload, params: paramsOrCallback } : methodOrPayload
      return promised(done => legacy(payload, done))
    },
    sendAsync: legacy,
  })

  return { provider, receive }
}

interface RequestMembers {
  id?: unknown
  method?: unknown
  params?: unknown
}
const nothing: RequestMembers = bare({ __proto__: null })
const objectPrototype: object = Object.prototype

/** Read once; a getter of the page that throws leaves nothing, and the worker refuses a request without a method. */
function membersOf(value: unknown): RequestMembers {
  if (typeof value !== 'object' || value === null) return nothing
  const given: RequestMembers = value
  try {
    return {
      id: isMember(given, 'id') ? given.id : undefined,
      method: isMember(given, 'method') ? given.method : undefined,
      params: isMember(given, 'params') ? given.params : undefined,
    }
  } catch {
    // A getter of the page threw.
    return nothing
  }
}

/** Own, or inherited from anything but what a page gave to every object. */
function isMember(value: object, name: string): boolean {
  return hasOwn(value, name) || (name in value && !(name in objectPrototype))
}

function isCallback(value: unknown): value is LegacyDone {
  return typeof value === 'function'
}

function goneError(): Error {
  return rpcError(4900, 'The wallet was updated or removed. Load this page again.')
}

function rpcError(code: number, message: string, ...data: [data?: unknown]): Error {
  const error = new NativeError(message)
  // Enumerable: a page may write the error as JSON.
  own(error, 'message', message, true)
  own(error, 'code', code, true)
  if (data.length > 0) own(error, 'data', data[0], true)
  return error
}

/** A promise asks the object it is resolved with for `then`, and a page may have given every object one. */
function unthenable(result: unknown): unknown {
  if (typeof result === 'object' && result !== null && 'then' in result) own(result, 'then', undefined, false)
  return result
}
