import type { Clock } from '@/lib/base/clock'
import type { Regime } from '@/lib/base/regime'
import type { Connection } from '@/lib/base/rpc/types'
import { isRegimeSeen, regimeOf, type Signals } from './regime'

/**
 * Collects the signals that decide a network's regime from pushes, readings and the socket. Times are ms since the
 * epoch.
 */
export interface Observation {
  /** Pushes are wanted from now on, or no longer. Silence counts only while they are wanted. */
  use(isUsed: boolean): void
  notePush(at: number): void
  /** A reading showed a pre-confirmation before a push did. */
  noteUnpushed(at: number): void
  /** Also called for a head that was read before: a push is a signal, even of a known head. */
  noteHead(number: bigint, at: number, isPushed: boolean): void
  /** The chain is lower than it seemed: the next head counts as new, whatever its number. */
  noteLower(): void
  notePending(isBehind: boolean): void
  noteReading(succeeded: boolean): void
  noteSocket(): void
  mayPreconfirm(): boolean
  regime(preconfirmationRefused?: boolean): Regime
  isRegimeSeen(preconfirmationRefused: boolean): boolean
  forget(): void
}

/** Three partial blocks of 200 ms: a push and a reading of the same transaction may arrive this far apart. */
const crossingMs = 600
/** Weight of the newest gap in the moving average of gaps between heads. */
const newest = 0.3

export function createObservation({ connection, clock }: { connection: Connection; clock: Clock }): Observation {
  let usedSince: number | null = null
  let socketOpenSince: number | null = null
  let socketDownSince: number | null = null
  /** Heads that were read, and heads that were pushed. */
  let read: HeadTrack = noHeads
  let pushed: HeadTrack = noHeads
  let lastPreconfirmationAt: number | null = null
  let unpushedAt: number | null = null
  let pendingBehind = false
  let failingSince: number | null = null

  /** A block or transaction was read: its push is due. */
  function expectPush(at: number): void {
    if (socketOpenSince !== null && at - socketOpenSince > crossingMs) unpushedAt ??= at
  }

  function noteSocket(): void {
    const isOpen = connection.socket() === 'open'
    if (!isOpen) socketOpenSince = null
    else if (socketOpenSince === null) {
      socketOpenSince = clock.now()
      // The time without a socket does not count as a gap between heads.
      pushed = { ...pushed, at: null }
    }
    if (isOpen || usedSince === null) socketDownSince = null
    else socketDownSince ??= clock.now()
  }

  function signals(preconfirmationRefused: boolean): Signals {
    const now = clock.now()
    const socket = connection.socket()
    const heads = socket === 'none' ? read : pushed
    return {
      socket,
      socketDownSince: socket === 'none' ? null : socketDownSince,
      lastHeadAt: usedSince === null ? null : (heads.at ?? Math.max(usedSince, socketOpenSince ?? 0)),
      headGapMs: heads.gapMs,
      headsSeen: heads.seen,
      lastPreconfirmationAt,
      preconfirmationRefused,
      pushMissed: unpushedAt !== null && now - unpushedAt > crossingMs,
      pendingBehind,
      failingSince,
    }
  }

  return {
    use(used) {
      usedSince = used ? clock.now() : null
      // Silence while nothing was subscribed is no signal.
      read = { ...read, at: null }
      pushed = { ...pushed, at: null }
      unpushedAt = null
      pendingBehind = false
      failingSince = null
      noteSocket()
    },
    notePush(at) {
      lastPreconfirmationAt = at
      unpushedAt = null
    },
    noteUnpushed(at) {
      lastPreconfirmationAt = at
      expectPush(at)
    },
    noteHead(number, at, isPushed) {
      if (isPushed) {
        pushed = follow(pushed, number, at)
        if (unpushedAt !== null && pushed.number === number) unpushedAt = null
        return
      }
      read = follow(read, number, at)
      if (pushed.number !== null && number > pushed.number) expectPush(at)
    },
    noteLower() {
      read = { ...read, number: null, at: null }
      pushed = { ...pushed, number: null, at: null }
      pendingBehind = false
    },
    notePending(isBehind) {
      pendingBehind = isBehind
    },
    noteReading(succeeded) {
      if (succeeded) failingSince = null
      else failingSince ??= clock.now()
    },
    noteSocket,
    mayPreconfirm: () => lastPreconfirmationAt !== null || pendingBehind,
    regime: (preconfirmationRefused = false) => regimeOf(signals(preconfirmationRefused), clock.now()),
    isRegimeSeen: preconfirmationRefused => isRegimeSeen(signals(preconfirmationRefused)),
    forget() {
      read = noHeads
      pushed = noHeads
      lastPreconfirmationAt = null
      unpushedAt = null
      pendingBehind = false
    },
  }
}

interface HeadTrack {
  number: bigint | null
  /** When the last new one arrived, and the average time between two, ms. */
  at: number | null
  gapMs: number | null
  seen: number
}

const noHeads: HeadTrack = { number: null, at: null, gapMs: null, seen: 0 }

function follow({ number: last, at: lastAt, gapMs, seen }: HeadTrack, number: bigint, at: number): HeadTrack {
  if (last !== null && number <= last) return { number: last, at: lastAt, gapMs, seen }
  const gap = lastAt === null ? null : at - lastAt
  const smoothed = gap === null || gapMs === null ? (gap ?? gapMs) : gapMs + (gap - gapMs) * newest
  return { number, at, gapMs: smoothed, seen: seen + 1 }
}
