import type { SocketState } from '@/lib/rpc/types'
import type { Regime } from './types'

/** What is observed of a network while it is in use. Times in ms since the epoch. */
export interface Signals {
  socket: SocketState
  /** Since when the socket has not been open; `null` while it is. */
  socketDownSince: number | null
  /** When the last new head was seen, and the usual time between two; `null` before the first (two). */
  lastHeadAt: number | null
  headGapMs: number | null
  headsSeen: number
  /** When something was last seen pre-confirmed, by push or by receipt. */
  lastPreconfirmationAt: number | null
  /** The node knows no such subscription. */
  preconfirmationRefused: boolean
  /** A reading showed what a push should have said before. */
  pushMissed: boolean
  /** The block tagged `pending` is older than the newest sealed one. */
  pendingBehind: boolean
  /** Since when no reading succeeded; `null` while they do. */
  failingSince: number | null
}

/** Sealed blocks that come faster than this are what is watched; a network that pre-confirms seals more slowly. */
const fastBlockMs = 800
const enoughHeads = 5
const staleMs = 1_500
/** A pre-confirmation this long ago does not speak for the network any more, once its blocks are fast. */
const rememberedMs = 10_000

/**
 * How the network lets the wallet know, from what was observed of it. Before anything was observed the guess is the one that promises least.
 */
export function regimeOf(signals: Signals, now: number): Regime {
  const { socket, socketDownSince, failingSince } = signals
  if (failingSince !== null && now - failingSince > staleMs) return 'degraded'
  if (socket === 'none') return isStale(signals, now) ? 'degraded' : 'http-only'
  if (socket === 'silent' || (socketDownSince !== null && now - socketDownSince > staleMs)) return 'degraded'
  if (signals.pushMissed || signals.pendingBehind || isStale(signals, now)) return 'degraded'
  return preconfirms(signals, now) ? 'preconfirming' : 'fast-blocks'
}

/** No new head for three usual intervals, and for longer than any network in order takes. */
function isStale({ lastHeadAt, headGapMs }: Signals, now: number): boolean {
  return lastHeadAt !== null && now - lastHeadAt > Math.max(staleMs, 3 * (headGapMs ?? staleMs))
}

function preconfirms(signals: Signals, now: number): boolean {
  const { lastPreconfirmationAt, headGapMs, headsSeen, preconfirmationRefused } = signals
  const hasFastBlocks = headGapMs !== null && headsSeen >= enoughHeads && headGapMs < fastBlockMs
  if (lastPreconfirmationAt !== null) return !hasFastBlocks || now - lastPreconfirmationAt < rememberedMs
  // Nothing pushed yet: slow blocks and an accepted subscription are what a pre-confirming network looks like at rest.
  return !preconfirmationRefused && headGapMs !== null && headGapMs >= fastBlockMs
}
