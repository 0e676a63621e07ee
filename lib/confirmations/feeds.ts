import { toRpcError } from '@/lib/rpc/errors'
import { refusalWaitMs } from '@/lib/rpc/subscriptions'
import type { Connection } from '@/lib/rpc/types'
import { createBackOff } from '@/lib/values/back-off'
import type { Clock } from '@/lib/values/clock'

/**
 * Which pushes are wanted: sealed heads; pre-confirmed transactions as hashes (a sign of life) or in full (while one is
 * in flight).
 */
export interface Wanted {
  heads: boolean
  preconfirmations: 'none' | 'hashes' | 'full'
}

/** Keeps the subscriptions of one watcher as wanted: subscribes, unsubscribes, and subscribes again after a refusal. */
export interface Feeds {
  want(wanted: Wanted): void
  /** True where the node refused the pre-confirmation subscription. */
  isPreconfirmationRefused(): boolean
  /** Asks again for refused subscriptions: the socket is a new one, perhaps to another endpoint. */
  forgetRefusals(): void
}

/** Ms until a subscription is tried again after no answer. */
const unreachableWaitMs = 2_000

export function createFeeds(dependencies: {
  connection: Connection
  clock: Clock
  preconfirmationSubscription: string
  onHead(item: unknown): void
  onPreconfirmation(item: unknown): void
  /** Called when pushes may have been missed. */
  onGap(): void
}): Feeds {
  const { connection, clock, preconfirmationSubscription, onHead, onPreconfirmation, onGap } = dependencies
  let isRefused = false
  const feedOf = (
    params: readonly unknown[],
    onItem: (item: unknown) => void,
    onAnswered: (isTaken: boolean) => void,
  ): Feed => createFeed({ clock, onAnswered, subscribe: () => connection.subscribe(params, onItem, onGap) })
  const heads = feedOf(['newHeads'], onHead, () => undefined)
  const hashes = feedOf([preconfirmationSubscription], onPreconfirmation, isTaken => {
    isRefused = !isTaken
  })
  // A node that refuses full transactions may push hashes.
  let wantsHashesInstead = false
  let last: Wanted = { heads: false, preconfirmations: 'none' }
  const full = feedOf([preconfirmationSubscription, true], onPreconfirmation, isTaken => {
    if (isTaken) isRefused = false
    wantsHashesInstead = !isTaken
    apply()
  })

  function apply(): void {
    heads.want(last.heads)
    full.want(last.preconfirmations === 'full')
    hashes.want(last.preconfirmations === 'hashes' || (last.preconfirmations === 'full' && wantsHashesInstead))
  }

  return {
    want(wanted) {
      last = wanted
      apply()
    },
    isPreconfirmationRefused: () => isRefused,
    forgetRefusals() {
      wantsHashesInstead = false
      apply()
      for (const feed of [heads, hashes, full]) feed.forgetRefusal()
    },
  }
}

interface Feed {
  want(isWanted: boolean): void
  forgetRefusal(): void
}

/**
 * Keeps one subscription while it is wanted. After a refusal it waits longer each time, or until `forgetRefusal`; other
 * failures are retried.
 */
function createFeed(dependencies: {
  clock: Clock
  subscribe(): Promise<() => void>
  onAnswered(isTaken: boolean): void
}): Feed {
  const { clock, subscribe, onAnswered } = dependencies
  const retry = createBackOff({ clock, waitMs: refusalWaitMs })
  let isWanted = false
  let isBusy = false
  let end: (() => void) | null = null

  async function begin(): Promise<void> {
    isBusy = true
    let isRefused = false
    try {
      const ended = await subscribe()
      retry.succeed()
      if (isWanted) end = ended
      else ended()
      onAnswered(true)
    } catch (error) {
      isRefused = toRpcError(error).consequence !== 'use-next-endpoint'
      if (isRefused) {
        // A network without this subscription: an answer, and the next feed down is used.
        retry.fail()
        onAnswered(false)
      } else if (isWanted) retry.schedule(consider, unreachableWaitMs)
    } finally {
      isBusy = false
    }
    if (isRefused) consider()
  }

  function consider(): void {
    if (!isWanted || end !== null || isBusy) return
    retry.cancel()
    if (retry.isDue()) void begin()
    else retry.schedule(consider)
  }

  return {
    want(wanted) {
      if (wanted === isWanted) return
      isWanted = wanted
      retry.cancel()
      if (!wanted) {
        end?.()
        end = null
      }
      consider()
    },
    forgetRefusal() {
      retry.skipWait()
      consider()
    },
  }
}
