import type { Regime } from '@/lib/base/regime'
import type { SocketState } from '@/lib/base/rpc/types'

/** What was observed of a network while pushes were wanted. Times are ms since the epoch. */
export interface Signals {
  socket: SocketState
  /** Since when the socket has not been open; `null` while it is open. */
  socketDownSince: number | null
  /**
   * When the last new head was seen, and the average time between two, ms; `null` before the first and the second head.
   */
  lastHeadAt: number | null
  headGapMs: number | null
  headsSeen: number
  /** When a pre-confirmation was last seen, by push or receipt. */
  lastPreconfirmationAt: number | null
  /** The node refused the pre-confirmation subscription. */
  preconfirmationRefused: boolean
  /** A reading showed something whose push never came. */
  pushMissed: boolean
  /** The block `pending` is lower than the newest sealed one. */
  pendingBehind: boolean
  /** Since when no reading has succeeded; `null` while they succeed. */
  failingSince: number | null
}

/**
 * Ms between sealed blocks. A network with faster blocks is watched by its blocks; pre-confirming networks seal more
 * slowly.
 */
const fastBlockMs = 800
const enoughHeads = 5
const staleMs = 1_500
/** Ms after which a pre-confirmation no longer counts on a network whose blocks are fast. */
const rememberedMs = 10_000

/**
 * @returns the regime that the signals show; before the first signal the one that promises least.
 * @param now ms since the epoch
 */
export function regimeOf(signals: Signals, now: number): Regime {
  const { socket, socketDownSince, failingSince } = signals
  if (failingSince !== null && now - failingSince > staleMs) return 'degraded'
  if (socket === 'none') return isStale(signals, now) ? 'degraded' : 'http-only'
  if (socket === 'silent' || (socketDownSince !== null && now - socketDownSince > staleMs)) return 'degraded'
  if (signals.pushMissed || signals.pendingBehind || isStale(signals, now)) return 'degraded'
  return preconfirms(signals, now) ? 'preconfirming' : 'fast-blocks'
}

/**
 * True once something was seen that tells whether the network pre-confirms. Before that the regime is the one that
 * promises least.
 */
export function isRegimeSeen(signals: Signals): boolean {
  const { headGapMs, headsSeen, lastPreconfirmationAt, preconfirmationRefused } = signals
  // A busy machine hears two slow heads together.
  const areHeadsTelling = headGapMs !== null && (headGapMs >= fastBlockMs || headsSeen >= enoughHeads)
  return areHeadsTelling || lastPreconfirmationAt !== null || preconfirmationRefused
}

/** True after three average intervals without a new head, and at least 1.5 s. */
function isStale({ lastHeadAt, headGapMs }: Signals, now: number): boolean {
  return lastHeadAt !== null && now - lastHeadAt > Math.max(staleMs, 3 * (headGapMs ?? staleMs))
}

function preconfirms(signals: Signals, now: number): boolean {
  const { lastPreconfirmationAt, headGapMs, headsSeen, preconfirmationRefused } = signals
  const hasFastBlocks = headGapMs !== null && headsSeen >= enoughHeads && headGapMs < fastBlockMs
  if (lastPreconfirmationAt !== null) return !hasFastBlocks || now - lastPreconfirmationAt < rememberedMs
  // Nothing pushed yet: a pre-confirming network without transactions shows slow blocks and accepts the subscription.
  return !preconfirmationRefused && headGapMs !== null && headGapMs >= fastBlockMs
}
