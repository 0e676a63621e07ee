/** The time of the chain, which may be moved ahead of that of the machine. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number
  advance(ms: number): void
}

export function createClock(): Clock {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    advance(ms) {
      ahead += ms
    },
  }
}
