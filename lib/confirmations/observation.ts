import type { Connection } from '@/lib/rpc/types'
import type { Clock } from '@/lib/values/clock'
import { regimeOf, type Signals } from './regime'
import type { Regime } from './types'

/** Keeps the signals by which a network's regime is told, as pushes and readings come in. */
export interface Observation {
  /** Pushes are wanted from now on, or not any more. Silence counts only while they are. */
  use(isUsed: boolean): void
  notePush(at: number): void
  /** A reading showed a pre-confirmation; a push should have said so before, or does so within moments. */
  noteUnpushed(at: number): void
  /** Also a head that is no news: that it was pushed is. */
  noteHead(number: bigint, at: number, isPushed: boolean): void
  /** The chain stands lower than was seen: the next head is new, whatever its number. */
  noteLower(): void
  notePending(isBehind: boolean): void
  noteReading(succeeded: boolean): void
  noteSocket(): void
  mayPreconfirm(): boolean
  regime(preconfirmationRefused?: boolean): Regime
  forget(): void
}

/** A push and a reading of the same transaction may cross; after three steps of the block they do not. */
const crossingMs = 600
/** Weight of the newest gap between heads. */
const newest = 0.3

export function createObservation({ connection, clock }: { connection: Connection; clock: Clock }): Observation {
  let usedSince: number | null = null
  let socketOpenSince: number | null = null
  let socketDownSince: number | null = null
  /** Heads that were read, and those that were pushed. */
  let read: HeadTrack = noHeads
  let pushed: HeadTrack = noHeads
  let lastPreconfirmationAt: number | null = null
  let unpushedAt: number | null = null
  let pendingBehind = false
  let failingSince: number | null = null

  /** What was read should also be pushed, now or within moments. */
  function expectPush(at: number): void {
    if (socketOpenSince !== null && at - socketOpenSince > crossingMs) unpushedAt ??= at
  }

  function noteSocket(): void {
    const isOpen = connection.socket() === 'open'
    if (!isOpen) socketOpenSince = null
    else if (socketOpenSince === null) {
      socketOpenSince = clock.now()
      // The time without a socket is no gap between heads.
      pushed = { ...pushed, at: null }
    }
    if (isOpen || usedSince === null) socketDownSince = null
    else socketDownSince ??= clock.now()
  }

  return {
    use(used) {
      usedSince = used ? clock.now() : null
      // What was silent while nobody listened says nothing.
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
    regime(preconfirmationRefused = false) {
      const now = clock.now()
      const socket = connection.socket()
      const heads = socket === 'none' ? read : pushed
      const signals: Signals = {
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
      return regimeOf(signals, now)
    },
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
  /** When the last new one came, and the usual time between two. */
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
