import type { Clock } from '@/lib/base/clock'
import type { KeepAlive } from '@/lib/base/rpc/types'

/** Silence is the absence of an event, so a timer has to look for it. */
const lookEveryMs = 500

/** Keeps the worker alive while a transaction is in flight, and looks for silence while pushes are wanted. */
export interface Usage {
  /** @returns true where `wantsPushes` differs from the last call */
  set(now: { isInFlight: boolean; wantsPushes: boolean }): boolean
  stop(): void
}

export function createUsage({
  clock,
  keepAlive,
  onLook,
}: {
  clock: Clock
  keepAlive: KeepAlive
  onLook(): void
}): Usage {
  let isUsed = false
  let release: (() => void) | null = null
  let stopLooking = (): void => undefined

  function keepAwake(isInFlight: boolean): void {
    if (isInFlight) release ??= keepAlive.hold()
    else {
      release?.()
      release = null
    }
  }

  function look(): void {
    stopLooking = clock.after(lookEveryMs, () => {
      onLook()
      if (isUsed) look()
    })
  }

  return {
    set({ isInFlight, wantsPushes }) {
      keepAwake(isInFlight)
      if (wantsPushes === isUsed) return false
      isUsed = wantsPushes
      stopLooking()
      if (isUsed) look()
      return true
    },
    stop() {
      stopLooking()
      keepAwake(false)
    },
  }
}
