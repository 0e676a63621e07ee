import type { LevelTimes } from '../explorer-chain.ts'
import { isSealed, type Receipt } from './chain-reader.ts'

export type Level = 'accepted' | 'pre-confirmed' | 'sealed' | 'safe' | 'final'

export interface Stop {
  level: Level
  reached: boolean
  /** ms since the epoch, when it was measured */
  at: number | undefined
  /** ms since it was accepted */
  after: number | undefined
}

export interface ProgressInput {
  times: LevelTimes
  receipt: Receipt | null
  safeNumber: bigint | undefined
  finalizedNumber: bigint | undefined
}

/** The way of a transaction, stop by stop. A network that seals at once has no pre-confirmed stop to draw. */
export function progressOf({ times, receipt, safeNumber, finalizedNumber }: ProgressInput): Stop[] {
  const sealed = isSealed(receipt)
  const sealedIn = sealed ? (receipt?.blockNumber ?? undefined) : undefined
  const isAtOrBelow = (tag: bigint | undefined) => sealedIn !== undefined && tag !== undefined && sealedIn <= tag
  const stop = (level: Level, reached: boolean, at?: number): Stop => ({
    level,
    reached,
    at: reached ? at : undefined,
    after: reached && at !== undefined && times.acceptedAt !== undefined ? at - times.acceptedAt : undefined,
  })
  const preconfirmed = stop('pre-confirmed', receipt !== null, times.preconfirmedAt)
  const skipped = sealed && times.preconfirmedAt === undefined
  return [
    stop('accepted', true, times.acceptedAt),
    ...(skipped ? [] : [preconfirmed]),
    stop('sealed', sealed, times.sealedAt),
    stop('safe', isAtOrBelow(safeNumber)),
    stop('final', isAtOrBelow(finalizedNumber)),
  ]
}

/** The highest stop reached. */
export function levelOf(stops: Stop[]): Level {
  return stops.findLast(({ reached }) => reached)?.level ?? 'accepted'
}
