import type { Address, Hash } from 'viem'
import type * as z from 'zod/mini'
import type { NetworkEntry } from '@/lib/database/records'
import { type RpcError, toRpcError } from '@/lib/rpc/errors'
import {
  type BlockReply,
  blockReply,
  receiptReply,
  transactionCountReply,
  transactionReply,
  transactionStatusReply,
} from '@/lib/rpc/schemas'
import type { BatchItem, Connection } from '@/lib/rpc/types'
import type { Clock } from '@/lib/values/clock'
import { lowerCaseAddress } from '@/lib/values/hex'
import { type Evidence, isDoubted, isSealed, type Reading } from './evidence'

/** One round of questions about everything that is watched, in one batch. */
export interface Round {
  askedAt: number
  receivedAt: number
  readings: Map<Hash, Reading>
  /** The newest sealed block; `null` when not asked or not answered. */
  head: BlockReply | null
  /** Number of the block being built; `undefined`: not asked or not answered, `null`: it has none. */
  pendingNumber: bigint | null | undefined
  /** Of each sender: transactions in sealed blocks. */
  counts: Map<Address, number>
  /** Transactions left out turn out to be included, by their senders' counts. */
  isPartial: boolean
}

export interface Wishes {
  head: boolean
  /** What is sealed too, though it was read a moment ago: the chain may have changed under it. */
  sealed: boolean
  /** To see whether the block being built is behind. */
  pendingBlock: boolean
}

export interface Reader {
  /** @throws RpcError when nothing was answered */
  read(evidence: readonly Evidence[], wishes: Wishes): Promise<Round>
}

/** Of many transactions of one sender that are not included yet, receipts of only so many are looked for. */
const lookAhead = 5
/** What is sealed rarely changes, and becomes final in minutes. */
const sealedEveryMs = 1_500
/** The next round brings what this one did not. */
const timeoutMs = 3_000
/** A pool that has a transaction keeps it for a while. */
const statusEveryMs = 1_000

/** A call and what its answer, in its shape, is used for; `undefined` when it failed. */
interface Question {
  method: string
  params: readonly unknown[]
  settle(item: BatchItem | undefined): void
}

export function createReader(dependencies: {
  connection: Connection
  network: Pick<NetworkEntry, 'methodPrefix'>
  clock: Clock
}): Reader {
  const { connection, network, clock } = dependencies
  const statusAskedAt = new Map<Hash, number>()
  /** What was last counted, to know which of many transactions can be included at all. */
  const included = new Map<Address, number>()
  let hasStatusMethod = true
  let sealedAskedAt = 0

  function statusQuestion(hash: Hash, reading: Reading): Question {
    if (!hasStatusMethod)
      return question('eth_getTransactionByHash', [hash], transactionReply, answer => {
        if (answer !== undefined) reading.known = answer !== null
      })
    return question(`${network.methodPrefix}_transactionStatus`, [hash], transactionStatusReply, (answer, error) => {
      if (answer !== undefined) reading.known = answer.status === 'Known'
      else if (error?.kind === 'method-unavailable' || error?.kind === 'invalid-params') hasStatusMethod = false
    })
  }

  function wantsStatus({ stage, transaction, doubts }: Evidence, now: number): boolean {
    if (stage === 'none' || Object.keys(doubts).length > 0) return true
    return stage === 'known' && now - (statusAskedAt.get(transaction.hash) ?? 0) >= statusEveryMs
  }

  /** Whether the transaction can have a receipt at all, by what was last counted of its sender. */
  function isWithinReach({ transaction, stage }: Evidence, from: Address, index: number): boolean {
    const isBeyond = transaction.nonce >= (included.get(from) ?? 0) + lookAhead
    return index < lookAhead || !isBeyond || stage === 'preconfirmed' || stage === 'sealed' || stage === 'safe'
  }

  function questionsOfSender(from: Address, group: readonly Evidence[], round: Round): Question[] {
    const questions: Question[] = []
    const readings: Reading[] = []
    for (const [index, evidence] of group.entries()) {
      if (!isWithinReach(evidence, from, index)) continue
      const { hash } = evidence.transaction
      const reading = newReading(round.askedAt)
      readings.push(reading)
      round.readings.set(hash, reading)
      questions.push(
        question('eth_getTransactionReceipt', [hash], receiptReply, answer => {
          if (answer !== undefined) reading.receipt = answer
        }),
      )
      if (!wantsStatus(evidence, round.askedAt)) continue
      statusAskedAt.set(hash, round.askedAt)
      questions.push(statusQuestion(hash, reading))
    }
    for (const tag of ['latest', 'pending'] as const)
      questions.push(
        question('eth_getTransactionCount', [from, tag], transactionCountReply, answer => {
          if (answer === undefined) return
          for (const reading of readings) reading[tag] = answer
          included.set(from, tag === 'latest' ? answer : Math.max(answer, included.get(from) ?? 0))
          if (tag === 'latest') round.counts.set(from, answer)
        }),
      )
    return questions
  }

  function forget(all: readonly Evidence[]): void {
    const watched = new Set(all.map(({ transaction }) => transaction.hash))
    for (const hash of statusAskedAt.keys()) if (!watched.has(hash)) statusAskedAt.delete(hash)
  }

  function blockQuestion(tag: string, take: (block: BlockReply | null) => void): Question {
    return question('eth_getBlockByNumber', [tag, false], blockReply, answer => {
      if (answer !== undefined) take(answer)
    })
  }

  return {
    async read(all, wishes) {
      const askedAt = clock.now()
      const round: Round = {
        askedAt,
        receivedAt: askedAt,
        readings: new Map(),
        head: null,
        pendingNumber: undefined,
        counts: new Map(),
        isPartial: false,
      }
      const withSealed = all.some(isSealed) && (wishes.sealed || askedAt - sealedAskedAt >= sealedEveryMs)
      const asked = all.filter(evidence => withSealed || !isSealed(evidence) || isDoubted(evidence))
      const questions = [...bySender(asked)].flatMap(([from, group]) => questionsOfSender(from, group, round))
      if (withSealed) {
        sealedAskedAt = askedAt
        const tagged = (key: 'safe' | 'final') => (block: BlockReply | null) => {
          for (const reading of round.readings.values()) reading[key] = block?.number ?? null
        }
        questions.push(blockQuestion('safe', tagged('safe')), blockQuestion('finalized', tagged('final')))
      }
      if (wishes.head)
        questions.push(
          blockQuestion('latest', block => {
            round.head = block
          }),
        )
      if (wishes.pendingBlock)
        questions.push(
          blockQuestion('pending', block => {
            round.pendingNumber = block?.number ?? null
          }),
        )
      const calls = questions.map(({ method, params }) => ({ method, params }))
      const items = await connection.batch(calls, { timeoutMs })
      round.receivedAt = clock.now()
      for (const [index, { settle }] of questions.entries()) settle(items[index])
      for (const reading of round.readings.values()) reading.receivedAt = round.receivedAt
      round.isPartial = asked.some(
        ({ transaction: { hash, from, nonce } }) =>
          !round.readings.has(hash) && nonce < (included.get(lowerCaseAddress(from)) ?? 0),
      )
      forget(all)
      return round
    },
  }
}

function question<T>(
  method: string,
  params: readonly unknown[],
  schema: z.ZodMiniType<T>,
  take: (answer: T | undefined, error: RpcError | null) => void,
): Question {
  return {
    method,
    params,
    settle(item) {
      if (item === undefined) return
      if (!item.ok) {
        take(undefined, toRpcError(item.error))
        return
      }
      const parsed = schema.safeParse(item.result)
      take(parsed.success ? parsed.data : undefined, null)
    },
  }
}

function newReading(askedAt: number): Reading {
  return {
    askedAt,
    receivedAt: askedAt,
    receipt: 'unread',
    latest: null,
    pending: null,
    known: null,
    safe: null,
    final: null,
  }
}

/** Senders and their transactions, lowest nonce first. */
function bySender(all: readonly Evidence[]): Map<Address, Evidence[]> {
  const groups = new Map<Address, Evidence[]>()
  for (const evidence of all) {
    const from = lowerCaseAddress(evidence.transaction.from)
    const group = groups.get(from)
    if (group) group.push(evidence)
    else groups.set(from, [evidence])
  }
  for (const group of groups.values()) group.sort((left, right) => left.transaction.nonce - right.transaction.nonce)
  return groups
}
