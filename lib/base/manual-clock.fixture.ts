import type { Clock } from './clock'

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  /** Moves time on and runs what falls due, in order. */
  advance(ms: number): void
}

export function createManualClock(start = 1_700_000_000_000): ManualClock {
  let now = start
  let tasks: { at: number; task: () => void }[] = []
  return {
    now: () => now,
    after(ms, task) {
      const entry = { at: now + ms, task }
      tasks.push(entry)
      return () => {
        tasks = tasks.filter(other => other !== entry)
      }
    },
    advance(ms) {
      const end = now + ms
      for (;;) {
        const [next] = tasks.filter(({ at }) => at <= end).sort((left, right) => left.at - right.at)
        if (next === undefined) break
        tasks = tasks.filter(other => other !== next)
        now = Math.max(now, next.at)
        next.task()
      }
      now = end
    },
  }
}
