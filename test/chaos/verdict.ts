import type { Address, Hash } from 'viem'
import type { LevelSpan } from '../preview-network/levels.ts'
import type { JournalRow } from './journal.ts'
import type { Transfer } from './plan.ts'
import type { Shown } from './screens.ts'

/** A transaction as it is in a block. */
export interface SentTransaction {
  from: Address
  to: Address | null
  wei: bigint
  nonce: number
  hash: Hash
  blockHash: Hash
}

/** A transfer that a page asked for, and what it was told. */
export interface Asked extends Transfer {
  from: Address
  answer: unknown
}

export interface Evidence {
  asked: readonly Asked[]
  sealed: readonly SentTransaction[]
  journal: readonly JournalRow[]
  screens: readonly (readonly Shown[])[]
  levelsOf(hash: Hash): readonly LevelSpan[]
}

/** Everything that is wrong with a run, in sentences; nothing, if all is well. */
export function faultsOf(evidence: Evidence): string[] {
  return [
    ...faultsOfChain(evidence),
    ...faultsOfNonces(evidence),
    ...faultsOfJournal(evidence),
    ...evidence.journal.flatMap(row => faultsOfHistory(row, evidence.levelsOf(row.hash))),
    ...evidence.screens.flatMap(shown => faultsOfScreen(shown, evidence.journal)),
  ]
}

/** Every approved transfer is in the chain exactly once, under the hash its page was told, and nothing else is. */
function faultsOfChain({ asked, sealed }: Evidence): string[] {
  const faults = asked.flatMap(({ from, to, wei, answer }) => {
    const found = sealed.filter(transaction => transaction.to === to)
    const [first] = found
    if (first === undefined || found.length > 1) return [`the transfer to ${to} was sealed ${found.length} times`]
    if (first.from !== from || first.wei !== wei) return [`the transfer to ${to} is not what was asked for`]
    return first.hash === answer ? [] : [`the page was told ${JSON.stringify(answer)} for ${first.hash}`]
  })
  const wanted = new Set<string | null>(asked.map(({ to }) => to))
  const others = sealed.filter(({ to }) => !wanted.has(to)).map(({ hash }) => `nobody asked for ${hash}`)
  return [...faults, ...others]
}

function faultsOfNonces({ asked, sealed }: Evidence): string[] {
  return [...new Set(asked.map(({ from }) => from))].flatMap(account => {
    const nonces = sealed.filter(({ from }) => from === account).map(({ nonce }) => nonce)
    const isContiguous = nonces.every((nonce, index) => nonce === index)
    return isContiguous ? [] : [`the nonces of ${account} in the chain are ${nonces.join(' ')}`]
  })
}

/** The journal has what the chain has, in the same blocks, and nothing else. */
export function faultsOfJournal({ sealed, journal }: Evidence): string[] {
  const rows = new Map(journal.map(row => [row.hash, row]))
  const inChain = new Set(sealed.map(({ hash }) => hash))
  return [
    ...sealed.flatMap(({ hash, from, nonce, blockHash }) => {
      const row = rows.get(hash)
      if (row === undefined) return [`the journal does not know ${hash}`]
      const isRight =
        row.from === from &&
        row.nonce === nonce &&
        row.ended === null &&
        isSealedState(row.level) &&
        row.receipt?.blockHash === blockHash &&
        row.receipt.status === 'success'
      return isRight ? [] : [`the journal says ${row.ended ?? row.level} in ${row.receipt?.blockHash} of ${hash}`]
    }),
    ...journal.filter(({ hash }) => !inChain.has(hash)).map(({ hash }) => `the journal has ${hash}, the chain has not`),
  ]
}

// ---- What was said --------------------------------------------------------------------------------------------------

const order = ['signed', 'submitted', 'accepted', 'preconfirmed', 'sealed', 'safe', 'final']
const rank = (level: string) => order.indexOf(level)
/** The clocks of page, worker and network are one clock, read with different precision. */
const clockPrecisionMs = 5

const inBlocks = ['sealedAt'] as const
/** By which of the network's own records each level is proved; any of them will do. */
const proofs: Readonly<Record<string, readonly LevelSpan['level'][]>> = {
  accepted: ['acceptedAt', 'preconfirmedAt', 'sealedAt'],
  preconfirmed: ['preconfirmedAt', 'sealedAt'],
  sealed: inBlocks,
  safe: inBlocks,
  final: inBlocks,
}

/**
 * A level falls by a named event alone, and each one reached was true: the network had it at that time, or had had it
 * since the last fall. (Of a withdrawal nobody is told, so a level may be kept for a while after the network lost it;
 * it may not be said anew.)
 */
function faultsOfHistory({ hash, history }: JournalRow, spans: readonly LevelSpan[]): string[] {
  let fallenAt = Number.NEGATIVE_INFINITY
  return history.flatMap(({ level, event, at }, index) => {
    const before = history[index - 1]
    if (event !== undefined) {
      fallenAt = at
      return wasLost(event, spans, at) ? [] : [`${hash} was called ${event}, and the network had not lost it`]
    }
    if (before !== undefined && rank(level) <= rank(before.level))
      return [`${hash} fell from ${before.level} to ${level} without an event`]
    const wanted = proofs[level]
    const isTrue = spans.some(
      span =>
        wanted?.includes(span.level) === true &&
        span.from <= at + clockPrecisionMs &&
        (span.until ?? Number.POSITIVE_INFINITY) > fallenAt,
    )
    return wanted === undefined || isTrue
      ? []
      : [`${hash} was called ${level} at ${at}, which the network did not know`]
  })
}

function wasLost(event: string, spans: readonly LevelSpan[], at: number): boolean {
  const lost = event === 'withdrawn' ? ['preconfirmedAt'] : event === 'reorganised' ? ['sealedAt'] : null
  // Nothing in these runs replaces, drops or forgets a transaction for good.
  if (lost === null) return false
  return spans.some(({ level, until }) => lost.includes(level) && until !== undefined && until <= at + clockPrecisionMs)
}

/** What a screen said of a transaction is what the journal said, in the same order and not before it. */
function faultsOfScreen(shown: readonly Shown[], journal: readonly JournalRow[]): string[] {
  const histories = new Map(journal.map(({ hash, history }) => [hash, history]))
  const reached = new Map<Hash, number>()
  return shown.flatMap(({ hash, state, at }) => {
    const history = histories.get(hash)
    if (history === undefined) return [`a screen showed ${hash}, which the journal does not know`]
    const from = reached.get(hash) ?? 0
    const index = history.findIndex(
      (entry, position) => position >= from && stateOf(entry) === state && entry.at <= at + clockPrecisionMs,
    )
    if (index < 0) return [`a screen said ${state} of ${hash} at ${at}, and the journal did not`]
    reached.set(hash, index)
    return []
  })
}

function stateOf({ level, event }: JournalRow['history'][number]): string {
  return event === 'taken' || event === 'replaced' || event === 'dropped' || event === 'lost' ? event : level
}

function isSealedState(level: string): boolean {
  return rank(level) >= rank('sealed')
}
