import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import { isSameHex } from '@/lib/base/hex'
import { isAtLeast } from '@/lib/base/level'
import type { NetworkId } from '@/lib/base/network-id'
import { createOnce } from '@/lib/base/once'
import { consequences, failureOf, isFinalRefusal, RpcError, toRpcError } from '@/lib/base/rpc/errors'
import { fieldOf, hashReply, readQuantity } from '@/lib/base/rpc/schemas'
import type { Connection, RpcErrorKind } from '@/lib/base/rpc/types'
import type { LifeEvent } from '@/lib/chain/watching/levels'
import type { TransactionRecord } from '@/lib/storage/records'
import type { Journal } from './journal'
import { gaveNonceBack } from './nonce-rows'
import { type Locks, withNonceLock } from './nonce-slot'
import type { Replacements } from './replacements'
import { withEvent } from './row-event'
import { sendingOf } from './sending-method'

/** What the chain says about a transaction whose submission was refused. */
export interface Look {
  /** It has a receipt, or a node knows its bytes. */
  found: boolean
  latestCount: number
  /** What the sender's balance and the base fee say against it; left out where they say nothing, or were not told. */
  lacks?: 'insufficient-funds' | 'underpriced' | undefined
}

/** `taken`: its nonce is used, by another transaction or by this one. `again`: the same bytes, later. */
export type Verdict = 'accepted' | 'taken' | 'refused' | 'again'

/** Errors whose words mean nothing may pass; so many in a row, over some eight seconds, count as a refusal. */
const patience = 6

/**
 * What follows from a refused submission. Only what can never be included is refused; while anything may still have
 * taken the bytes, or the node may take them later, they stay submitted and go out again. Where the words mean nothing,
 * the chain's state decides.
 * @param look `null`: the chain could not be asked
 * @param unnamed how many errors whose words mean nothing it met in a row, this one with them
 */
export function judgeRefusal(kind: RpcErrorKind, nonce: number, look: Look | null, unnamed: number): Verdict {
  if (kind === 'already-known' || kind === 'sync-timeout' || look?.found === true) return 'accepted'
  if (look === null) return 'again'
  if (look.latestCount > nonce) return 'taken'
  if (isUnnamed(kind)) {
    if (look.lacks !== undefined) return 'refused'
    // Behind a gap it may be taken once the gap is filled.
    return unnamed >= patience && look.latestCount === nonce ? 'refused' : 'again'
  }
  return isFinalRefusal(kind) ? 'refused' : 'again'
}

/** Known by its code alone, or not at all: what an endpoint in trouble says of a transaction that is perfectly good. */
function isUnnamed(kind: RpcErrorKind): boolean {
  return kind === 'node-error' || kind === 'invalid-params'
}

const firstRetryMs = 250
const slowestRetryMs = 15_000
/** What waits for another transaction is also sent when that one is included, and by the clock ever more seldom. */
const slowestWaitMs = 20_000

export interface Submission {
  /**
   * Sends the bytes of a row. Resolves once the endpoint accepted them or its reply is lost; they then go out again
   * until they are seen.
   * @throws Failure when they were refused for good, before any node could have taken them
   */
  submit(id: string): Promise<void>
  /**
   * Resolves once a node may have the bytes, however long no node takes them: what a page is told of has to exist.
   * @throws Failure when they were refused for good
   */
  taken(id: string): Promise<void>
  /** True while the last answer was that the bytes are not taken now: they go out again by themselves. */
  isWaiting(id: string): boolean
  /**
   * True where the last answer to these bytes was that they are known: the endpoint has them, whatever it says when it
   * is asked for the transaction.
   */
  isHeld(id: string): boolean
}

export function createSubmission(dependencies: {
  connectionOf(networkId: NetworkId): Connection
  journal: Journal
  locks: Locks
  clock: Clock
  replacements: Replacements
  /** How a row ends that the network takes no more by its conditions; `null` while it may take it. */
  overRow(row: TransactionRecord): Promise<((live: TransactionRecord) => TransactionRecord) | null>
  /** Called while the reply is under way. */
  onSent(): Promise<void>
  onFault(error: unknown): void
}): Submission {
  const { connectionOf, journal, locks, clock, replacements, overRow, onSent, onFault } = dependencies
  const once = createOnce<void>()
  const attempts = new Map<string, number>()
  /** Errors without a name, in a row. */
  const unnamed = new Map<string, number>()
  /** Sent before without an answer, or taken once: a node may have the bytes. */
  const maybeTaken = new Set<string>()
  const retries = new Map<string, () => void>()
  const held = new Set<string>()
  /** Not taken at the last attempt, for a reason that may pass. */
  const waiting = new Set<string>()
  const takers = new Map<string, PromiseWithResolvers<void>>()

  journal.onRow(row => {
    const isSeen = row.ended === null ? isAtLeast(row.level, 'accepted') : !gaveNonceBack(row)
    if (isSeen) settle(row.id)
    if (isAtLeast(row.level, 'preconfirmed')) sendNext(row)
  })

  function settle(id: string): void {
    waiting.delete(id)
    takers.get(id)?.resolve()
    takers.delete(id)
  }

  /** Some nodes take one transaction at a time of an account with code, and none whose turn has not come. */
  function sendNext({ networkId, from, nonce }: TransactionRecord): void {
    const [next] = journal
      .live()
      .filter(row => waiting.has(row.id) && row.networkId === networkId && row.from === from && row.nonce > nonce)
      .sort((left, right) => left.nonce - right.nonce)
    if (next !== undefined) sendAgain(next.id)
  }

  async function send(id: string): Promise<void> {
    retries.get(id)?.()
    retries.delete(id)
    const before = journal.liveById(id)
    const isAgain = before?.conditions !== undefined && before.level !== 'signed'
    if (isAgain && (before.isOver === true || (await endsByCondition(before)))) return
    const row = journal.liveById(id)
    if (row === undefined) return
    if (row.level !== 'signed' && !attempts.has(id)) maybeTaken.add(id)
    attempts.set(id, (attempts.get(id) ?? 0) + 1)
    held.delete(id)
    const { method, params } = sendingOf(row)
    const reply = connectionOf(row.networkId).request(method, params, hashReply)
    // Awaited below. Until then a rejection must not count as unhandled.
    reply.catch(() => undefined)
    happened(id, { kind: 'submitted', receivedAt: clock.now() })
    await onSent()
    try {
      conclude(row, isSameHex(await reply, row.hash) ? 'accepted' : 'again')
      settle(id)
    } catch (cause) {
      await refused(row, toRpcError(cause))
    }
  }

  /**
   * Ends a row that the network takes no more by its conditions. It is watched, and keeps its nonce: the bytes are
   * valid without them, and somebody may have kept them.
   */
  async function endsByCondition(row: TransactionRecord): Promise<boolean> {
    const { id } = row
    const over = await overRow(row).catch(onFault)
    if (over == null || isIncluded(id)) return false
    journal.change(id, over, null)
    waiting.delete(id)
    takers.get(id)?.reject(new Failure('conditions-over'))
    takers.delete(id)
    return true
  }

  /** @throws Failure when the refusal is for good */
  async function refused(row: TransactionRecord, error: RpcError): Promise<void> {
    const { id } = row
    const { kind } = error
    // A lost reply, or an endpoint that is out, says nothing against the bytes: what was counted before it counts no
    // more.
    unnamed.set(id, isUnnamed(kind) ? (unnamed.get(id) ?? 0) + 1 : 0)
    if (error.mayHaveArrived) maybeTaken.add(id)
    if (kind === 'already-known') held.add(id)
    const look = needsLook(kind) ? await lookFor(row) : null
    const judged = judgeRefusal(kind, row.nonce, look, unnamed.get(id) ?? 0)
    // An endpoint that knows no conditions has seen the bytes all the same.
    const keepsNonce = maybeTaken.has(id) || (row.conditions !== undefined && kind === 'method-unavailable')
    const verdict = judged === 'refused' && keepsNonce ? 'again' : judged
    if (verdict === 'refused' && !isIncluded(id)) {
      await refuse(row, error, look?.latestCount ?? 0)
      throw failed(id, isUnnamed(kind) ? (look?.lacks ?? 'invalid-transaction') : kind, error)
    }
    if (verdict === 'taken' && !isIncluded(id)) {
      forget(id)
      const event: LifeEvent = { hash: row.hash, kind: 'nonce-taken', receivedAt: clock.now() }
      journal.change(id, live => ({ ...withEvent(live, event), refusal: error.message }), null)
      // It may have been this one, sent before: only what was found in its place ends it.
      if (await replacements.find(row)) throw failed(id, kind, error)
      return
    }
    if (maybeTaken.has(id)) settle(id)
    if (verdict === 'again' && !error.mayHaveArrived) {
      waiting.add(id)
      journal.change(id, live => ({ ...live, refusal: error.message }), null)
    }
    conclude(row, verdict, kind)
  }

  function failed(id: string, kind: RpcErrorKind, { message, code, data }: RpcError): Failure {
    const failure = failureOf(new RpcError(kind, message, { code, data }))
    waiting.delete(id)
    takers.get(id)?.reject(failure)
    takers.delete(id)
    return failure
  }

  function forget(id: string): void {
    attempts.delete(id)
    unnamed.delete(id)
    maybeTaken.delete(id)
  }

  function conclude(row: TransactionRecord, verdict: Verdict, kind?: RpcErrorKind): void {
    if (verdict === 'again') retryLater(row.id, isForAnother(kind) ? slowestWaitMs : slowestRetryMs)
    if (verdict !== 'accepted') return
    settle(row.id)
    forget(row.id)
    happened(row.id, { hash: row.hash, kind: 'known', receivedAt: clock.now() })
  }

  function happened(id: string, event: LifeEvent): void {
    journal.change(id, row => withEvent(row, event), null)
  }

  function isIncluded(id: string): boolean {
    const row = journal.liveById(id)
    return row !== undefined && isAtLeast(row.level, 'preconfirmed')
  }

  /** Ends the row in the endpoint's own words and gives its nonce back. */
  async function refuse(row: TransactionRecord, error: RpcError, count: number): Promise<void> {
    forget(row.id)
    const ended = (live: TransactionRecord): TransactionRecord => ({
      ...live,
      ended: 'dropped',
      inFlight: 0,
      refusal: error.message,
      history: [...live.history, { at: clock.now(), level: live.level, event: 'dropped' }],
    })
    await withNonceLock(locks, row, () => journal.refuse(row.id, ended, count))
  }

  function retryLater(id: string, slowestMs: number): void {
    const wait = Math.min(firstRetryMs * 2 ** ((attempts.get(id) ?? 1) - 1), slowestMs)
    retries.get(id)?.()
    retries.set(
      id,
      clock.after(wait, () => {
        retries.delete(id)
        sendAgain(id)
      }),
    )
  }

  function sendAgain(id: string): void {
    const row = journal.liveById(id)
    if (row === undefined || row.ended !== null || isAtLeast(row.level, 'accepted')) return
    // A refusal of the same bytes is in the row. No caller awaits it here.
    submit(id).catch(error => {
      if (!(error instanceof Failure)) onFault(error)
    })
  }

  async function lookFor(row: TransactionRecord): Promise<Look | null> {
    try {
      const [count, receipt, transaction, balance, block] = await connectionOf(row.networkId).batch([
        { method: 'eth_getTransactionCount', params: [row.from, 'latest'] },
        { method: 'eth_getTransactionReceipt', params: [row.hash] },
        { method: 'eth_getTransactionByHash', params: [row.hash] },
        { method: 'eth_getBalance', params: [row.from, 'latest'] },
        { method: 'eth_getBlockByNumber', params: ['latest', false] },
      ])
      if (count?.ok !== true || receipt?.ok !== true || transaction?.ok !== true) return null
      const latestCount = readQuantity(count.result)
      if (latestCount === null) return null
      const isOurs = (name: string, record: unknown) =>
        String(fieldOf(record, name)).toLowerCase() === row.hash.toLowerCase()
      const baseFee = block?.ok === true ? readQuantity(fieldOf(block.result, 'baseFeePerGas')) : null
      const money = balance?.ok === true ? readQuantity(balance.result) : null
      const isShort = money !== null && money < row.value + row.gas * row.maxFeePerGas
      const isCheap = baseFee !== null && row.maxFeePerGas < baseFee
      return {
        found: isOurs('transactionHash', receipt.result) || isOurs('hash', transaction.result),
        latestCount: Number(latestCount),
        lacks: isShort ? 'insufficient-funds' : isCheap ? 'underpriced' : undefined,
      }
    } catch (error) {
      onFault(error)
      return null
    }
  }

  function submit(id: string): Promise<void> {
    return once(id, () => send(id))
  }

  return {
    submit,
    async taken(id) {
      const row = journal.liveById(id)
      if (row === undefined || row.ended !== null || isAtLeast(row.level, 'accepted') || !waiting.has(id)) return
      const taker = takers.get(id) ?? Promise.withResolvers<void>()
      takers.set(id, taker)
      await taker.promise
    },
    isWaiting: id => waiting.has(id),
    isHeld: id => held.has(id),
  }
}

/** An endpoint that could not be reached cannot be asked either: the watcher asks later. */
function needsLook(kind: RpcErrorKind): boolean {
  return consequences[kind] !== 'use-next-endpoint' && consequences[kind] !== 'retry-same-bytes'
}

/** It waits for another transaction of its sender. */
function isForAnother(kind: RpcErrorKind | undefined): boolean {
  return kind === 'not-now' || kind === 'nonce-too-high'
}
