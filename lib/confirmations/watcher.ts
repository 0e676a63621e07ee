import type { Address, Hash } from 'viem'
import type { NetworkEntry } from '@/lib/database/records'
import type { Faults } from '@/lib/faults/types'
import { type HeadReply, headReply, sealedHash } from '@/lib/rpc/schemas'
import type { Connection, KeepAlive } from '@/lib/rpc/types'
import type { Clock } from '@/lib/values/clock'
import { createListeners } from '@/lib/values/listeners'
import { type Evidence, type EvidenceUpdate, isDoubted, isSealed, newEvidence, see, seePreconfirmed } from './evidence'
import { createFeeds } from './feeds'
import { createHeads } from './heads'
import { createObservation } from './observation'
import type { Need } from './pace'
import { figuresOf, hashOfItem } from './preconfirmation'
import { createReader, type Round } from './reader'
import { createRounds } from './rounds'
import type { ConfirmationWatcher, Regime, Sighting, Tick, Watched } from './types'

interface Entry {
  evidence: Evidence
  /** When it began to be watched or was last seen to move. */
  movedAt: number
}

/** A transaction that did not move for so long is not worth a socket and a worker kept awake: it is looked at when the worker runs anyway. */
const freshMs = 600_000
/** With pushes silent, one look at the clock so often is enough to notice it. */
const watchdogMs = 500
const tickMs = 100
const pendingBlockEveryMs = 5_000
const polledHeadEveryMs = 1_000
const genesisEveryMs = 2_000

/**
 * Finds out how far watched transactions got, by whatever the network offers: pushes first, readings beside them, and readings alone the moment
 * the pushes stop. A push is told in the turn its frame came.
 */
export function createConfirmationWatcher(dependencies: {
  connection: Connection
  network: Pick<NetworkEntry, 'methodPrefix' | 'preconfirmationSubscription'>
  clock: Clock
  keepAlive: KeepAlive
  faults: Faults
  /** Looks whether the chain restarted. */
  checkGenesis(): Promise<unknown>
  /** Calls back when it did. Returns the end of the listening. */
  onEpoch(listener: (epoch: number) => void): () => void
}): ConfirmationWatcher {
  const { connection, network, clock, keepAlive, faults, checkGenesis, onEpoch } = dependencies
  const onFault = (error: unknown): void => faults.report('confirmations', error, connection.chainId)
  const entries = new Map<Hash, Entry>()
  const counts = new Map<Address, number>()
  const heads = createHeads()
  const observation = createObservation({ connection, clock })
  const reader = createReader({ connection, network, clock })
  const feeds = createFeeds({
    connection,
    clock,
    preconfirmationSubscription: network.preconfirmationSubscription,
    onHead: receiveHead,
    onPreconfirmation: receivePreconfirmation,
    onGap: () => rounds.everythingNow(),
  })
  const rounds = createRounds({
    clock,
    need,
    read,
    onOutcome(succeeded) {
      observation.noteReading(succeeded)
      updateRegime()
    },
    onFault,
  })
  const sightingListeners = createListeners<[Sighting]>()
  const regimeListeners = createListeners<[Regime]>()
  const tickListeners = createListeners<[Tick]>(reconsider)
  const resetListeners = createListeners<[epoch: number]>()
  let regime: Regime = observation.regime()
  let servesPreconfirmed = false
  let isInUse = false
  let release: (() => void) | null = null
  let stopWatchdog = (): void => undefined
  let stopTick = (): void => undefined
  let lastTickAt = 0
  let pendingBlockAskedAt = 0
  let headAskedAt = 0
  let genesisCheckedAt = 0
  let isStopped = false

  const stopEpochs = onEpoch(epoch => {
    entries.clear()
    counts.clear()
    heads.forget()
    observation.forget()
    servesPreconfirmed = false
    resetListeners.tell(epoch)
    reconsider()
  })
  const stopSocket = connection.onSocket(state => {
    if (state === 'connecting') feeds.forgetRefusals()
    observation.noteSocket()
    reconsider()
  })

  // ---- What comes in ----------------------------------------------------------------------------------------------------------

  function receivePreconfirmation(item: unknown): void {
    const receivedAt = clock.now()
    const hash = hashOfItem(item)
    if (hash === null) return
    const entry = entries.get(hash)
    if (entry !== undefined) {
      const figures = figuresOf(item, entry.evidence.transaction)
      if (figures === 'unsaid') rounds.now()
      else if (figures !== null) apply(entry, seePreconfirmed(entry.evidence, figures, receivedAt), receivedAt)
    }
    observation.notePush(receivedAt)
    tick()
    updateRegime()
  }

  function receiveHead(item: unknown): void {
    const parsed = headReply.safeParse(item)
    if (!parsed.success) return
    const receivedAt = clock.now()
    const isNews = takeHead(parsed.data)
    observation.noteHead(parsed.data.number, receivedAt, true)
    // What is not sealed yet may be in this block; what is, may be so no more.
    if (isNews && [...entries.values()].some(({ evidence }) => !isSealed(evidence))) rounds.now()
    updateRegime()
  }

  function takeHead(head: HeadReply): boolean {
    const news = heads.see(head)
    if (news === 'behind' || news === 'lower') suspectReset()
    if (news === 'old' || news === 'behind') return false
    if (news === 'lower') observation.noteLower()
    if (news === 'reorganised' || news === 'lower') rounds.everythingNow()
    tick()
    return true
  }

  function apply(entry: Entry, outcome: EvidenceUpdate, at: number): void {
    entry.evidence = outcome.evidence
    if (outcome.sightings.length === 0) return
    entry.movedAt = at
    for (const sighting of outcome.sightings) {
      if (sighting.kind === 'final') entries.delete(key(sighting.hash))
      sightingListeners.tell(sighting)
    }
  }

  function takeRound(round: Round): void {
    for (const [hash, reading] of round.readings) {
      const entry = entries.get(key(hash))
      if (entry === undefined) continue
      const { receipt } = reading
      if (receipt !== null && receipt !== 'unread' && sealedHash(receipt.blockHash) === null) servesPreconfirmed = true
      const outcome = see(entry.evidence, reading, servesPreconfirmed)
      apply(entry, outcome, round.receivedAt)
      if (outcome.sightings.some(({ kind }) => kind === 'preconfirmed')) observation.noteUnpushed(round.receivedAt)
      if (outcome.sightings.some(({ kind }) => kind === 'preconfirmed' || kind === 'sealed')) tick()
    }
    for (const [from, count] of round.counts) {
      if (count < (counts.get(from) ?? 0)) suspectReset()
      counts.set(from, count)
    }
    const { head, pendingNumber } = round
    if (head?.number != null && head.hash !== null) {
      takeHead({ ...head, number: head.number, hash: head.hash })
      observation.noteHead(head.number, round.receivedAt, false)
    }
    const highest = heads.highest()
    if (pendingNumber !== undefined && highest !== null)
      observation.notePending(pendingNumber !== null && pendingNumber < highest)
  }

  /** Something went back that never does: only a restart explains it, or a lie. */
  function suspectReset(): void {
    if (clock.now() - genesisCheckedAt < genesisEveryMs) return
    genesisCheckedAt = clock.now()
    // An endpoint that cannot say is asked again at the next suspicion.
    checkGenesis().catch(onFault)
  }

  // ---- Reading ----------------------------------------------------------------------------------------------------------------

  async function read(isEverything: boolean): Promise<boolean> {
    const now = clock.now()
    const all = [...entries.values()].map(({ evidence }) => evidence)
    const pendingBlock =
      all.length > 0 && observation.mayPreconfirm() && now - pendingBlockAskedAt >= pendingBlockEveryMs
    const polledHead = !isPushed() && (all.length > 0 || wantsHeads()) && now - headAskedAt >= polledHeadEveryMs
    const head = polledHead || pendingBlock
    if (all.length === 0 && !head) return false
    if (head) headAskedAt = now
    if (pendingBlock) pendingBlockAskedAt = now
    const round = await reader.read(all, { head, pendingBlock, sealed: isEverything })
    if (!isStopped) takeRound(round)
    return round.isPartial
  }

  function need(): Omit<Need, 'failures' | 'retryAfterMs'> {
    const now = clock.now()
    const youngest = (wanted: (evidence: Evidence) => boolean): number | null => {
      const moved = [...entries.values()].filter(({ evidence }) => wanted(evidence)).map(({ movedAt }) => movedAt)
      return moved.length === 0 ? null : now - Math.max(...moved)
    }
    return {
      unsealedForMs: youngest(evidence => !isSealed(evidence)),
      sealedForMs: youngest(isSealed),
      isPushed: isPushed(),
      isDoubted: [...entries.values()].some(({ evidence }) => isDoubted(evidence)),
      wantsHeads: wantsHeads() && !isPushed(),
    }
  }

  // ---- What is wanted of the network ------------------------------------------------------------------------------------------

  function isPushed(): boolean {
    return connection.socket() === 'open' && (regime === 'preconfirming' || regime === 'fast-blocks')
  }

  function wantsHeads(): boolean {
    return tickListeners.size() > 0
  }

  function isInFlight(): boolean {
    const now = clock.now()
    return [...entries.values()].some(({ evidence, movedAt }) => !isSealed(evidence) && now - movedAt < freshMs)
  }

  /** Sockets, timers and the worker are held exactly while something is in flight or somebody listens. */
  function reconsider(): void {
    if (isStopped) return
    const inFlight = isInFlight()
    const wantsPushes = inFlight || wantsHeads()
    if (inFlight) release ??= keepAlive.hold()
    else {
      release?.()
      release = null
    }
    if (wantsPushes !== isInUse) {
      isInUse = wantsPushes
      observation.use(wantsPushes)
      stopWatchdog()
      if (wantsPushes) watchdog()
    }
    const hasSocket = connection.socket() !== 'none'
    feeds.want({
      heads: wantsPushes && hasSocket,
      preconfirmations:
        !hasSocket || !wantsPushes ? 'none' : inFlight ? 'full' : tickListeners.size() > 0 ? 'hashes' : 'none',
    })
    updateRegime()
    rounds.reconsider()
  }

  function watchdog(): void {
    stopWatchdog = clock.after(watchdogMs, () => {
      reconsider()
      if (isInUse) watchdog()
    })
  }

  function updateRegime(): void {
    const next = observation.regime(feeds.isPreconfirmationRefused())
    if (next === regime) return
    const wasPushed = isPushed()
    regime = next
    regimeListeners.tell(next)
    // The next adapter down takes over at once.
    if (wasPushed && !isPushed()) rounds.now()
  }

  function tick(): void {
    if (tickListeners.size() === 0) return
    const now = clock.now()
    const waitMs = lastTickAt + tickMs - now
    stopTick()
    if (waitMs > 0) {
      stopTick = clock.after(waitMs, tick)
      return
    }
    lastTickAt = now
    tickListeners.tell({ height: heads.highest() })
  }

  return {
    watch(transaction: Watched) {
      if (isStopped || entries.has(key(transaction.hash))) return
      entries.set(key(transaction.hash), { evidence: newEvidence(transaction), movedAt: clock.now() })
      reconsider()
      rounds.now()
    },
    unwatch(hash) {
      if (entries.delete(key(hash))) reconsider()
    },
    regime: () => regime,
    onRegime: listener => regimeListeners.add(listener),
    onSighting: listener => sightingListeners.add(listener),
    onTick: listener => tickListeners.add(listener),
    onReset: listener => resetListeners.add(listener),
    stop() {
      isStopped = true
      entries.clear()
      rounds.stop()
      stopWatchdog()
      stopTick()
      stopEpochs()
      stopSocket()
      feeds.want({ heads: false, preconfirmations: 'none' })
      release?.()
      release = null
    },
  }
}

function key(hash: Hash): Hash {
  return hash.toLowerCase() as Hash
}
