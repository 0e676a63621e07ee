import type { Clock } from '@/lib/values/clock'
import { parseJson } from '@/lib/values/json'
import { createListeners } from '@/lib/values/listeners'
import { createPendingCalls } from './calls'
import type { Door } from './door'
import { parseNotification, parseReply, type RpcRequest } from './envelope'
import { RpcError, toRpcError } from './errors'
import { createSubscriptions } from './subscriptions'
import type { KeepAlive, RequestOptions, SocketState } from './types'

/** Where a socket may be opened, and how to make sure that the right chain answers there before anything else is believed. */
export interface SocketCandidate {
  url: string
  verify(call: (request: RpcRequest) => Promise<unknown>): Promise<void>
}

/** One socket for subscriptions and ordinary calls; open exactly while subscriptions exist. */
export interface SocketClient {
  state(): Exclude<SocketState, 'none'>
  onState(listener: (state: Exclude<SocketState, 'none'>) => void): () => void
  /** Rejects at once with `unreachable` unless the socket is open. @throws RpcError */
  call(call: RpcRequest, options?: RequestOptions): Promise<unknown>
  /** See `Connection.subscribe`. Rejects with `timeout` when the socket could not be had in time. @throws RpcError */
  subscribe(params: readonly unknown[], onItem: (item: unknown) => void, onGap?: () => void): Promise<() => void>
  /** Drops the connection (the addresses changed) and opens another one if subscriptions exist. */
  reopen(): void
  /** For good. */
  stop(): void
}

const openTimeoutMs = 8_000
const largestFrame = 5 * 1024 * 1024
/** A socket that is not wanted any more stays this long, because the next transaction often follows at once. */
const lingerMs = 1_000
const firstRetryMs = 250
const lastRetryMs = 15_000
/**
 * Without a frame for three usual intervals (within these bounds) the server is asked for a sign of life; while it owes an answer, after the
 * shortest of them.
 */
const shortestSilenceMs = 600
const longestSilenceMs = 6_000
/** A sign of life that stays out for four usual round trips (within these bounds) makes the socket `silent`; a little later it is given up. */
const shortestPatienceMs = 250
const longestPatienceMs = 1_000
const giveUpMs = 1_000

export function createSocketClient(dependencies: {
  /** In order of preference; asked anew for every attempt. */
  candidates(): readonly SocketCandidate[]
  door: Door
  clock: Clock
  keepAlive: KeepAlive
  /** The socket was lost, could not be had, or sent what is no JSON. It goes on by itself. */
  onFault(error: RpcError): void
  /** 0 ≤ x < 1, for the jitter. */
  random?: () => number
}): SocketClient {
  const { candidates, door, clock, keepAlive, onFault, random = Math.random } = dependencies
  const listeners = createListeners<[Exclude<SocketState, 'none'>]>()
  const pending = createPendingCalls({ clock })
  const subscriptions = createSubscriptions({
    call: request => call(request),
    clock,
    onBroken() {
      if (socket !== null) fail(socket, 'The endpoint did not take a subscription')
    },
  })
  let state: Exclude<SocketState, 'none'> = 'closed'
  let socket: WebSocket | null = null
  let failures = 0
  let retryDue = false
  let lastFrameAt = 0
  let owingSince = 0
  let isAsking = false
  let usualGapMs = 700
  let roundTripMs = longestPatienceMs
  let stopTimer = (): void => undefined
  let stopLinger = (): void => undefined
  let release: (() => void) | null = null
  let stopped = false

  function setState(next: typeof state): void {
    if (state === next) return
    state = next
    listeners.tell(next)
  }

  function send(to: WebSocket, request: RpcRequest, options?: RequestOptions): Promise<unknown> {
    return pending.make(text => to.send(text), request, options)
  }

  function call(request: RpcRequest, options?: RequestOptions): Promise<unknown> {
    if (socket === null || (state !== 'open' && state !== 'silent'))
      return Promise.reject(new RpcError('unreachable', 'The socket is not open'))
    const isFirst = pending.size() === 0
    const answer = send(socket, request, options)
    if (isFirst && state === 'open' && !isAsking) {
      owingSince = clock.now()
      stopTimer()
      watchSilence(socket)
    }
    return answer
  }

  /** The latency-critical path: from the frame to the listener without leaving this turn. */
  function receive(from: WebSocket, data: unknown): void {
    if (from !== socket) return
    if (typeof data !== 'string' || data.length > largestFrame) {
      fail(from, 'The endpoint sent a frame no client can take')
      return
    }
    const now = clock.now()
    usualGapMs += (Math.min(now - lastFrameAt, longestSilenceMs) - usualGapMs) / 8
    lastFrameAt = now
    if (state === 'silent') setState('open')
    const message = parseJson(data)
    if (message === undefined) onFault(new RpcError('not-json-rpc', 'The endpoint sent a frame that is no JSON'))
    const notification = parseNotification(message)
    if (notification !== null) {
      subscriptions.dispatch(notification)
      return
    }
    for (const item of Array.isArray(message) ? message : [message]) {
      const reply = parseReply(item, null)
      if (reply !== null) pending.settle(reply)
    }
  }

  function open(): void {
    retryDue = false
    const all = candidates()
    // Two failures in a row at one address, then the next one.
    const candidate = all[Math.floor(failures / 2) % Math.max(1, all.length)]
    if (candidate === undefined) return
    let opened: WebSocket
    try {
      opened = door.openSocket(candidate.url)
    } catch (error) {
      onFault(toRpcError(error))
      retryLater()
      return
    }
    // Told only now: who hears of it may subscribe at once, and must find this attempt under way.
    socket = opened
    setState('connecting')
    stopTimer = clock.after(openTimeoutMs, () => fail(opened, 'The socket did not open in time'))
    opened.addEventListener('message', event => receive(opened, event.data))
    opened.addEventListener('close', () => fail(opened, 'The socket was closed'))
    opened.addEventListener('error', () => fail(opened, 'The socket broke'))
    opened.addEventListener('open', () => {
      lastFrameAt = clock.now()
      candidate
        .verify(request => send(opened, request))
        .then(
          () => {
            if (socket === opened) establish(opened)
          },
          (error: unknown) => fail(opened, toRpcError(error)),
        )
    })
  }

  function establish(opened: WebSocket): void {
    failures = 0
    stopTimer()
    setState('open')
    watchSilence(opened)
    subscriptions.establish()
  }

  function watchSilence(opened: WebSocket): void {
    const isOwing = pending.size() > 0
    const allowedMs = isOwing
      ? shortestSilenceMs
      : Math.min(longestSilenceMs, Math.max(shortestSilenceMs, 3 * usualGapMs))
    const silentForMs = clock.now() - (isOwing ? Math.max(lastFrameAt, owingSince) : lastFrameAt)
    if (silentForMs < allowedMs) stopTimer = clock.after(allowedMs - silentForMs, () => watchSilence(opened))
    else askForLife(opened)
  }

  function askForLife(opened: WebSocket): void {
    isAsking = true
    const askedAt = clock.now()
    // Anything heard, the answer or a push, proves life; the answer itself does not matter.
    send(opened, { method: 'eth_chainId', params: [] }).then(
      () => {
        roundTripMs = clock.now() - askedAt
      },
      () => undefined,
    )
    const goOn = (): void => {
      isAsking = false
      watchSilence(opened)
    }
    const patienceMs = Math.min(longestPatienceMs, Math.max(shortestPatienceMs, 4 * roundTripMs))
    stopTimer = clock.after(patienceMs, () => {
      if (lastFrameAt >= askedAt) {
        goOn()
        return
      }
      setState('silent')
      // Whoever waits for an answer goes over HTTP now rather than when the socket is finally given up.
      pending.rejectAll(new RpcError('unreachable', 'The socket went silent'))
      stopTimer = clock.after(giveUpMs, () => {
        if (lastFrameAt >= askedAt) goOn()
        else fail(opened, 'The socket stayed silent')
      })
    })
  }

  function drop(): void {
    stopTimer()
    isAsking = false
    const dropped = socket
    socket = null
    subscriptions.interrupt()
    dropped?.close()
  }

  function fail(failed: WebSocket, reason: string | RpcError): void {
    if (failed !== socket) return
    drop()
    const error = typeof reason === 'string' ? new RpcError('unreachable', reason) : reason
    onFault(error)
    pending.rejectAll(new RpcError('unreachable', error.message, { cause: error }))
    retryLater()
  }

  function retryLater(): void {
    failures += 1
    setState('closed')
    if (stopped || !subscriptions.wanted()) return
    const longestMs = Math.min(lastRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 10))
    retryDue = true
    stopTimer = clock.after(longestMs * (0.5 + random() / 2), open)
  }

  function close(): void {
    drop()
    pending.rejectAll(new RpcError('unreachable', 'The socket was closed'))
    failures = 0
    retryDue = false
    setState('closed')
  }

  /** Called whenever subscriptions began or ended. */
  function reconsider(): void {
    stopLinger()
    if (subscriptions.wanted()) {
      release ??= keepAlive.hold()
      if (socket === null && !retryDue && !stopped) open()
      return
    }
    stopLinger = clock.after(lingerMs, () => {
      close()
      release?.()
      release = null
    })
  }

  return {
    state: () => state,
    onState: listeners.add,
    call,
    async subscribe(params, onItem, onGap) {
      if (stopped) throw new RpcError('unreachable', 'The connection was ended')
      const subscription = subscriptions.add(params, onItem, onGap)
      reconsider()
      const end = (): void => {
        subscription.end()
        reconsider()
      }
      try {
        await subscription.established
      } catch (error) {
        end()
        throw toRpcError(error)
      }
      return end
    },
    reopen() {
      // One that only lingers goes too: the next subscription must not find it.
      if (socket === null && !subscriptions.wanted()) return
      close()
      reconsider()
    },
    stop() {
      stopped = true
      stopLinger()
      close()
      subscriptions.stop()
      release?.()
      release = null
    },
  }
}
