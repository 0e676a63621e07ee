import type { Clock } from '@/lib/base/clock'
import type { Faults } from '@/lib/base/faults'
import { createListeners } from '@/lib/base/listeners'
import type { Regime } from '@/lib/base/regime'
import type { Connection, KeepAlive } from '@/lib/base/rpc/types'
import type { NetworkEntry } from '@/lib/storage/records'
import { createFeeds } from './feeds'
import { createHeads } from './heads'
import { createIntake } from './intake'
import { createObservation } from './observation'
import { createReader } from './reader'
import { createRestartSigns } from './restarts'
import { createRounds } from './rounds'
import { createTicks } from './ticks'
import type { ConfirmationWatcher, Sighting, Watched } from './types'
import { createUsage } from './usage'
import { createWatchedTransactions } from './watched'

/** Two blocks of most chains; others have refused the subscription by then. */
const longestSeeingMs = 30_000

/**
 * Watches how far transactions have got on one chain. Pushes come first; readings beside them find what no push said,
 * and take over as soon as the pushes stop. A pushed pre-confirmation is told in the turn in which its frame arrived.
 */
export function createConfirmationWatcher(dependencies: {
  connection: Connection
  network: Pick<NetworkEntry, 'methodPrefix' | 'preconfirmationSubscription'>
  clock: Clock
  keepAlive: KeepAlive
  faults: Faults
  /** Finds out whether the chain restarted from another genesis. */
  checkGenesis(): Promise<unknown>
  /** Calls the listener with the number of the new epoch after each restart. Returns the end of listening. */
  onEpoch(listener: (epoch: number) => void): () => void
}): ConfirmationWatcher {
  const { connection, network, clock, keepAlive, faults, checkGenesis, onEpoch } = dependencies
  const onFault = (error: unknown): void => faults.report('confirmations', error, connection.networkId)
  const sightingListeners = createListeners<[Sighting]>()
  const regimeListeners = createListeners<[Regime]>()
  const resetListeners = createListeners<[epoch: number]>()
  const watched = createWatchedTransactions({ clock, onSighting: sightingListeners.tell })
  const heads = createHeads()
  const observation = createObservation({ connection, clock })
  const restarts = createRestartSigns({ clock, checkGenesis, onFault })
  const ticks = createTicks({ clock, current: () => ({ height: heads.highest() }), onWanted: reconsider })
  const usage = createUsage({ clock, keepAlive, onLook: reconsider })
  const intake = createIntake({
    clock,
    watched,
    heads,
    observation,
    restarts,
    ticks,
    isProposing: connection.isProposing,
    isDevelopment: connection.isDevelopment,
    isUnknown: () => feeds.isUnknown(),
    readNow: which => (which === 'everything' ? rounds.everythingNow() : rounds.now()),
  })
  const blockQuestions = createBlockQuestions({ clock })
  const reader = createReader({ connection, network, clock, onFault })
  const feeds = createFeeds({
    connection,
    clock,
    preconfirmationSubscription: network.preconfirmationSubscription,
    onHead(item) {
      intake.takeHead(item)
      updateRegime()
    },
    onSignal(name, item) {
      intake.takeSignal(name, item)
      updateRegime()
    },
    onGap: () => rounds.everythingNow(),
    onKnown: () => rounds.now(),
  })
  const rounds = createRounds({
    clock,
    need: () => ({
      unsealedForMs: watched.quietMs('unsealed'),
      sealedForMs: watched.quietMs('sealed'),
      isPushed: isPushed(),
      isDoubted: watched.isDoubted(),
      wantsHeads: ticks.areWanted() && !isPushed(),
    }),
    read,
    onOutcome(succeeded) {
      observation.noteReading(succeeded)
      updateRegime()
    },
    onFault,
  })
  let regime: Regime = observation.regime()
  let isStopped = false
  let isSeeing = false

  const stopEpochs = onEpoch(epoch => {
    watched.clear()
    restarts.forget()
    heads.forget()
    observation.forget()
    intake.forget()
    resetListeners.tell(epoch)
    reconsider()
  })
  const stopSocket = connection.onSocket(state => {
    if (state === 'connecting') feeds.forgetRefusals()
    observation.noteSocket()
    reconsider()
  })

  async function read(isEverything: boolean): Promise<boolean> {
    const all = watched.all()
    const blocks = blockQuestions.take({
      hasTransactions: all.length > 0,
      wantsHeads: ticks.areWanted(),
      isPushed: isPushed(),
      mayPreconfirm: observation.mayPreconfirm(),
    })
    if (all.length === 0 && !blocks.head) return false
    const round = await reader.read(all, { ...blocks, sealed: isEverything, ...intake.sealed() })
    if (!isStopped) intake.takeRound(round)
    return round.isPartial
  }

  function isPushed(): boolean {
    return connection.socket() === 'open' && (regime === 'preconfirming' || regime === 'fast-blocks')
  }

  /** Holds sockets, timers and the worker exactly while a transaction is in flight or a listener wants ticks. */
  function reconsider(): void {
    if (isStopped) return
    const isInFlight = watched.isInFlight()
    const wantsPushes = isInFlight || ticks.areWanted()
    if (usage.set({ isInFlight, wantsPushes })) observation.use(wantsPushes)
    const hasSocket = connection.socket() !== 'none'
    feeds.want({
      heads: wantsPushes && hasSocket,
      preconfirmations: !hasSocket || !wantsPushes ? 'none' : isInFlight ? 'full' : 'hashes',
    })
    updateRegime()
    rounds.reconsider()
  }

  function isRegimeSeen(): boolean {
    return observation.isRegimeSeen(feeds.isPreconfirmationRefused())
  }

  function updateRegime(): void {
    const next = observation.regime(feeds.isPreconfirmationRefused())
    if (next === regime) return
    const wasPushed = isPushed()
    regime = next
    regimeListeners.tell(next)
    // Readings take over at once.
    if (wasPushed && !isPushed()) rounds.now()
  }

  return {
    watch(transaction: Watched) {
      if (isStopped || !watched.add(transaction)) return
      reconsider()
      rounds.now()
    },
    unwatch(hash) {
      if (watched.remove(hash)) reconsider()
    },
    lookAgain: () => rounds.everythingNow(),
    regime: () => regime,
    isRegimeSeen,
    seeRegime() {
      if (isSeeing || isStopped || isRegimeSeen()) return
      isSeeing = true
      const stopListening = ticks.add(() => {
        if (isRegimeSeen()) end()
      })
      const stopTimer = clock.after(longestSeeingMs, () => end())
      function end(): void {
        isSeeing = false
        stopTimer()
        stopListening()
      }
    },
    onRegime: regimeListeners.add,
    onSighting: sightingListeners.add,
    onTick: ticks.add,
    onReset: resetListeners.add,
    stop() {
      isStopped = true
      watched.clear()
      rounds.stop()
      usage.stop()
      ticks.stop()
      stopEpochs()
      stopSocket()
      feeds.want({ heads: false, preconfirmations: 'none' })
    },
  }
}

const pendingBlockEveryMs = 5_000
const polledHeadEveryMs = 1_000

/** Which blocks the next round of readings asks for, beside the transactions themselves. */
interface BlockQuestions {
  /** @returns what to ask for now, counted as asked */
  take(now: {
    hasTransactions: boolean
    wantsHeads: boolean
    /** Pushes bring the heads. */
    isPushed: boolean
    mayPreconfirm: boolean
  }): { head: boolean; pendingBlock: boolean }
}

function createBlockQuestions({ clock }: { clock: Clock }): BlockQuestions {
  let headAskedAt = 0
  let pendingBlockAskedAt = 0

  return {
    take({ hasTransactions, wantsHeads, isPushed, mayPreconfirm }) {
      const now = clock.now()
      const pendingBlock = hasTransactions && mayPreconfirm && now - pendingBlockAskedAt >= pendingBlockEveryMs
      const isHeadDue = !isPushed && (hasTransactions || wantsHeads) && now - headAskedAt >= polledHeadEveryMs
      // Whether the pending block is behind is told by comparing it with the newest sealed one.
      const head = isHeadDue || pendingBlock
      if (head) headAskedAt = now
      if (pendingBlock) pendingBlockAskedAt = now
      return { head, pendingBlock }
    },
  }
}
