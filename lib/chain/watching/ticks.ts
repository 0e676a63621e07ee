import type { Clock } from '@/lib/base/clock'
import { createListeners } from '@/lib/base/listeners'
import type { Tick } from './types'

const shortestGapMs = 100

/** Tells ticks at most once in 100 ms: those in between become one, told when the 100 ms are over. */
export interface Ticks {
  add(listener: (tick: Tick) => void): () => void
  areWanted(): boolean
  tick(): void
  stop(): void
}

export function createTicks({
  clock,
  current,
  onWanted,
}: {
  clock: Clock
  current(): Tick
  /** Called when a listener was added or removed. */
  onWanted(): void
}): Ticks {
  const listeners = createListeners<[Tick]>(onWanted)
  let lastAt = 0
  let stopTimer = (): void => undefined

  function tick(): void {
    if (listeners.size() === 0) return
    const now = clock.now()
    const waitMs = lastAt + shortestGapMs - now
    stopTimer()
    if (waitMs > 0) {
      stopTimer = clock.after(waitMs, tick)
      return
    }
    lastAt = now
    listeners.tell(current())
  }

  return { add: listeners.add, areWanted: () => listeners.size() > 0, tick, stop: () => stopTimer() }
}
