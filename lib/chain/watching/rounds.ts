import type { Clock } from '@/lib/base/clock'
import { toRpcError } from '@/lib/base/rpc/errors'
import { type Need, nextReadingMs } from '@/lib/chain/shared/pace'

/** Schedules readings: at once after an event, otherwise at the pace of `pace.ts`. */
export interface Rounds {
  /** Reads at the end of this turn; several calls in one turn make one reading. */
  now(): void
  /** Does what `now` does, and reads sealed transactions too: the chain may have been reorganised. */
  everythingNow(): void
  /** Computes the time of the next reading again, because the need may have changed. */
  reconsider(): void
  stop(): void
}

/** Two, so that a slow answer does not delay the next question. */
const mostAtOnce = 2

export function createRounds(dependencies: {
  clock: Clock
  need(): Omit<Need, 'failures' | 'retryAfterMs'>
  /** Makes one reading. Resolves with true where the next one should follow at once. @throws RpcError */
  read(isEverything: boolean): Promise<boolean>
  onOutcome(succeeded: boolean): void
  onFault(error: unknown): void
}): Rounds {
  const { clock, need, read, onOutcome, onFault } = dependencies
  let underWay = 0
  let startedAt = 0
  let isDue = false
  let isEverythingDue = false
  let isAgainDue = false
  let failures = 0
  let retryAfterMs: number | null = null
  let stopTimer = (): void => undefined
  let isStopped = false

  function now(): void {
    if (isStopped || isDue) return
    isDue = true
    stopTimer()
    queueMicrotask(() => {
      isDue = false
      if (!isStopped) void round()
    })
  }

  async function round(): Promise<void> {
    if (underWay >= mostAtOnce) {
      isAgainDue = true
      return
    }
    const isEverything = isEverythingDue
    isEverythingDue = false
    underWay += 1
    startedAt = clock.now()
    try {
      if (await read(isEverything)) isAgainDue = true
      failures = 0
      retryAfterMs = null
      onOutcome(true)
    } catch (error) {
      failures += 1
      retryAfterMs = toRpcError(error).retryAfterMs
      onFault(error)
      onOutcome(false)
    } finally {
      underWay -= 1
    }
    if (isAgainDue && failures === 0) {
      isAgainDue = false
      now()
    } else schedule()
  }

  function schedule(): void {
    if (isDue || isStopped) return
    stopTimer()
    const ms = nextReadingMs({ ...need(), failures, retryAfterMs })
    // Counted from the start of the last one, so that `reconsider` does not delay the next one.
    if (ms !== null) stopTimer = clock.after(Math.max(0, startedAt + ms - clock.now()), round)
  }

  return {
    now,
    everythingNow() {
      isEverythingDue = true
      now()
    },
    reconsider() {
      if (underWay === 0) schedule()
    },
    stop() {
      isStopped = true
      stopTimer()
    },
  }
}
