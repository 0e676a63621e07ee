import { createBackOff } from '@/lib/base/back-off'
import type { Clock } from '@/lib/base/clock'
import { toRpcError } from '@/lib/base/rpc/errors'
import type { Connection } from '@/lib/base/rpc/types'
import { refusalWaitMs } from '@/lib/chain/rpc/subscriptions'
import { otherSignals, type SignalName } from '@/lib/chain/shared/signals'

/**
 * Which pushes are wanted: sealed heads; what comes before a block is sealed, as a sign of life, or in full while a
 * transaction is in flight.
 */
export interface Wanted {
  heads: boolean
  preconfirmations: 'none' | 'hashes' | 'full'
}

/**
 * Keeps the subscriptions of one watcher as wanted: subscribes, unsubscribes, and subscribes again after a refusal.
 * Which family of chains a network belongs to is found by trying: where its own pre-confirmation subscription is
 * refused, those of the others are asked for, once a transaction is in flight.
 */
export interface Feeds {
  want(wanted: Wanted): void
  /** True where the node refused every subscription that tells of what is not sealed. */
  isPreconfirmationRefused(): boolean
  /**
   * True while a transaction is in flight and it is not known yet what the network tells of it: which subscription it
   * has, or the first block of one that tells each before its votes. Not for longer than 2 s after the last answer.
   */
  isUnknown(): boolean
  /** Asks again for refused subscriptions: the socket is a new one, perhaps to another endpoint. */
  forgetRefusals(): void
}

/** Ms that one answer may take until nothing waits for it any more. */
const answerWithinMs = 2_000
/** Ms until a subscription is tried again after no answer. */
const unreachableWaitMs = 2_000

export function createFeeds(dependencies: {
  connection: Connection
  clock: Clock
  preconfirmationSubscription: string
  onHead(item: unknown): void
  onSignal(name: SignalName, item: unknown): void
  /** Called when pushes may have been missed. */
  onGap(): void
  /** Called when it is known what the network tells of transactions in flight, after it was unknown. */
  onKnown(): void
}): Feeds {
  const { connection, clock, preconfirmationSubscription, onHead, onSignal, onGap, onKnown } = dependencies
  let last: Wanted = { heads: false, preconfirmations: 'none' }
  /** The time from which the next answer is waited for; `null` while the network's family is known. */
  let unknownSince: number | null = null
  let answers = 0
  /** A block came over the subscription of a chain that tells each before its votes. */
  let isProposalHeard = false
  const feedOf = (params: readonly unknown[], onItem: (item: unknown) => void): Feed =>
    createFeed({ clock, onAnswered: apply, subscribe: () => connection.subscribe(params, onItem, onGap) })
  const signalFeed = (name: SignalName, params: readonly unknown[]): Feed =>
    feedOf(params, item => {
      if (name === 'proposals') isProposalHeard = true
      onSignal(name, item)
      noteKnown()
    })
  const heads = feedOf(['newHeads'], onHead)
  const full = signalFeed('partial-blocks', [preconfirmationSubscription, true])
  // A node that refuses full transactions may push hashes.
  const hashes = signalFeed('partial-blocks', [preconfirmationSubscription])
  const others = otherSignals.map(({ name, params }) => signalFeed(name, params))
  const all = [heads, full, hashes, ...others]

  function apply(): void {
    const isInFlight = last.preconfirmations === 'full'
    heads.want(last.heads)
    full.want(isInFlight)
    hashes.want(last.preconfirmations === 'hashes' || (isInFlight && full.answer() === 'refused'))
    // One after the other, until one is taken.
    let isNext = isInFlight && full.answer() === 'refused' && hashes.answer() === 'refused'
    const taken = isInFlight && full.answer() !== 'taken' ? others.find(feed => feed.answer() === 'taken') : undefined
    for (const feed of others) {
      feed.want(taken === undefined ? isNext : feed === taken)
      isNext &&= feed.answer() === 'refused'
    }
    noteKnown()
  }

  function isKnown(): boolean {
    if (last.preconfirmations !== 'full') return true
    const taken = [full, hashes, ...others].find(feed => feed.answer() === 'taken')
    if (taken === undefined) return all.every(feed => feed === heads || feed.answer() === 'refused')
    return otherSignals[others.indexOf(taken)]?.name !== 'proposals' || isProposalHeard
  }

  function noteKnown(): void {
    const wasUnknown = unknownSince !== null
    const before = answers
    answers = all.filter(feed => feed.answer() !== null).length
    if (isKnown()) unknownSince = null
    else if (unknownSince === null || answers !== before) unknownSince = clock.now()
    if (wasUnknown && unknownSince === null) onKnown()
  }

  return {
    want(wanted) {
      last = wanted
      apply()
    },
    isUnknown: () =>
      unknownSince !== null &&
      clock.now() - unknownSince < answerWithinMs &&
      ['connecting', 'open'].includes(connection.socket()),
    isPreconfirmationRefused: () =>
      hashes.answer() === 'refused' && full.answer() !== 'taken' && !others.some(feed => feed.answer() === 'taken'),
    forgetRefusals() {
      isProposalHeard = false
      for (const feed of all) feed.forgetRefusal()
      apply()
      for (const feed of all) feed.consider()
    },
  }
}

interface Feed {
  want(isWanted: boolean): void
  /** What the node said last; `null` before the first answer, and after a refusal was forgotten. */
  answer(): 'taken' | 'refused' | null
  forgetRefusal(): void
  /** Subscribes now where that is wanted and due. */
  consider(): void
}

/**
 * Keeps one subscription while it is wanted. After a refusal it waits longer each time, or until `forgetRefusal`; other
 * failures are retried.
 */
function createFeed(dependencies: { clock: Clock; subscribe(): Promise<() => void>; onAnswered(): void }): Feed {
  const { clock, subscribe, onAnswered } = dependencies
  const retry = createBackOff({ clock, waitMs: refusalWaitMs })
  let isWanted = false
  let isBusy = false
  let end: (() => void) | null = null
  let answer: 'taken' | 'refused' | null = null

  async function begin(): Promise<void> {
    isBusy = true
    let isRefused = false
    try {
      const ended = await subscribe()
      retry.succeed()
      if (isWanted) end = ended
      else ended()
      answer = 'taken'
      onAnswered()
    } catch (error) {
      isRefused = toRpcError(error).consequence !== 'use-next-endpoint'
      if (isRefused) {
        // A network without this subscription: an answer, and the next feed down is used.
        retry.fail()
        answer = 'refused'
        onAnswered()
      } else if (isWanted) retry.schedule(consider, unreachableWaitMs)
    } finally {
      isBusy = false
    }
    if (isRefused) consider()
  }

  function consider(): void {
    if (!isWanted || end !== null || isBusy) return
    retry.cancel()
    if (retry.isDue()) void begin()
    else retry.schedule(consider)
  }

  return {
    want(wanted) {
      if (wanted === isWanted) return
      isWanted = wanted
      retry.cancel()
      if (!wanted) {
        end?.()
        end = null
      }
      consider()
    },
    answer: () => answer,
    forgetRefusal() {
      if (answer === 'refused') answer = null
      retry.skipWait()
    },
    consider,
  }
}
