import { type HeadReply, headReply, sealedHash } from '@/lib/rpc/schemas'
import type { Clock } from '@/lib/values/clock'
import { isSealed, see, seePreconfirmed } from './evidence'
import type { Heads } from './heads'
import type { Observation } from './observation'
import { figuresOf, hashOfItem } from './preconfirmation'
import type { Round } from './reader'
import type { RestartSigns } from './restarts'
import type { Ticks } from './ticks'
import type { WatchedTransactions } from './watched'

/**
 * Takes in pushes and readings: evidence of the watched transactions, the heads, and signals about the network itself.
 */
export interface Intake {
  /** @param item of the pre-confirmation subscription, not validated */
  takePreconfirmation(item: unknown): void
  /** @param item of the subscription `newHeads`, not validated */
  takeHead(item: unknown): void
  takeRound(round: Round): void
  /** The chain restarted. */
  forget(): void
}

export function createIntake(dependencies: {
  clock: Clock
  watched: WatchedTransactions
  heads: Heads
  observation: Observation
  restarts: RestartSigns
  ticks: Ticks
  /** Asks for a reading now, of what is not sealed or of everything. */
  readNow(which: 'unsealed' | 'everything'): void
}): Intake {
  const { clock, watched, heads, observation, restarts, ticks, readNow } = dependencies
  /** A receipt of a block that is not sealed has been seen here. */
  let servesPreconfirmed = false

  /** @returns whether the head says something new */
  function follow(head: HeadReply): boolean {
    const news = heads.see(head)
    if (news === 'behind' || news === 'lower') restarts.suspect()
    if (news === 'old' || news === 'behind') return false
    if (news === 'lower') observation.noteLower()
    if (news === 'reorganised' || news === 'lower') readNow('everything')
    ticks.tick()
    return true
  }

  function takeReadings({ readings, receivedAt }: Round): void {
    for (const [hash, reading] of readings) {
      const evidence = watched.evidenceOf(hash)
      if (evidence === undefined) continue
      const { receipt } = reading
      if (receipt !== null && receipt !== 'unread' && sealedHash(receipt.blockHash) === null) servesPreconfirmed = true
      const update = see(evidence, reading, servesPreconfirmed)
      watched.apply(update, receivedAt)
      const kinds = update.sightings.map(({ kind }) => kind)
      if (kinds.includes('preconfirmed')) observation.noteUnpushed(receivedAt)
      if (kinds.includes('preconfirmed') || kinds.includes('sealed')) ticks.tick()
    }
  }

  return {
    takePreconfirmation(item) {
      const receivedAt = clock.now()
      const hash = hashOfItem(item)
      if (hash === null) return
      const evidence = watched.evidenceOf(hash)
      if (evidence !== undefined) {
        const figures = figuresOf(item, evidence.transaction)
        if (figures === 'unsaid') readNow('unsealed')
        else if (figures !== null) watched.apply(seePreconfirmed(evidence, figures, receivedAt), receivedAt)
      }
      observation.notePush(receivedAt)
      ticks.tick()
    },
    takeHead(item) {
      const parsed = headReply.safeParse(item)
      if (!parsed.success) return
      const receivedAt = clock.now()
      const isNew = follow(parsed.data)
      observation.noteHead(parsed.data.number, receivedAt, true)
      // A transaction that is not sealed yet may be in this block, or may no longer be pre-confirmed.
      if (isNew && watched.all().some(evidence => !isSealed(evidence))) readNow('unsealed')
    },
    takeRound(round) {
      takeReadings(round)
      restarts.seeCounts(round.counts)
      const { head, pendingNumber, receivedAt } = round
      if (head?.number != null && head.hash !== null) {
        follow({ ...head, number: head.number, hash: head.hash })
        observation.noteHead(head.number, receivedAt, false)
      }
      const highest = heads.highest()
      if (pendingNumber !== undefined && highest !== null)
        observation.notePending(pendingNumber !== null && pendingNumber < highest)
    },
    forget() {
      servesPreconfirmed = false
    },
  }
}
