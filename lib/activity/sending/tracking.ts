import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import { isAtLeast } from '@/lib/base/level'
import type { NetworkId } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import { advance } from '@/lib/chain/watching/levels'
import type { ConfirmationWatcher, Sighting } from '@/lib/chain/watching/types'
import { seenElsewhere } from '@/lib/chain/watching/witnesses'
import type { Approvals } from '@/lib/decisions/approvals/types'
import type { TransactionRecord } from '@/lib/storage/records'
import type { AuthorityEffect } from './authority-effect'
import type { Journal } from './journal'
import type { NonceLedger } from './nonce-ledger'
import { isOfSequence } from './nonce-queue'
import { gaveNonceBack } from './nonce-rows'
import type { Replacements } from './replacements'
import { withEvent } from './row-event'
import { sendingOf } from './sending-method'
import type { Submission } from './submission'

/** How often a transaction that the endpoint no longer knows is sent again before the other endpoints are asked … */
const rescues = 2
/** … and how long each of them is given. */
const rescueMs = 2_000
/** Nodes of some chains say nothing of what waits, and still have it: it is sent to them again ever more seldom. */
const longestRescueMs = 60_000

export interface Tracking {
  /** Watches a row until its fate is known. On a network that was removed it goes on unseen. */
  follow(row: TransactionRecord): void
  /** Watches it no longer. */
  leave(row: TransactionRecord): void
  /**
   * At worker start, or on one network that was added again: what is in flight is watched, and what nobody answered for
   * is sent again.
   */
  resume(epochOf: (networkId: NetworkId) => number | Promise<number>, networkId?: NetworkId): Promise<void>
}

/** Turns what the watchers see into rows, and does what a setback asks for: the same bytes again. */
export function createTracking(dependencies: {
  journal: Journal
  watcherOf(networkId: NetworkId): ConfirmationWatcher
  connectionOf(networkId: NetworkId): Connection
  submission: Submission
  replacements: Replacements
  approvals: Approvals
  nonces: NonceLedger
  authorityEffect: AuthorityEffect
  clock: Clock
  onFault(error: unknown): void
}): Tracking {
  const { journal, connectionOf, submission, replacements, approvals, nonces, authorityEffect, clock, onFault } =
    dependencies
  const heard = new WeakSet<ConfirmationWatcher>()
  const looking = new Set<string>()
  const rescued = new Map<string, { times: number; at: number }>()

  /** `null` where the network was removed. */
  function watcherOf(networkId: NetworkId): ConfirmationWatcher | null {
    try {
      return dependencies.watcherOf(networkId)
    } catch (error) {
      if (error instanceof Failure && error.code === 'network-unknown') return null
      throw error
    }
  }

  function listenTo(networkId: NetworkId): ConfirmationWatcher | null {
    const watcher = watcherOf(networkId)
    if (watcher !== null && !heard.has(watcher)) {
      heard.add(watcher)
      watcher.onSighting(sighting => see(networkId, sighting))
      watcher.onReset(epoch => restarted(networkId, epoch))
    }
    return watcher
  }

  function see(networkId: NetworkId, sighting: Sighting): void {
    const before = journal.liveByHash(networkId, sighting.hash)
    if (before === undefined) return
    if (sighting.kind === 'unknown-to-node' && before.ended === null && isToBeRescued(before)) return
    const isEnding = before.ended !== 'dropped' && advance(before, sighting).ended === 'dropped'
    if (isEnding) askOthers(before, sighting).catch(onFault)
    else happened(before, sighting)
  }

  function isDevelopment(networkId: NetworkId): boolean {
    return watcherOf(networkId) !== null && connectionOf(networkId).isDevelopment()
  }

  function happened(before: TransactionRecord, sighting: Sighting): void {
    const { hash, receivedAt } = sighting
    const after = journal.change(
      before.id,
      row => {
        const next = withEvent(row, sighting)
        const isUndone = next !== row && next.history.at(-1)?.event === 'reorganised' && isDevelopment(row.networkId)
        // The node was set back on purpose: to send what that undid again would undo the purpose.
        return isUndone ? withEvent(next, { kind: 'unknown-to-node', hash, receivedAt }) : next
      },
      receivedAt,
    )
    if (sighting.kind === 'nonce-taken' && after !== undefined) lookForTaker(after)
    if (after === undefined) return
    authorityEffect.check(after)
    if (after === before) return
    if (after.inFlight === 0) leave(after)
    if (isAtLeast(after.level, 'preconfirmed')) included(after)
    const setback = after.history.at(-1)?.event
    const isToBeSent = setback === 'withdrawn' || setback === 'reorganised'
    if (isToBeSent || (setback === 'dropped' && isAtLeast(before.level, 'preconfirmed'))) nonces.setBack(after)
    if (isToBeSent) sendAgain(after.id)
  }

  /**
   * None ends a transaction by its word alone (invariant 11): the other endpoints are asked for it, and given the bytes
   * unless another transaction was signed for its nonce.
   */
  async function askOthers(row: TransactionRecord, sighting: Sighting): Promise<void> {
    const isOther = (other: TransactionRecord) =>
      other.nonce === row.nonce && other.id !== row.id && isOfSequence(other, row)
    const isWanted = row.ended === null && row.isOver !== true && !journal.live().some(isOther)
    const seen = await seenElsewhere(connectionOf(row.networkId), row.hash, isWanted ? sendingOf(row) : null)
    // Something else may have been seen meanwhile.
    if (seen !== null || journal.liveById(row.id)?.history !== row.history) return
    rescued.delete(row.id)
    happened(row, sighting)
  }

  function lookForTaker(row: TransactionRecord): void {
    if (looking.has(row.id)) return
    looking.add(row.id)
    void replacements.find(row).then(() => {
      looking.delete(row.id)
      if (journal.liveById(row.id)?.inFlight !== 1) leave(row)
    })
  }

  function included(row: TransactionRecord): void {
    rescued.delete(row.id)
    nonces.included(row)
    takeReplacementsAway(row)
  }

  /** A replacement that still waits for approval has no use any more. */
  function takeReplacementsAway(row: TransactionRecord): void {
    approvals
      .cancel(({ request }) => request.kind === 'transaction' && request.replaces === row.id, 'cancelled')
      .catch(onFault)
  }

  /** Sends the same bytes again, a few times, before anything follows from their absence. */
  function isToBeRescued(row: TransactionRecord): boolean {
    if (isAtLeast(row.level, 'preconfirmed')) return false
    if (submission.isWaiting(row.id)) return true
    const { times, at } = rescued.get(row.id) ?? { times: 0, at: Number.NEGATIVE_INFINITY }
    const isHeld = submission.isHeld(row.id)
    const isAccepted = row.level === 'accepted'
    // An accepted one is sent more often than that only while another endpoint has it.
    const waitMs =
      isHeld || (isAccepted && times > rescues) ? Math.min(longestRescueMs, rescueMs * 2 ** times) : rescueMs
    if (clock.now() - at < waitMs) return true
    // Before it was accepted it cannot be dropped: then there is no end to trying.
    rescued.set(row.id, { times: times + 1, at: clock.now() })
    if (times >= rescues && isAccepted && !isHeld) return false
    sendAgain(row.id)
    return true
  }

  function sendAgain(id: string): void {
    submission.submit(id).catch(error => {
      // A refusal is in the row.
      if (!(error instanceof Failure)) onFault(error)
    })
  }

  function restarted(networkId: NetworkId, epoch: number): void {
    nonces.forget(networkId)
    for (const row of journal.live()) if (row.networkId === networkId && row.epoch < epoch) lose(row)
  }

  function lose(row: TransactionRecord): void {
    leave(row)
    journal.change(row.id, live => withEvent(live, { kind: 'lost', receivedAt: clock.now() }), null)
  }

  function follow(row: TransactionRecord): void {
    const { hash, from, nonce, receipt } = row
    listenTo(row.networkId)?.watch({ hash, from, nonce, receipt })
  }

  function leave({ networkId, hash }: TransactionRecord): void {
    watcherOf(networkId)?.unwatch(hash)
  }

  journal.onRow(row => {
    if (gaveNonceBack(row)) takeReplacementsAway(row)
  })

  // A count of a node for development that is below what was included there: the node was set back.
  nonces.onCounts((networkId, from) => {
    if (!isDevelopment(networkId)) return
    const isUndone = (row: TransactionRecord): boolean =>
      row.networkId === networkId &&
      row.from === from &&
      isAtLeast(row.level, 'sealed') &&
      nonces.isFree(row, row.nonce)
    if (journal.live().some(isUndone)) watcherOf(networkId)?.lookAgain()
  })

  return {
    follow,
    leave,
    async resume(epochOf, networkId) {
      const unanswered: TransactionRecord[] = []
      for (const row of journal.live()) {
        if (networkId !== undefined && row.networkId !== networkId) continue
        if (watcherOf(row.networkId) === null) continue
        if (row.epoch < (await epochOf(row.networkId))) {
          lose(row)
          continue
        }
        follow(row)
        authorityEffect.check(row)
        if (row.ended === null && !isAtLeast(row.level, 'accepted')) unanswered.push(row)
      }
      unanswered.sort((a, b) => a.nonce - b.nonce)
      for (const { id } of unanswered) sendAgain(id)
      const senders = new Map(unanswered.map(row => [`${row.networkId}:${row.from}`, row]))
      // Holes can be explained once the counts are known; without them everything else goes on.
      for (const { networkId, from } of senders.values()) nonces.read(networkId, from).catch(onFault)
    },
  }
}
