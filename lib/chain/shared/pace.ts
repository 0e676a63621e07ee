/** What readings are needed for, and what delays them. */
export interface Need {
  /** Ms since the latest news of a transaction that is not sealed; `null` if there is none. */
  unsealedForMs: number | null
  /** Ms since the latest news of a transaction that is sealed and not final; `null` if there is none. */
  sealedForMs: number | null
  /** Pushes arrive, so that readings only find what a push missed. */
  isPushed: boolean
  /** The last reading contradicted what was seen before. */
  isDoubted: boolean
  /** Ticks are wanted and no socket brings heads. */
  wantsHeads: boolean
  /** Failed readings in a row. */
  failures: number
  /** Wait that an overloaded endpoint asked for, ms. */
  retryAfterMs: number | null
}

/** Ms between readings of a transaction that is not sealed, where nothing is pushed. */
export const pollMs = 200
const reconcileMs = 600
const doubtMs = 250
const headMs = 2_000
const longestBackOffMs = 5_000

/** @returns ms until the next reading; `null` where none is needed */
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

/** A transaction without news for long is unlikely to have some in the next 200 ms. */
function slowingDown(ms: number, forMs: number): number {
  if (forMs < 30_000) return ms
  return forMs < 120_000 ? Math.max(ms, 1_000) : Math.max(ms, 5_000)
}

function forFinality(sealedForMs: number): number {
  if (sealedForMs < 30_000) return 2_000
  return sealedForMs < 300_000 ? 5_000 : 15_000
}
