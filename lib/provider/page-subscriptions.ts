import type { Hex } from 'viem'
import type { NetworkId } from '@/lib/base/network-id'
import type { SiteAccess } from '@/lib/decisions/sites/site-access'
import { errorCodes, ProviderError, toDappError, unauthorized } from './errors'
import type { PageConnection } from './ports'
import type { MethodTools } from './types'

/** One `eth_subscribe` of a page. */
export interface PageSubscription {
  /** Sends an item to the page. Items that come before `start` are sent by `start`. */
  push(item: unknown): void
  /** Sets the task that ends the source of its items; runs it at once if the subscription has ended. */
  endWith(stop: () => void): void
  end(): void
  /** Call when the page has the subscription's id. */
  start(): void
}

/**
 * The subscriptions of the open pages. One ends with its page, with the site's connection, and with the site's chain.
 */
export interface PageSubscriptions {
  count(page: PageConnection): number
  has(page: PageConnection, id: Hex): boolean
  /** @param requestId id of the `eth_subscribe` request */
  open(page: PageConnection, id: Hex, made: { requestId: string; networkId: NetworkId }): PageSubscription
  /**
   * Ends a subscription.
   * @returns false if the page has none with this id
   */
  close(page: PageConnection, id: string): boolean
}

interface Entry {
  requestId: string
  networkId: NetworkId
  stop(): void
}

export function createPageSubscriptions({ onAccess }: Pick<MethodTools, 'onAccess'>): PageSubscriptions {
  const byPage = new Map<PageConnection, Map<string, Entry>>()

  function entriesOf(page: PageConnection): Map<string, Entry> {
    const existing = byPage.get(page)
    if (existing !== undefined) return existing
    const entries = new Map<string, Entry>()
    byPage.set(page, entries)
    page.onEnd(() => {
      byPage.delete(page)
      for (const { stop } of entries.values()) stop()
      entries.clear()
    })
    return entries
  }

  onAccess((page, access) => {
    const entries = byPage.get(page)
    for (const [id, { requestId, networkId, stop }] of entries ?? []) {
      const reason = endReason(networkId, access)
      if (reason === null) continue
      entries?.delete(id)
      stop()
      // The page has its answer already. The bridge reads this error: it no longer repeats the request to a later
      // worker.
      page.send({ kind: 'error', id: requestId, error: toDappError(reason) })
    }
  })

  return {
    count: page => entriesOf(page).size,
    has: (page, id) => entriesOf(page).has(id),
    open(page, id, { requestId, networkId }) {
      const entries = entriesOf(page)
      const entry: Entry = { requestId, networkId, stop: () => undefined }
      entries.set(id, entry)
      const isLive = (): boolean => byPage.get(page) === entries && entries.get(id) === entry
      let early: unknown[] | null = []

      function push(item: unknown): void {
        if (!isLive()) return
        if (early !== null) early.push(item)
        else
          page.send({
            kind: 'message',
            message: { type: 'eth_subscription', data: { subscription: id, result: item } },
          })
      }

      return {
        push,
        endWith(stop) {
          if (isLive()) entry.stop = stop
          else stop()
        },
        end() {
          if (!isLive()) return
          entries.delete(id)
          entry.stop()
        },
        start() {
          const waiting = early ?? []
          early = null
          waiting.forEach(push)
        },
      }
    },
    close(page, id) {
      const entries = entriesOf(page)
      const entry = entries.get(id)
      entries.delete(id)
      entry?.stop()
      return entry !== undefined
    },
  }
}

/** Why a subscription on this chain has ended; `null` while it continues. */
export function endReason(networkId: NetworkId, access: SiteAccess): ProviderError | null {
  if (!access.connected) return unauthorized()
  return access.networkId === networkId ? null : chainLeft()
}

export function chainLeft(): ProviderError {
  return new ProviderError(errorCodes.chainDisconnected, 'The subscription was for the chain that the site has left.')
}
