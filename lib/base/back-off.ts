import type { Clock } from './clock'

/** Counts failures of an attempt, and schedules the next one later after each. */
export interface BackOff {
  /** Failures since the last success. */
  failures(): number
  /** Counts a failure. The next attempt is due after the wait for this number of failures. */
  fail(): void
  /** Forgets all failures: the next attempt is due now. */
  succeed(): void
  /** Makes the next attempt due now, without forgetting the failures. */
  skipWait(): void
  isDue(): boolean
  /** Runs `attempt` when it is due, or after `waitMs` where given. Replaces an attempt scheduled before. */
  schedule(attempt: () => void, waitMs?: number): void
  isScheduled(): boolean
  /** Takes the scheduled attempt back. Failures and due time stay. */
  cancel(): void
}

/** @param waitMs ms to wait after this many failures, at least 1 */
export function createBackOff({ clock, waitMs }: { clock: Clock; waitMs(failures: number): number }): BackOff {
  let failures = 0
  let dueAt = 0
  let cancelTimer: (() => void) | null = null

  function cancel(): void {
    cancelTimer?.()
    cancelTimer = null
  }

  return {
    failures: () => failures,
    fail() {
      failures += 1
      dueAt = clock.now() + waitMs(failures)
    },
    succeed() {
      failures = 0
      dueAt = 0
    },
    skipWait() {
      dueAt = 0
    },
    isDue: () => clock.now() >= dueAt,
    schedule(attempt, waitMs = Math.max(0, dueAt - clock.now())) {
      cancel()
      cancelTimer = clock.after(waitMs, () => {
        cancelTimer = null
        attempt()
      })
    },
    isScheduled: () => cancelTimer !== null,
    cancel,
  }
}

/** @returns a wait that doubles with every failure, from `firstMs` to `longestMs` */
export function doubling(firstMs: number, longestMs: number): (failures: number) => number {
  return failures => Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 10))
}
