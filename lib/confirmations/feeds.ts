import { toRpcError } from '@/lib/rpc/errors'
import { restAfterRefusals } from '@/lib/rpc/subscriptions'
import type { Connection } from '@/lib/rpc/types'
import type { Clock } from '@/lib/values/clock'

/** What is to be pushed: sealed heads; pre-confirmed transactions as bare hashes (a sign of life) or in full (something is in flight). */
export interface Wanted {
  heads: boolean
  preconfirmations: 'none' | 'hashes' | 'full'
}

/** The subscriptions of one watcher: begun, ended and begun again as what is wanted changes. */
export interface Feeds {
  want(wanted: Wanted): void
  /** The node knows no pre-confirmation subscription. */
  isPreconfirmationRefused(): boolean
  /** Another socket, perhaps to another endpoint: what was refused is asked for once more. */
  forgetRefusals(): void
}

const retryMs = 2_000

export function createFeeds(dependencies: {
  connection: Connection
  clock: Clock
  preconfirmationSubscription: string
  onHead(item: unknown): void
  onPreconfirmation(item: unknown): void
  /** Pushes may have been missed. */
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
  // A node that pushes no full transactions may still push hashes.
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

/** One subscription that is kept while it is wanted; a refusal stands for a while or until it is forgotten, anything else is tried again. */
function createFeed(dependencies: {
  clock: Clock
  subscribe(): Promise<() => void>
  onAnswered(isTaken: boolean): void
}): Feed {
  const { clock, subscribe, onAnswered } = dependencies
  let isWanted = false
  let isBusy = false
  let end: (() => void) | null = null
  let stopRetry = (): void => undefined
  let refusals = 0
  let refusedUntil = 0

  async function begin(): Promise<void> {
    isBusy = true
    try {
      const ended = await subscribe()
      refusals = 0
      if (isWanted) end = ended
      else ended()
      onAnswered(true)
    } catch (error) {
      if (toRpcError(error).consequence === 'use-next-endpoint') {
        if (isWanted) stopRetry = clock.after(retryMs, consider)
      } else {
        // A network without this subscription: an answer, and the next feed down is used.
        refusals += 1
        refusedUntil = clock.now() + restAfterRefusals(refusals)
        onAnswered(false)
      }
    } finally {
      isBusy = false
    }
    if (refusedUntil > clock.now()) consider()
  }

  function consider(): void {
    if (!isWanted || end !== null || isBusy) return
    const restMs = refusedUntil - clock.now()
    stopRetry()
    if (restMs > 0) stopRetry = clock.after(restMs, consider)
    else void begin()
  }

  return {
    want(wanted) {
      if (wanted === isWanted) return
      isWanted = wanted
      stopRetry()
      if (!wanted) {
        end?.()
        end = null
      }
      consider()
    },
    forgetRefusal() {
      refusedUntil = 0
      consider()
    },
  }
}
