import type { Clock } from '@/lib/values/clock'
import { defaultTimeoutMs } from './door'
import type { Notification, RpcRequest } from './envelope'
import { RpcError, toRpcError } from './errors'

/**
 * The subscriptions somebody wants, apart from the socket that carries them: they outlive it. Those with the same parameters share one
 * subscription of the server.
 */
export interface Subscriptions {
  add(
    params: readonly unknown[],
    onItem: (item: unknown) => void,
    onGap: (() => void) | undefined,
  ): { established: Promise<void>; end(): void }
  wanted(): boolean
  /** The socket is open: asks the server for everything that is wanted. */
  establish(): void
  /** The socket is gone, and with it every subscription of the server. */
  interrupt(): void
  /** Hands an item to its listeners, in the turn it came. */
  dispatch(notification: Notification): void
  stop(): void
}

interface Listener {
  onItem(item: unknown): void
  onGap: (() => void) | undefined
  resolve(): void
  reject(error: RpcError): void
  /** Heard of it at least once: what follows an interruption is a gap. */
  heard: boolean
}

interface Wanted {
  params: readonly unknown[]
  listeners: Set<Listener>
  /** The server's id while it runs. */
  id: string | null
  asking: boolean
  /** Since it was last taken. */
  refusals: number
  stopWaiting(): void
}

/** Items that arrive before the reply that names their subscription. */
const mostEarlyItems = 1_000
const firstRestMs = 15_000
const longestRestMs = 300_000

/** Ms until a subscription that was refused so often is asked for again: who refuses may know better later, and may never. */
export function restAfterRefusals(refusals: number): number {
  return Math.min(longestRestMs, firstRestMs * 2 ** Math.min(refusals - 1, 10))
}

export function createSubscriptions(dependencies: {
  call(request: RpcRequest): Promise<unknown>
  clock: Clock
  /** The socket is open but takes no subscription now (late, overloaded): another one is needed. */
  onBroken(): void
}): Subscriptions {
  const { call, clock, onBroken } = dependencies
  const wanted = new Map<string, Wanted>()
  const byId = new Map<string, Wanted>()
  let early: Notification[] = []
  let open = false
  /** Counts the sockets, so that an answer over an old one is known as such. */
  let generation = 0

  async function ask(key: string, subscription: Wanted): Promise<void> {
    if (!open || subscription.asking || subscription.id !== null) return
    subscription.stopWaiting()
    subscription.asking = true
    const asked = generation
    try {
      const id = await call({ method: 'eth_subscribe', params: subscription.params })
      if (asked !== generation) return
      subscription.asking = false
      if (typeof id !== 'string' && typeof id !== 'number')
        throw new RpcError('invalid-reply', 'The endpoint gave a subscription no id')
      if (subscription.listeners.size === 0) {
        unsubscribe(String(id))
        return
      }
      begin(subscription, String(id))
    } catch (error) {
      if (asked !== generation) return
      subscription.asking = false
      const reason = toRpcError(error)
      if (reason.consequence === 'use-next-endpoint') {
        onBroken()
        return
      }
      // A refusal is an answer. Who already heard something waits until it is taken again, by this socket or another.
      for (const listener of subscription.listeners) {
        if (listener.heard) continue
        subscription.listeners.delete(listener)
        listener.reject(reason)
      }
      if (subscription.listeners.size > 0) {
        subscription.refusals += 1
        const restMs = restAfterRefusals(subscription.refusals)
        subscription.stopWaiting = clock.after(restMs, () => void ask(key, subscription))
      } else if (wanted.get(key) === subscription) wanted.delete(key)
    }
  }

  function begin(subscription: Wanted, id: string): void {
    subscription.id = id
    subscription.refusals = 0
    byId.set(id, subscription)
    const missed = early.filter(item => item.subscription === id)
    if (![...wanted.values()].some(other => other.asking)) early = []
    for (const listener of [...subscription.listeners]) {
      listener.resolve()
      if (listener.heard) listener.onGap?.()
      listener.heard = true
    }
    for (const item of missed) dispatch(item)
  }

  function unsubscribe(id: string): void {
    // Nobody waits for it: a server that forgets it with the socket is as good.
    call({ method: 'eth_unsubscribe', params: [id] }).catch(() => undefined)
  }

  function dispatch(notification: Notification): void {
    const subscription = byId.get(notification.subscription)
    if (subscription === undefined) {
      if ([...wanted.values()].some(other => other.asking) && early.length < mostEarlyItems) early.push(notification)
      return
    }
    for (const listener of [...subscription.listeners]) listener.onItem(notification.result)
  }

  return {
    add(params, onItem, onGap) {
      const key = JSON.stringify(params)
      const subscription = wanted.get(key) ?? newWanted(params)
      wanted.set(key, subscription)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const stopTimeout = clock.after(defaultTimeoutMs, () =>
        reject(new RpcError('timeout', 'The subscription could not be had in time')),
      )
      const listener: Listener = { onItem, onGap, resolve, reject, heard: subscription.id !== null }
      subscription.listeners.add(listener)
      if (subscription.id !== null) resolve()
      else void ask(key, subscription)
      return {
        established: promise.finally(stopTimeout),
        end() {
          if (!subscription.listeners.delete(listener) || subscription.listeners.size > 0) return
          if (wanted.get(key) === subscription) wanted.delete(key)
          subscription.stopWaiting()
          if (subscription.id === null) return
          byId.delete(subscription.id)
          unsubscribe(subscription.id)
          subscription.id = null
        },
      }
    },
    wanted: () => wanted.size > 0,
    establish() {
      open = true
      for (const [key, subscription] of wanted) void ask(key, subscription)
    },
    interrupt() {
      open = false
      generation += 1
      early = []
      byId.clear()
      for (const subscription of wanted.values()) {
        subscription.id = null
        subscription.asking = false
        subscription.stopWaiting()
      }
    },
    dispatch,
    stop() {
      const error = new RpcError('unreachable', 'The connection was ended')
      for (const { listeners, stopWaiting } of wanted.values()) {
        stopWaiting()
        for (const listener of listeners) listener.reject(error)
      }
      wanted.clear()
      byId.clear()
    },
  }
}

function newWanted(params: readonly unknown[]): Wanted {
  return { params, listeners: new Set(), id: null, asking: false, refusals: 0, stopWaiting: () => undefined }
}
