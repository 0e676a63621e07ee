/** Work that is repeated: after a time, and at once when something calls for it. */
export interface Rounds {
  /** Begins a round at once, or right after the one that runs. */
  now(): void
  stop(): void
}

/**
 * Runs rounds one after the other, the first at once.
 * @param everyMs returns the milliseconds from the end of a round to the next one
 */
export function createRounds(parts: {
  everyMs: () => number
  onError: (error: unknown) => void
  round: () => Promise<void>
}): Rounds {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let isWanted = false
  let isStopped = false

  async function run(): Promise<void> {
    clearTimeout(timer)
    if (isStopped) return
    if (isRunning) {
      isWanted = true
      return
    }
    isRunning = true
    isWanted = false
    await parts.round().catch(parts.onError)
    isRunning = false
    if (isStopped) return
    if (isWanted) void run()
    else timer = setTimeout(run, parts.everyMs())
  }
  void run()
  return {
    now: () => void run(),
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
