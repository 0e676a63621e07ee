import { createBackOff, doubling } from '@/lib/base/back-off'
import type { Clock } from '@/lib/base/clock'
import { createListeners } from '@/lib/base/listeners'
import { RpcError, toRpcError } from '@/lib/base/rpc/errors'
import type { KeepAlive, RequestOptions, SocketState } from '@/lib/base/rpc/types'
import { createPendingCalls } from './calls'
import type { Door } from './door'
import type { RpcRequest } from './envelope'
import { createSubscriptions } from './subscriptions'
import { createTransport, type SocketCandidate } from './transport'

/** One socket for subscriptions and calls, open while subscriptions exist. */
export interface SocketClient<Candidate = SocketCandidate> {
  state(): Exclude<SocketState, 'none'>
  /** The one at which the socket is open now, or `null`. */
  openAt(): Candidate | null
  onState(listener: (state: Exclude<SocketState, 'none'>) => void): () => void
  /** Rejects at once with `unreachable` unless the socket is open. @throws RpcError */
  call(call: RpcRequest, options?: RequestOptions): Promise<unknown>
  /** See `Connection.subscribe`. Rejects with `timeout` when the socket could not be had in time. @throws RpcError */
  subscribe(params: readonly unknown[], onItem: (item: unknown) => void, onGap?: () => void): Promise<() => void>
  /** Closes the socket because the addresses changed, and opens another one if subscriptions exist. */
  reopen(): void
  /** Closes the socket. It is not opened again. */
  stop(): void
}

/** An unwanted socket stays open this long, because the next transaction often follows at once. */
const lingerMs = 1_000
const retryWaitMs = doubling(250, 15_000)

export function createSocketClient<Candidate extends SocketCandidate>(dependencies: {
  /** In order of preference; asked again for every attempt. */
  candidates(): readonly Candidate[]
  door: Door
  clock: Clock
  keepAlive: KeepAlive
  /** The socket broke, did not open, or sent a frame that is not JSON. The client retries by itself. */
  onFault(error: RpcError): void
  /** 0 ≤ x < 1, for the jitter of retries. */
  random?: () => number
}): SocketClient<Candidate> {
  const { candidates, door, clock, keepAlive, onFault, random = Math.random } = dependencies
  const listeners = createListeners<[Exclude<SocketState, 'none'>]>()
  const pending = createPendingCalls({ clock })
  const retry = createBackOff({ clock, waitMs: failures => retryWaitMs(failures) * (0.5 + random() / 2) })
  const subscriptions = createSubscriptions({
    call: request => transport.call(request),
    clock,
    onBroken: () => transport.fail('The endpoint did not take a subscription'),
  })
  const transport = createTransport({
    door,
    clock,
    pending,
    onFault,
    onVerified() {
      retry.succeed()
      setState('open')
      subscriptions.establish()
    },
    onNotification: subscriptions.dispatch,
    onSilent: () => setState('silent'),
    onHeard() {
      if (state === 'silent') setState('open')
    },
    onBroken() {
      subscriptions.interrupt()
      retryLater()
    },
  })
  let state: Exclude<SocketState, 'none'> = 'closed'
  let at: Candidate | null = null
  let stopLinger = (): void => undefined
  let release: (() => void) | null = null
  let stopped = false

  function setState(next: typeof state): void {
    if (state === next) return
    state = next
    listeners.tell(next)
  }

  function open(): void {
    const all = candidates()
    // The next address after two failures in a row at one.
    const candidate = all[Math.floor(retry.failures() / 2) % Math.max(1, all.length)]
    if (candidate === undefined) {
      // None may be used now, perhaps later.
      retryLater()
      return
    }
    at = candidate
    try {
      transport.open(candidate)
    } catch (error) {
      onFault(toRpcError(error))
      retryLater()
      return
    }
    // Told only now: a listener may subscribe at once, and must find this attempt under way.
    setState('connecting')
  }

  function retryLater(): void {
    retry.fail()
    setState('closed')
    if (!stopped && subscriptions.wanted()) retry.schedule(open)
  }

  function close(): void {
    transport.close()
    subscriptions.interrupt()
    retry.cancel()
    retry.succeed()
    setState('closed')
  }

  /** Called after subscriptions began or ended. */
  function reconsider(): void {
    stopLinger()
    if (subscriptions.wanted()) {
      release ??= keepAlive.hold()
      if (!transport.isUp() && !retry.isScheduled() && !stopped) open()
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
    openAt: () => (state === 'open' ? at : null),
    onState: listeners.add,
    call: transport.call,
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
      // A socket that only lingers is closed too: the next subscription must not use it.
      if (!transport.isUp() && !subscriptions.wanted()) return
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
