import type { Clock } from '@/lib/base/clock'
import { type HeadReply, headReply } from '@/lib/base/rpc/schemas'
import type { SignalName } from '@/lib/chain/shared/signals'
import { type Evidence, isSealed, type Reading, see, seePreconfirmed } from './evidence'
import type { Heads } from './heads'
import type { Observation } from './observation'
import { createProposals } from './proposals'
import type { Round, Wishes } from './reader'
import type { RestartSigns } from './restarts'
import { createTransactionSignals } from './signals'
import type { Ticks } from './ticks'
import type { TransactionSignal } from './types'
import type { WatchedTransactions } from './watched'

/**
 * Takes in pushes and readings: evidence of the watched transactions, the heads, and signals about the network itself.
 */
export interface Intake {
  /** @param item of the subscription of this family, not validated */
  takeSignal(name: SignalName, item: unknown): void
  /** @param item of the subscription `newHeads`, not validated */
  takeHead(item: unknown): void
  takeRound(round: Round): void
  /** For the next reading: whether blocks need votes, and up to which height they are sealed. */
  sealed(): Pick<Wishes, 'votes' | 'height'>
  /** The chain restarted. */
  forget(): void
}

/** Blocks. A person who takes back blocks of a node for development rarely takes back more. */
const farBack = 256n

export function createIntake(dependencies: {
  clock: Clock
  watched: WatchedTransactions
  heads: Heads
  observation: Observation
  restarts: RestartSigns
  ticks: Ticks
  /** The chain is known to tell of blocks before the validators have voted for them. */
  isProposing(): boolean
  /** The chain is one node for development (`Connection.isDevelopment`). */
  isDevelopment(): boolean
  /** True while it is not known yet whether the network tells of blocks before they are sealed. */
  isUnknown(): boolean
  /** Asks for a reading now, of what is not sealed or of everything. */
  readNow(which: 'unsealed' | 'everything'): void
}): Intake {
  const { clock, watched, heads, observation, restarts, ticks, isProposing, isDevelopment, isUnknown, readNow } =
    dependencies
  /** A receipt of a block that is not sealed has been seen here. */
  let servesPreconfirmed = false
  const signals = createTransactionSignals()
  const proposals = createProposals()

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

  /** @returns whether the item tells anything */
  function takeTransactions(signal: TransactionSignal, item: unknown, receivedAt: number): boolean {
    const hashes = signal.hashesOf(item)
    for (const hash of hashes) {
      const evidence = watched.evidenceOf(hash)
      if (evidence === undefined) continue
      const figures = signal.figuresOf(item, evidence.transaction)
      if (figures === null) continue
      const isPartial = figures === 'unsaid' || figures.effectiveGasPrice === null
      // What the receipt said is not undone by a push that says less.
      if (figures !== 'unsaid' && !(isPartial && evidence.stage === 'preconfirmed'))
        watched.apply(seePreconfirmed(evidence, figures, receivedAt), receivedAt)
      if (isPartial) readNow('unsealed')
    }
    return hashes.length > 0
  }

  /** @returns whether the item tells anything */
  function takeProposal(item: unknown, receivedAt: number): boolean {
    const news = proposals.see(item, receivedAt)
    if (news === 'other') readNow('everything')
    else if (news !== 'nothing' && watched.all().some(evidence => !isSealed(evidence))) readNow('unsealed')
    return news !== 'nothing'
  }

  function needsVotes(): boolean {
    return isProposing() || proposals.areTold()
  }

  /** @returns the receipt without its block where the validators are not known to have voted for that block */
  function asVoted({ receipt, safe, final }: Reading, evidence: Evidence, at: number): Reading['receipt'] {
    if (receipt === null || receipt === 'unread' || receipt.blockHash === null) return receipt
    const wasSealed = isSealed(evidence) && evidence.receipt?.blockHash === receipt.blockHash
    if (wasSealed) return receipt
    if (!needsVotes()) return isUnknown() ? 'unread' : receipt
    const voted = [safe, final, proposals.voted(at)].some(height => height !== null && receipt.blockNumber <= height)
    if (voted) return receipt
    return { ...receipt, blockHash: null, promisedBy: 'proposer' }
  }

  /** Takes a development node's word for `final` only far below its head, and never for `safe`. */
  function asBelieved(reading: Reading): Reading {
    if (!isDevelopment()) return reading
    const deep = (heads.highest() ?? 0n) - farBack
    const final = reading.final !== null && reading.final < deep ? reading.final : deep
    return { ...reading, isOneNode: true, safe: null, final: reading.final === null ? null : final }
  }

  function takeReadings({ readings, receivedAt }: Round): void {
    for (const [hash, told] of readings) {
      const reading = asBelieved(told)
      const evidence = watched.evidenceOf(hash)
      if (evidence === undefined) continue
      const receipt = asVoted(reading, evidence, receivedAt)
      if (receipt !== null && receipt !== 'unread' && receipt.blockHash === null) servesPreconfirmed = true
      const update = see(evidence, { ...reading, receipt }, servesPreconfirmed)
      watched.apply(update, receivedAt)
      const kinds = update.sightings.map(({ kind }) => kind)
      if (kinds.includes('preconfirmed')) observation.noteUnpushed(receivedAt)
      if (kinds.includes('preconfirmed') || kinds.includes('sealed')) ticks.tick()
    }
  }

  return {
    takeSignal(name, item) {
      const receivedAt = clock.now()
      if (name === 'proposals' ? takeProposal(item, receivedAt) : takeTransactions(signals[name], item, receivedAt)) {
        observation.notePush(receivedAt)
        ticks.tick()
      }
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
      if (head !== null) {
        follow(head)
        observation.noteHead(head.number, receivedAt, false)
      }
      const highest = heads.highest()
      if (pendingNumber !== undefined && highest !== null)
        observation.notePending(pendingNumber !== null && pendingNumber < highest)
    },
    sealed() {
      const votes = needsVotes()
      return { votes, height: votes ? proposals.voted(clock.now()) : heads.highest() }
    },
    forget() {
      servesPreconfirmed = false
      proposals.forget()
    },
  }
}
