import type { Hex } from 'viem'
import type { Observation } from './observation.ts'
import type { PreludeLevel, PreludeLevelChange, PreludeSetback } from './provider.ts'

/** A change of level that is to be told. */
export interface Told {
  level: PreludeLevel
  previous: PreludeLevel | null
  event?: PreludeSetback
  blockNumber?: Hex
}

const ranks: Record<PreludeLevel, number> = {
  signed: 0,
  submitted: 1,
  accepted: 2,
  preconfirmed: 3,
  sealed: 4,
  safe: 5,
  final: 6,
}

/** One backend of a pool may be behind the others: a receipt is gone when so many readings in a row miss it. */
const absencesThatCount = 3

/** Turns what is observed into changes of level: a level rises by itself, and falls only by an event. */
export function createJudgement() {
  let level: PreludeLevel | null = null
  let absences = 0
  let sealedIn: Hex | null = null
  let isReplaced = false

  function to(next: PreludeLevel, more: Pick<Told, 'event' | 'blockNumber'> = {}): Told {
    const previous = level
    level = next
    return { level: next, previous, ...more }
  }

  function rise({ level: found, blockNumber, blockHash }: Extract<Observation, { kind: 'included' }>) {
    const isOtherBlock = sealedIn !== null && blockHash !== null && sealedIn !== blockHash
    if (blockHash !== null) sealedIn = blockHash
    absences = 0
    isReplaced = false
    if (isOtherBlock) return to(found, { event: 'reorganised', blockNumber })
    return level === null || ranks[found] > ranks[level] ? to(found, { blockNumber }) : undefined
  }

  /** The receipt is missing: what was included before has lost its place. */
  function fall(isNonceTaken: boolean): Told | undefined {
    absences += 1
    if (absences < absencesThatCount) return undefined
    if (isNonceTaken && !isReplaced) {
      isReplaced = true
      sealedIn = null
      return to('accepted', { event: 'replaced' })
    }
    if (level === null || ranks[level] <= ranks.accepted) return undefined
    const event = level === 'preconfirmed' ? 'withdrawn' : 'reorganised'
    sealedIn = null
    return to('accepted', { event })
  }

  return {
    get level() {
      return level
    },
    /** True while a missing receipt has not been missing often enough to count. */
    get isInDoubt() {
      return absences > 0 && absences < absencesThatCount
    },
    /** @returns the change that an observation of the chain means, if any */
    from(observation: Observation): Told | undefined {
      if (observation.kind === 'included') return rise(observation)
      if (observation.kind === 'waiting' && level === null) return to('accepted')
      return fall(observation.kind === 'absent' && observation.isNonceTaken)
    },
    /** @returns the change that the wallet told, or undefined when it was told before */
    fromWallet({ level: next, event, blockNumber }: PreludeLevelChange): Told | undefined {
      if (event === undefined && next === level) return undefined
      return to(next, {
        ...(event === undefined ? {} : { event }),
        ...(blockNumber === undefined ? {} : { blockNumber }),
      })
    },
  }
}
