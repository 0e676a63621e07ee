import type { Clock } from '@/lib/base/clock'
import { parseJson } from '@/lib/base/json'
import { RpcError, toRpcError } from '@/lib/base/rpc/errors'
import type { RequestOptions } from '@/lib/base/rpc/types'
import type { PendingCalls } from './calls'
import type { Door } from './door'
import { type Notification, parseNotification, parseReply, type RpcRequest } from './envelope'
import { createLiveness } from './liveness'

const openTimeoutMs = 8_000
/** Some servers close a socket over which the client sends nothing for 30 s, however much they push. */
const longestMuteMs = 20_000
/** Bytes. */
const largestFrame = 5 * 1024 * 1024

/** An address where a socket may be opened. */
export interface SocketCandidate {
  url: string
  /** Rejects where another chain answers; nothing else of the socket is believed before. */
  verify(call: (request: RpcRequest) => Promise<unknown>): Promise<void>
}

/** The call that every server of an Ethereum chain answers. */
const lifeSign: RpcRequest = { method: 'eth_chainId', params: [] }

/** One WebSocket at a time: opens it, has it verified, reads its frames, and notices when it breaks or falls silent. */
export interface Transport {
  /** True from `open` until the socket is closed or broken. */
  isUp(): boolean
  /** @throws RpcError `not-allowed` | `unreachable` */
  open(candidate: SocketCandidate): void
  call(request: RpcRequest, options?: RequestOptions): Promise<unknown>
  /** Closes the socket as broken: its calls reject with `unreachable`, and `onBroken` is called. */
  fail(reason: string): void
  /** Closes the socket; its calls reject with `unreachable`. */
  close(): void
}

export function createTransport(dependencies: {
  door: Door
  clock: Clock
  pending: PendingCalls
  /** The socket broke, or sent a frame that is not JSON. */
  onFault(error: RpcError): void
  onVerified(): void
  onNotification(notification: Notification): void
  onSilent(): void
  /** A frame arrived. */
  onHeard(): void
  onBroken(): void
}): Transport {
  const { door, clock, pending, onFault, onVerified, onNotification, onSilent, onHeard, onBroken } = dependencies
  const liveness = createLiveness({
    clock,
    owed: pending.size,
    ping: () => send(socket, lifeSign),
    onSilent() {
      onSilent()
      // The callers go over HTTP now, and not only when the socket is given up.
      pending.rejectAll(new RpcError('unreachable', 'The socket went silent'))
    },
    onDead: () => fail(socket, 'The socket stayed silent'),
  })
  let socket: WebSocket | null = null
  let isVerified = false
  let stopTimeout = (): void => undefined
  let stopSpeaking = (): void => undefined

  function send(to: WebSocket | null, request: RpcRequest, options?: RequestOptions): Promise<unknown> {
    // Its `close` comes later; what is written to it meanwhile is lost, and Chromium writes an error into its log.
    if (to?.readyState !== WebSocket.OPEN) return Promise.reject(new RpcError('unreachable', 'The socket is not open'))
    stopSpeaking()
    stopSpeaking = clock.after(longestMuteMs, () => {
      // The answer says nothing: whether the socket lives is found out by `liveness`.
      if (to === socket) send(to, lifeSign).catch(() => undefined)
    })
    return pending.make(text => to.send(text), request, options)
  }

  /** The latency-critical path: from the frame to the listener in one turn. */
  function receive(from: WebSocket, data: unknown): void {
    if (from !== socket) return
    if (typeof data !== 'string' || data.length > largestFrame) {
      fail(from, 'The endpoint sent a frame no client can take')
      return
    }
    liveness.frame()
    onHeard()
    const message = parseJson(data)
    if (message === undefined) onFault(new RpcError('not-json-rpc', 'The endpoint sent a frame that is no JSON'))
    const notification = parseNotification(message)
    if (notification !== null) {
      onNotification(notification)
      return
    }
    for (const item of Array.isArray(message) ? message : [message]) {
      const reply = parseReply(item, null, null, pending.methodOf)
      if (reply !== null) pending.settle(reply)
    }
  }

  function fail(failed: WebSocket | null, reason: string | RpcError): void {
    if (failed === null || failed !== socket) return
    const error = typeof reason === 'string' ? new RpcError('unreachable', reason) : reason
    onFault(error)
    end(error)
    onBroken()
  }

  function end(cause: RpcError): void {
    stopTimeout()
    stopSpeaking()
    liveness.stop()
    const ended = socket
    socket = null
    isVerified = false
    ended?.close()
    pending.rejectAll(new RpcError('unreachable', cause.message, { cause }))
  }

  return {
    isUp: () => socket !== null,
    open({ url, verify }) {
      const opened = door.openSocket(url)
      socket = opened
      stopTimeout = clock.after(openTimeoutMs, () => fail(opened, 'The socket did not open in time'))
      opened.addEventListener('message', event => receive(opened, event.data))
      opened.addEventListener('close', () => fail(opened, 'The socket was closed'))
      opened.addEventListener('error', () => fail(opened, 'The socket broke'))
      opened.addEventListener('open', () => {
        liveness.opened()
        verify(request => send(opened, request)).then(
          () => {
            if (socket !== opened) return
            stopTimeout()
            isVerified = true
            liveness.start()
            onVerified()
          },
          (error: unknown) => fail(opened, toRpcError(error)),
        )
      })
    },
    call(request, options) {
      if (!isVerified) return Promise.reject(new RpcError('unreachable', 'The socket is not open'))
      const isFirst = pending.size() === 0
      const answer = send(socket, request, options)
      if (isFirst) liveness.called()
      return answer
    },
    fail: reason => fail(socket, reason),
    close: () => end(new RpcError('unreachable', 'The socket was closed')),
  }
}
