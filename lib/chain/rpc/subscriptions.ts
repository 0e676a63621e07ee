import { type BackOff, createBackOff, doubling } from '@/lib/base/back-off'
import type { Clock } from '@/lib/base/clock'
import { RpcError, toRpcError } from '@/lib/base/rpc/errors'
import { defaultTimeoutMs } from './door'
import type { Notification, RpcRequest } from './envelope'

/**
 * The wanted subscriptions, which outlive the socket that carries them. Listeners with the same parameters share one
 * subscription of the server.
 */
export interface Subscriptions {
  add(
    params: readonly unknown[],
    onItem: (item: unknown) => void,
    onGap: (() => void) | undefined,
  ): { established: Promise<void>; end(): void }
  wanted(): boolean
  /** The socket is open: subscribes to everything that is wanted. */
  establish(): void
  /** The socket is gone, and every subscription of the server with it. */
  interrupt(): void
  /** Hands an item to its listeners in the same turn. */
  dispatch(notification: Notification): void
  stop(): void
}

interface Listener {
  onItem(item: unknown): void
  onGap: (() => void) | undefined
  resolve(): void
  reject(error: RpcError): void
  /** The subscription has run before, so that after an interruption there is a gap. */
  heard: boolean
}

interface Wanted {
  params: readonly unknown[]
  listeners: Set<Listener>
  /** The server's id while it runs. */
  id: string | null
  asking: boolean
  /** Counts refusals since the subscription last ran. */
  retry: BackOff
}

/** So many items are kept that arrive before the reply that names their subscription. */
const mostEarlyItems = 1_000

/** Ms until a subscription is tried again after this many refusals. */
export const refusalWaitMs = doubling(15_000, 300_000)

export function createSubscriptions(dependencies: {
  call(request: RpcRequest): Promise<unknown>
  clock: Clock
  /** The socket is open and does not answer subscriptions in time: another one is needed. */
  onBroken(): void
}): Subscriptions {
  const { call, clock, onBroken } = dependencies
  const wanted = new Map<string, Wanted>()
  const byId = new Map<string, Wanted>()
  let early: Notification[] = []
  let open = false
  /** Counts sockets, so that an answer over an earlier one is ignored. */
  let generation = 0

  async function ask(key: string, subscription: Wanted): Promise<void> {
    if (!open || subscription.asking || subscription.id !== null) return
    subscription.retry.cancel()
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
      // Refused: new listeners are told. Listeners for whom it has run wait until this socket or the next one accepts
      // it again.
      for (const listener of subscription.listeners) {
        if (listener.heard) continue
        subscription.listeners.delete(listener)
        listener.reject(reason)
      }
      if (subscription.listeners.size > 0) {
        subscription.retry.fail()
        subscription.retry.schedule(() => void ask(key, subscription))
      } else if (wanted.get(key) === subscription) wanted.delete(key)
    }
  }

  function begin(subscription: Wanted, id: string): void {
    subscription.id = id
    subscription.retry.succeed()
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
    // Not awaited: the server forgets the subscription with the socket at the latest.
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
      const subscription = wanted.get(key) ?? newWanted(params, clock)
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
          subscription.retry.cancel()
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
        subscription.retry.cancel()
      }
    },
    dispatch,
    stop() {
      const error = new RpcError('unreachable', 'The connection was ended')
      for (const { listeners, retry } of wanted.values()) {
        retry.cancel()
        for (const listener of listeners) listener.reject(error)
      }
      wanted.clear()
      byId.clear()
    },
  }
}

function newWanted(params: readonly unknown[], clock: Clock): Wanted {
  const retry = createBackOff({ clock, waitMs: refusalWaitMs })
  return { params, listeners: new Set(), id: null, asking: false, retry }
}
