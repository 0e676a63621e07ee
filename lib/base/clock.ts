/** Time as a dependency, so that tests move it. */
export interface Clock {
  /** Milliseconds since the epoch, with a fraction where the platform gives one. */
  now(): number
  /** Runs `task` once after `ms`; the returned function cancels it. */
  after(ms: number, task: () => void): () => void
}

export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms)
    return () => clearTimeout(timer)
  },
}

/** Goes on while the machine sleeps and follows the system's time: for deadlines that a person set. */
export const wallClock: Clock = { ...systemClock, now: () => Date.now() }
