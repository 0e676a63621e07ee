/** What there is to read for, and what stands in its way. */
export interface Need {
  /** Ms since the youngest transaction that is not sealed yet began to be watched or last moved; `null` if there is none. */
  unsealedForMs: number | null
  /** Ms since the youngest sealed but not final one was sealed; `null` if there is none. */
  sealedForMs: number | null
  /** Pushes arrive: readings only reconcile. */
  isPushed: boolean
  /** Something looked wrong at the last reading. */
  isDoubted: boolean
  /** Somebody wants heads and no socket brings them. */
  wantsHeads: boolean
  /** Failed readings in a row. */
  failures: number
  /** What an overloaded endpoint asked for, ms. */
  retryAfterMs: number | null
}

const pollMs = 200
const reconcileMs = 600
const doubtMs = 250
const headMs = 2_000
const longestBackOffMs = 5_000

/** When to read again, ms from now; `null`: there is nothing to read for. Pure. */
export function nextReadingMs(need: Need): number | null {
  const wanted = wantedMs(need)
  if (wanted === null) return null
  const backOff = need.failures === 0 ? 0 : Math.min(longestBackOffMs, pollMs * 2 ** Math.min(need.failures, 10))
  return Math.max(wanted, backOff, need.retryAfterMs ?? 0)
}

function wantedMs({ unsealedForMs, sealedForMs, isPushed, isDoubted, wantsHeads }: Need): number | null {
  const wishes = [
    unsealedForMs === null ? null : slowingDown(isPushed ? reconcileMs : pollMs, unsealedForMs),
    unsealedForMs !== null && isDoubted ? slowingDown(doubtMs, unsealedForMs) : null,
    sealedForMs === null ? null : isDoubted ? doubtMs : forFinality(sealedForMs),
    wantsHeads ? headMs : null,
  ].filter(ms => ms !== null)
  return wishes.length === 0 ? null : Math.min(...wishes)
}

/** What has not moved for long will not move in the next 200 ms. */
function slowingDown(ms: number, forMs: number): number {
  if (forMs < 30_000) return ms
  return forMs < 120_000 ? Math.max(ms, 1_000) : Math.max(ms, 5_000)
}

function forFinality(sealedForMs: number): number {
  if (sealedForMs < 30_000) return 2_000
  return sealedForMs < 300_000 ? 5_000 : 15_000
}
