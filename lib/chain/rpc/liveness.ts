import type { Clock } from '@/lib/base/clock'

/**
 * The socket is asked for a sign of life after three average gaps between frames, within these bounds (ms); after the
 * shorter one while an answer is owed.
 */
const shortestSilenceMs = 600
const longestSilenceMs = 6_000
/** It is silent after four round trips without a sign of life, within these bounds (ms), and dead this much later. */
const shortestPatienceMs = 250
const longestPatienceMs = 1_000
const giveUpMs = 1_000

/** Finds out whether an open socket still lives: any frame proves it. */
export interface Liveness {
  /** The socket was opened: silence counts from now. */
  opened(): void
  /** The socket is in use: silence is looked for from now on. */
  start(): void
  /** A frame arrived. */
  frame(): void
  /** A call was sent while no other one waited for its answer. */
  called(): void
  stop(): void
}

export function createLiveness(dependencies: {
  clock: Clock
  /** Calls that wait for their answers. */
  owed(): number
  /** Sends a call whose answer is a sign of life. */
  ping(): Promise<unknown>
  onSilent(): void
  onDead(): void
}): Liveness {
  const { clock, owed, ping, onSilent, onDead } = dependencies
  let lastFrameAt = 0
  /** When the first of the calls that wait was sent, ms since the epoch. */
  let owingSince = 0
  let isAsking = false
  let averageGapMs = 700
  let roundTripMs = longestPatienceMs
  let stopTimer = (): void => undefined

  function watch(): void {
    const isOwing = owed() > 0
    const allowedMs = isOwing
      ? shortestSilenceMs
      : Math.min(longestSilenceMs, Math.max(shortestSilenceMs, 3 * averageGapMs))
    const silentForMs = clock.now() - (isOwing ? Math.max(lastFrameAt, owingSince) : lastFrameAt)
    if (silentForMs < allowedMs) stopTimer = clock.after(allowedMs - silentForMs, watch)
    else ask()
  }

  function ask(): void {
    isAsking = true
    const askedAt = clock.now()
    ping().then(
      () => {
        roundTripMs = clock.now() - askedAt
      },
      // Anything heard proves life, an error too; silence is noticed below.
      () => undefined,
    )
    const goOn = (): void => {
      isAsking = false
      watch()
    }
    const patienceMs = Math.min(longestPatienceMs, Math.max(shortestPatienceMs, 4 * roundTripMs))
    stopTimer = clock.after(patienceMs, () => {
      if (lastFrameAt >= askedAt) {
        goOn()
        return
      }
      onSilent()
      stopTimer = clock.after(giveUpMs, () => {
        if (lastFrameAt >= askedAt) goOn()
        else onDead()
      })
    })
  }

  return {
    opened() {
      lastFrameAt = clock.now()
    },
    start: watch,
    frame() {
      const now = clock.now()
      averageGapMs += (Math.min(now - lastFrameAt, longestSilenceMs) - averageGapMs) / 8
      lastFrameAt = now
    },
    called() {
      if (isAsking) return
      owingSince = clock.now()
      stopTimer()
      watch()
    },
    stop() {
      stopTimer()
      isAsking = false
    },
  }
}
