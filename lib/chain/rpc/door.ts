import type { Clock } from '@/lib/base/clock'
import { RpcError } from '@/lib/base/rpc/errors'

/** A request over HTTP. */
export interface DoorRequest {
  method: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
  signal?: AbortSignal | undefined
  /** Ms until the whole body must have arrived. Default 10 000. */
  timeoutMs?: number | undefined
  /** Bytes; a longer body is refused. Default 10 MiB. */
  maxBytes?: number
}

/** The result of a download. `moved`: a redirect, which is not followed. */
export type Download =
  | { kind: 'answer'; status: number; headers: Headers; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'moved' }
  | { kind: 'too-large' }

export interface DoorResponse {
  status: number
  headers: Headers
  body: string
}

/**
 * The one place where the wallet opens a connection (invariant 9): every fetch and every socket, and only to an allowed
 * address. Requests carry nothing that identifies the person: no cookies, no referrer, no cache. Redirects are not
 * followed.
 */
export interface Door {
  /**
   * @returns the response, whatever its status
   * @throws RpcError `not-allowed` | `unreachable` | `timeout` | `not-json-rpc` (redirect, body above `maxBytes` or not
   * UTF-8)
   */
  fetch(url: string, request: DoorRequest): Promise<DoorResponse>
  /**
   * @returns a file, whatever its content
   * @throws RpcError `not-allowed` | `unreachable` | `timeout`
   */
  download(url: string, request: DoorRequest): Promise<Download>
  /** @throws RpcError `not-allowed` | `unreachable` (not an address for a socket) */
  openSocket(url: string): WebSocket
}

export const defaultTimeoutMs = 10_000
const defaultMaxBytes = 10 * 1024 * 1024

export function createDoor({ isAllowed, clock }: { isAllowed: (url: string) => boolean; clock: Clock }): Door {
  function check(url: string): void {
    if (!isAllowed(url)) throw new RpcError('not-allowed', `The wallet may not contact ${url}`)
  }
  async function send<Answer>(
    url: string,
    request: DoorRequest,
    read: (response: Response) => Promise<Answer>,
  ): Promise<Answer> {
    check(url)
    const timeout = new AbortController()
    const stopTimer = clock.after(request.timeoutMs ?? defaultTimeoutMs, () => timeout.abort())
    const signal = request.signal ? AbortSignal.any([timeout.signal, request.signal]) : timeout.signal
    try {
      const response = await fetch(url, {
        method: request.method,
        ...(request.headers ? { headers: request.headers } : {}),
        ...(request.body === undefined ? {} : { body: request.body }),
        signal,
        credentials: 'omit',
        // "manual" follows no redirect, as "error" does not, and shows that there was one.
        redirect: 'manual',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
      })
      return await read(response)
    } catch (cause) {
      if (cause instanceof RpcError) throw cause
      if (timeout.signal.aborted) throw new RpcError('timeout', 'The endpoint did not answer in time', { cause })
      if (request.signal?.aborted) throw new RpcError('timeout', 'The call was given up', { cause })
      throw new RpcError('unreachable', 'The endpoint cannot be reached', { cause })
    } finally {
      stopTimer()
    }
  }

  return {
    fetch: (url, request) =>
      send(url, request, async response => {
        if (isRedirect(response)) {
          await response.body?.cancel()
          throw new RpcError('not-json-rpc', 'The endpoint answered with a redirect')
        }
        return {
          status: response.status,
          headers: response.headers,
          body: await readText(response, request.maxBytes ?? defaultMaxBytes),
        }
      }),
    download: (url, request) =>
      send(url, request, async (response): Promise<Download> => {
        // «Not modified» is an answer to a conditional request.
        if (isRedirect(response) && response.status !== 304) {
          await response.body?.cancel()
          return { kind: 'moved' }
        }
        const pieces: Uint8Array<ArrayBuffer>[] = []
        const isWhole = await readPieces(response, request.maxBytes ?? defaultMaxBytes, piece => pieces.push(piece))
        if (!isWhole) return { kind: 'too-large' }
        const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
        return { kind: 'answer', status: response.status, headers: response.headers, bytes }
      }),
    openSocket(url) {
      check(url)
      try {
        return new WebSocket(url)
      } catch (cause) {
        throw new RpcError('unreachable', 'The socket cannot be opened', { cause })
      }
    },
  }
}

function isRedirect(response: Response): boolean {
  return response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)
}

/**
 * Reads the body piece by piece, so that one without end is cut off in time.
 * @returns false if it is larger than allowed
 */
async function readPieces(
  response: Response,
  maxBytes: number,
  take: (piece: Uint8Array<ArrayBuffer>) => void,
): Promise<boolean> {
  if (!response.body) return true
  const reader = response.body.getReader()
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return true
    bytes += value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      return false
    }
    take(value)
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  const isWhole = await readPieces(response, maxBytes, piece => {
    text += decode(decoder, piece)
  })
  if (!isWhole) throw new RpcError('not-json-rpc', `The endpoint answered more than ${maxBytes} bytes`)
  return text + decode(decoder)
}

function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch (cause) {
    throw new RpcError('not-json-rpc', 'The endpoint answered something that is not text', { cause })
  }
}

/**
 * @returns whether a list of addresses covers `url`: an entry that ends with `/` covers all addresses below it, any
 * other entry only itself. Both sides are normalised as a browser would, so that `HTTP://Host:80/a/../b` equals
 * `http://host/b`.
 */
export function covers(allowed: Iterable<string>, url: string): boolean {
  const wanted = normalise(url)
  if (wanted === null) return false
  for (const entry of allowed) {
    const candidate = normalise(entry)
    if (candidate === null) continue
    if (candidate === wanted || (entry.endsWith('/') && candidate.endsWith('/') && wanted.startsWith(candidate)))
      return true
  }
  return false
}

function normalise(url: string): string | null {
  if (!URL.canParse(url)) return null
  const parsed = new URL(url)
  if (!['http:', 'https:', 'ws:', 'wss:'].includes(parsed.protocol)) return null
  parsed.hash = ''
  return parsed.href
}
