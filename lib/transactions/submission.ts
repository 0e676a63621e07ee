import type { Hash } from 'viem'
import type { LifeEvent } from '@/lib/confirmations/levels'
import type { TransactionRecord } from '@/lib/database/records'
import { consequences, failureOf, type RpcError, toRpcError } from '@/lib/rpc/errors'
import { hashReply, receiptReply, transactionCountReply, transactionReply } from '@/lib/rpc/schemas'
import type { Connection, RpcErrorKind } from '@/lib/rpc/types'
import type { Clock } from '@/lib/values/clock'
import { isSameHex } from '@/lib/values/hex'
import { isAtLeast } from '@/lib/values/level'
import type { NetworkId } from '@/lib/values/network-id'
import { createOnce } from '@/lib/values/once'
import type { Journal } from './journal'
import { type Locks, withNonceLock } from './nonce-slot'
import type { Replacements } from './replacements'
import { withEvent } from './row-event'

/** What the chain says about a transaction whose submission was refused. `null`: it could not be asked. */
export interface Look {
  /** It has a receipt, or a node knows its bytes. */
  found: boolean
  latestCount: number
}

/** `taken`: its nonce is used, by another transaction or by this one. `again`: the same bytes, later. */
export type Verdict = 'accepted' | 'taken' | 'refused' | 'again'

/**
 * An error without a name of its own may pass; so many of them in a row, over some eight seconds, count as a refusal.
 */
const patience = 6

/**
 * What follows from a refused submission. Only what can never be included is refused; while anything may still have
 * taken the bytes, they stay submitted and go out again. `unnamed`: how many errors without a name it met in a row,
 * this one with them.
 */
export function judgeRefusal(kind: RpcErrorKind, nonce: number, look: Look | null, unnamed: number): Verdict {
  if (kind === 'already-known' || kind === 'sync-timeout' || look?.found === true) return 'accepted'
  if (look === null) return 'again'
  if (look.latestCount > nonce) return 'taken'
  if (isUnnamed(kind)) return unnamed >= patience ? 'refused' : 'again'
  switch (consequences[kind]) {
    case 'use-next-endpoint':
    case 'retry-same-bytes':
    case 'read-and-decide':
      return 'again'
    case 'ask-person':
    case 'give-up':
      return 'refused'
  }
}

/** Known by its code alone, or not at all: what an endpoint in trouble says of a transaction that is perfectly good. */
function isUnnamed(kind: RpcErrorKind): boolean {
  return kind === 'node-error' || kind === 'invalid-params'
}

const firstRetryMs = 250
const slowestRetryMs = 15_000

export interface Submission {
  /**
   * Sends the bytes of a row. Resolves once the endpoint accepted them or its reply is lost; they then go out again
   * until they are seen.
   * @throws Failure when they were refused for good, before any node could have taken them
   */
  submit(id: string): Promise<void>
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
  /** Called while the reply is under way. */
  onSent(): Promise<void>
  onFault(error: unknown): void
}): Submission {
  const { connectionOf, journal, locks, clock, replacements, onSent, onFault } = dependencies
  const once = createOnce<void>()
  const attempts = new Map<string, number>()
  /** Errors without a name, in a row. */
  const unnamed = new Map<string, number>()
  /** Sent before without an answer, or taken once: a node may have the bytes. */
  const maybeTaken = new Set<string>()
  const retries = new Map<string, () => void>()
  const held = new Set<string>()

  async function send(id: string): Promise<void> {
    const row = journal.liveById(id)
    if (row === undefined) return
    retries.get(id)?.()
    retries.delete(id)
    if (row.level !== 'signed' && !attempts.has(id)) maybeTaken.add(id)
    attempts.set(id, (attempts.get(id) ?? 0) + 1)
    held.delete(id)
    const reply = connectionOf(row.networkId).request('eth_sendRawTransaction', [row.raw], hashReply)
    // Awaited below. Until then a rejection must not count as unhandled.
    reply.catch(() => undefined)
    happened(id, { kind: 'submitted', receivedAt: clock.now() })
    await onSent()
    try {
      conclude(row, isSameHex(await reply, row.hash) ? 'accepted' : 'again')
    } catch (cause) {
      const error = toRpcError(cause)
      // A lost reply, or an endpoint that is out, says nothing against the bytes: what was counted before it counts no
      // more.
      unnamed.set(id, isUnnamed(error.kind) ? (unnamed.get(id) ?? 0) + 1 : 0)
      if (error.mayHaveArrived) maybeTaken.add(id)
      if (error.kind === 'already-known') held.add(id)
      const look = needsLook(error.kind) ? await lookFor(row) : null
      const judged = judgeRefusal(error.kind, row.nonce, look, unnamed.get(id) ?? 0)
      const verdict = judged === 'refused' && maybeTaken.has(id) ? 'again' : judged
      if (judged !== verdict) journal.change(id, live => ({ ...live, refusal: error.message }), null)
      if (verdict === 'refused' && !isIncluded(id)) {
        await refuse(row, error, look?.latestCount ?? 0)
        throw failureOf(error)
      }
      if (verdict === 'taken' && !isIncluded(id)) {
        forget(id)
        const event: LifeEvent = { hash: row.hash, kind: 'nonce-taken', receivedAt: clock.now() }
        journal.change(id, live => ({ ...withEvent(live, event), refusal: error.message }), null)
        // It may have been this one, sent before: only what was found in its place ends it.
        if (await replacements.find(row)) throw failureOf(error)
        return
      }
      conclude(row, verdict)
    }
  }

  function forget(id: string): void {
    attempts.delete(id)
    unnamed.delete(id)
    maybeTaken.delete(id)
  }

  function conclude(row: TransactionRecord, verdict: Verdict): void {
    if (verdict === 'again') retryLater(row.id)
    if (verdict !== 'accepted') return
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

  function retryLater(id: string): void {
    const wait = Math.min(firstRetryMs * 2 ** ((attempts.get(id) ?? 1) - 1), slowestRetryMs)
    retries.get(id)?.()
    retries.set(
      id,
      clock.after(wait, () => {
        retries.delete(id)
        const row = journal.liveById(id)
        if (row === undefined || row.ended !== null || isAtLeast(row.level, 'accepted')) return
        // A refusal of the same bytes is in the row. No caller awaits it here.
        submit(id).catch(error => {
          if (!(error instanceof Error && error.name === 'Failure')) onFault(error)
        })
      }),
    )
  }

  async function lookFor(row: TransactionRecord): Promise<Look | null> {
    try {
      const [receipt, transaction, count] = await connectionOf(row.networkId).batch([
        { method: 'eth_getTransactionReceipt', params: [row.hash] },
        { method: 'eth_getTransactionByHash', params: [row.hash] },
        { method: 'eth_getTransactionCount', params: [row.from, 'latest'] },
      ])
      if (receipt === undefined || transaction === undefined || count === undefined) return null
      if (!receipt.ok || !transaction.ok || !count.ok) return null
      return {
        found:
          isOurs(receiptReply.parse(receipt.result)?.transactionHash, row.hash) ||
          isOurs(transactionReply.parse(transaction.result)?.hash, row.hash),
        latestCount: transactionCountReply.parse(count.result),
      }
    } catch (error) {
      onFault(error)
      return null
    }
  }

  function submit(id: string): Promise<void> {
    return once(id, () => send(id))
  }

  return { submit, isHeld: id => held.has(id) }
}

/** An endpoint that could not be reached cannot be asked either: the watcher asks later. */
function needsLook(kind: RpcErrorKind): boolean {
  return consequences[kind] !== 'use-next-endpoint' && consequences[kind] !== 'retry-same-bytes'
}

function isOurs(found: Hash | undefined, ours: Hash): boolean {
  return found !== undefined && isSameHex(found, ours)
}
