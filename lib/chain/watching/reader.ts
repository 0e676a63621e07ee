import type { Address, Hash } from 'viem'
import type * as z from 'zod/mini'
import type { Clock } from '@/lib/base/clock'
import { lowerCaseAddress, toQuantity } from '@/lib/base/hex'
import { RpcError, toRpcError } from '@/lib/base/rpc/errors'
import {
  blockReply,
  type HeadReply,
  headReply,
  type InclusionReply,
  inclusionReply,
  knownReply,
  type ListingReply,
  listingReply,
  transactionCountReply,
  transactionStatusReply,
  unreadOf,
} from '@/lib/base/rpc/schemas'
import type { BatchItem, Connection } from '@/lib/base/rpc/types'
import type { NetworkEntry, ReceiptRecord } from '@/lib/storage/records'
import { type Evidence, isDoubted, isSealed, type Reading } from './evidence'
import type { Watched } from './types'
import { judgeReceipts, lists } from './witnesses'

/** The answers to one batch of questions about all watched transactions. Times are ms since the epoch. */
export interface Round {
  askedAt: number
  receivedAt: number
  readings: Map<Hash, Reading>
  /** The newest sealed block; `null`: not asked, or not answered. */
  head: HeadReply | null
  /** Number of the block being built; `undefined`: not asked, or not answered; `null`: the block has no number. */
  pendingNumber: bigint | null | undefined
  /** Transaction count of each sender in sealed blocks. */
  counts: Map<Address, number>
  /** The senders' counts show that a transaction left out of this round is included. */
  isPartial: boolean
}

export interface Wishes {
  head: boolean
  /** Reads sealed transactions too, even if they were read a moment ago: the chain may have been reorganised. */
  sealed: boolean
  /** The block being built, to see whether it is behind the newest sealed one. */
  pendingBlock: boolean
  /** Blocks count as sealed only once the validators have voted for them: the tag `safe` says which have the votes. */
  votes: boolean
  /** The highest sealed block seen, where votes are needed the highest whose votes were pushed; `null`: none. */
  height: bigint | null
}

export interface Reader {
  /** @throws RpcError where no answer came at all */
  read(evidence: readonly Evidence[], wishes: Wishes): Promise<Round>
}

/** So many receipts are read of one sender's transactions that are not included, lowest nonces first. */
const lookAhead = 5
/** A sealed transaction rarely changes, and is final within minutes. */
const sealedEveryMs = 1_500
/** Shorter than the usual limit: the next round asks again. */
const timeoutMs = 3_000
/** A mempool that has a transaction keeps it for a while. */
const statusEveryMs = 1_000

/** A call, and what to do with its answer; `undefined` where there is none. */
interface Question {
  method: string
  params: readonly unknown[]
  settle(item: BatchItem | undefined): void
}

export function createReader(dependencies: {
  connection: Connection
  network: Pick<NetworkEntry, 'methodPrefix'>
  clock: Clock
  /** What an endpoint gave and nobody can read. */
  onFault(error: unknown): void
}): Reader {
  const { connection, network, clock, onFault } = dependencies
  /** Transactions whose receipt was reported as one that cannot be read. */
  const reported = new Set<Hash>()
  const statusAskedAt = new Map<Hash, number>()
  /** The last transaction count of each sender, which bounds the nonces that can be included. */
  const included = new Map<Address, number>()
  let hasStatusMethod = true
  let sealedAskedAt = 0

  function statusQuestion(hash: Hash, reading: Reading): Question {
    if (!hasStatusMethod)
      return question('eth_getTransactionByHash', [hash], knownReply, answer => {
        if (answer !== undefined) reading.known = answer !== null
      })
    return question(`${network.methodPrefix}_transactionStatus`, [hash], transactionStatusReply, (answer, error) => {
      if (answer !== undefined) reading.known = answer.status === 'Known'
      else if (error?.kind === 'method-unavailable' || error?.kind === 'invalid-params') hasStatusMethod = false
    })
  }

  /**
   * The block that had the transaction, as the chain has it now. Each answer says something by itself: of several nodes
   * behind one address, another one may have been asked for the receipt.
   */
  function seenBlockQuestions(
    { hash }: Watched,
    { blockHash, blockNumber }: ReceiptRecord,
    reading: Reading,
  ): Question[] {
    reading.block = 'none'
    const tags = [...(blockHash === null ? ['pending'] : []), toQuantity(blockNumber)]
    return tags.map(tag =>
      blockQuestion(tag, listingReply, block => {
        if (block?.number !== blockNumber) return
        if (lists(block, hash)) reading.block = 'with'
        else if (reading.block === 'none') reading.block = 'without'
      }),
    )
  }

  /** Its block is enough: what else the receipt says counts field by field, and what cannot be read is reported. */
  function receiptQuestion(hash: Hash, reading: Reading): Question {
    const report = (fields: string, by: string | undefined): void => {
      if (reported.has(hash)) return
      reported.add(hash)
      const fault = new RpcError('invalid-reply', `The endpoint's receipt cannot be read: ${fields}`)
      connection.unread(by, `eth_getTransactionReceipt ${fields}`)
      onFault(fault)
    }
    return {
      method: 'eth_getTransactionReceipt',
      params: [hash],
      settle(item) {
        if (item?.ok !== true) return
        const parsed = inclusionReply.safeParse(item.result)
        if (!parsed.success) return report(String(parsed.error.issues[0]?.path[0] ?? 'all of it'), item.by)
        reading.by = item.by
        const receipt = parsed.data
        if (receipt === null) {
          reading.receipt = null
          return
        }
        const unread = unreadOf(item.result, receipt)
        if (unread.length > 0) report(unread.join(', '), item.by)
        const told = unread.length > 0 ? { ...receipt, unread } : receipt
        const { blockHash, blockNumber } = told
        if (blockHash === undefined || blockNumber === undefined) reading.unplaced = told
        else reading.receipt = { ...told, blockHash, blockNumber }
      },
    }
  }

  /** The block of a receipt that names it by its number or by its hash alone. */
  function placeQuestions(receipt: InclusionReply, reading: Reading): Question[] {
    const { blockHash, blockNumber, transactionHash } = receipt
    const take = (block: ListingReply | null): void => {
      if (block?.number == null || block.hash === null || !lists(block, transactionHash)) return
      reading.receipt = { ...receipt, blockHash: block.hash, blockNumber: block.number }
    }
    if (blockNumber !== undefined) return [blockQuestion(toQuantity(blockNumber), listingReply, take)]
    return blockHash == null ? [] : [blockQuestion(blockHash, listingReply, take, 'eth_getBlockByHash')]
  }

  function wantsStatus(evidence: Evidence, now: number): boolean {
    const { stage, transaction } = evidence
    if (stage === 'none' || hasDoubts(evidence)) return true
    return stage === 'known' && now - (statusAskedAt.get(transaction.hash) ?? 0) >= statusEveryMs
  }

  /** True if the sender's last count leaves it possible that the transaction is included. */
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
      questions.push(receiptQuestion(hash, reading))
      if (evidence.receipt !== null && hasDoubts(evidence))
        questions.push(...seenBlockQuestions(evidence.transaction, evidence.receipt, reading))
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

  /**
   * A count that is above the nonce of what has no receipt: some endpoints count what waits in a queue of theirs by
   * `latest`. At the height of a sealed block they count what is sealed. What is only proposed has taken no nonce.
   */
  function countQuestion({ from, nonce }: Watched, reading: Reading, { votes, height: told }: Wishes): Question[] {
    if (reading.latest === null || reading.latest <= nonce) return []
    const height = votes ? (reading.safe ?? reading.final ?? told) : told
    if (votes) reading.latest = null
    if (height === null) return []
    return [
      question('eth_getTransactionCount', [from, toQuantity(height)], transactionCountReply, answer => {
        if (answer !== undefined) reading.latest = answer
      }),
    ]
  }

  /**
   * A receipt may name a block that is not sealed, or not on the chain: its hash counts once the block at that height
   * has it. Until then the transaction is as far as the count of sealed blocks says.
   */
  async function checkBlocks(asked: readonly Evidence[], round: Round, wishes: Wishes): Promise<void> {
    const questions = asked.flatMap(({ transaction, receipt: seen }) => {
      const reading = round.readings.get(transaction.hash)
      const receipt = reading?.receipt
      if (reading?.unplaced !== undefined) return placeQuestions(reading.unplaced, reading)
      if (reading === undefined || receipt === undefined || receipt === 'unread') return []
      if (receipt === null) return countQuestion(transaction, reading, wishes)
      const named = receipt.blockHash
      if (named === null || seen?.blockHash === named) return []
      if (round.head?.hash === named) return []
      reading.receipt = 'unread'
      return [
        blockQuestion(toQuantity(receipt.blockNumber), blockReply, block => {
          if (block?.hash === named) reading.receipt = receipt
          else if (reading.latest !== null && reading.latest <= transaction.nonce)
            reading.receipt = { ...receipt, blockHash: null }
        }),
      ]
    })
    if (questions.length === 0) return
    const items = await connection.batch(
      questions.map(({ method, params }) => ({ method, params })),
      { timeoutMs },
    )
    for (const [index, { settle }] of questions.entries()) settle(items[index])
  }

  /**
   * What one endpoint calls final is watched no more: the other endpoints are heard before that. Where they are as many
   * against it as for it, the transaction is not final yet.
   */
  async function hearOthers(asked: readonly Evidence[], round: Round): Promise<void> {
    const ending = asked.flatMap(({ transaction, stage }) => {
      const reading = round.readings.get(transaction.hash)
      const receipt = reading?.receipt
      if (reading == null || receipt == null || receipt === 'unread' || receipt.blockHash === null) return []
      const isFinal = reading.final !== null && receipt.blockNumber <= reading.final
      return isFinal && stage !== 'final' ? [{ reading, receipt }] : []
    })
    for (const by of new Set(ending.map(({ reading }) => reading.by))) {
      const group = ending.filter(({ reading }) => reading.by === by)
      const receipts = group.map(({ receipt }) => receipt)
      const judged = await judgeReceipts(connection, receipts, by)
      for (const [index, { reading }] of group.entries()) {
        const { judgement, receipt } = judged[index] ?? { judgement: 'open' }
        if (judgement !== 'agreed') reading.final = null
        reading.receipt = judgement === 'outvoted' ? 'unread' : (receipt ?? reading.receipt)
      }
      if (judged.some(({ judgement }) => judgement === 'outvoted')) connection.discredit(by)
    }
  }

  function forget(all: readonly Evidence[]): void {
    const watched = new Set(all.map(({ transaction }) => transaction.hash))
    for (const hash of statusAskedAt.keys()) if (!watched.has(hash)) statusAskedAt.delete(hash)
    for (const hash of reported) if (!watched.has(hash)) reported.delete(hash)
  }

  function blockQuestion<Block>(
    tag: string,
    schema: z.ZodMiniType<Block>,
    take: (block: Block) => void,
    method = 'eth_getBlockByNumber',
  ): Question {
    return question(method, [tag, false], schema, answer => {
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
      // Where the endpoint does not answer the tag `safe`, the votes are known by `finalized` alone.
      const withSealed =
        (wishes.votes || all.some(isSealed)) && (wishes.sealed || askedAt - sealedAskedAt >= sealedEveryMs)
      const asked = all.filter(evidence => withSealed || !isSealed(evidence) || isDoubted(evidence))
      const questions: Question[] = []
      const tagged = (key: 'safe' | 'final') => (block: { number: bigint | null } | null) => {
        for (const reading of round.readings.values()) reading[key] = block?.number ?? null
      }
      // Asked before the receipts: what is in a block by then is in the one that has the votes.
      if (withSealed || wishes.votes) questions.push(blockQuestion('safe', blockReply, tagged('safe')))
      if (withSealed) {
        sealedAskedAt = askedAt
        questions.push(blockQuestion('finalized', blockReply, tagged('final')))
      }
      for (const [from, group] of bySender(asked)) questions.push(...questionsOfSender(from, group, round))
      if (wishes.head)
        questions.push(
          blockQuestion('latest', headReply, block => {
            round.head = block
          }),
        )
      if (wishes.pendingBlock)
        questions.push(
          blockQuestion('pending', blockReply, block => {
            round.pendingNumber = block?.number ?? null
          }),
        )
      const calls = questions.map(({ method, params }) => ({ method, params }))
      const items = await connection.batch(calls, { timeoutMs })
      for (const [index, { settle }] of questions.entries()) settle(items[index])
      await checkBlocks(asked, round, wishes)
      await hearOthers(asked, round)
      round.receivedAt = clock.now()
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
  take: (answer: T | undefined, error: RpcError | null, by: string | undefined) => void,
): Question {
  return {
    method,
    params,
    settle(item) {
      if (item === undefined) return
      if (!item.ok) {
        take(undefined, toRpcError(item.error), item.by)
        return
      }
      const parsed = schema.safeParse(item.result)
      take(parsed.success ? parsed.data : undefined, null, item.by)
    },
  }
}

function hasDoubts({ doubts }: Evidence): boolean {
  return Object.keys(doubts).length > 0
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
    block: null,
  }
}

/** @returns the transactions by sender, lowest nonce first */
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
