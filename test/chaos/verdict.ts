import type { Address, Hash } from 'viem'
import type { LevelSpan } from '../preview-network/levels.ts'
import type { JournalRow } from './journal.ts'
import type { Transfer } from './plan.ts'
import type { Screen, Shown, ShownBalance } from './screens.ts'

/** A transaction as it is in a block. */
export interface SentTransaction {
  from: Address
  to: Address | null
  wei: bigint
  nonce: number
  hash: Hash
  blockHash: Hash
  /** Wei that it took from its sender, the amount included. */
  cost: bigint
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
  screens: readonly Screen[]
  /** Wei that each account had before the first transfer, and has in the end. */
  funds: { before: bigint; after: ReadonlyMap<Address, bigint> }
  levelsOf(hash: Hash): readonly LevelSpan[]
}

/** Everything that is wrong with a run, in sentences; nothing, if all is well. */
export function faultsOf(evidence: Evidence): string[] {
  return [
    ...faultsOfChain(evidence),
    ...faultsOfNonces(evidence),
    ...faultsOfJournal(evidence),
    ...evidence.journal.flatMap(row => faultsOfHistory(row, evidence.levelsOf(row.hash))),
    ...evidence.screens.flatMap(({ rows }) => [
      ...faultsOfScreen(rows, evidence.journal),
      ...latenessOf(rows, evidence)
        .filter(({ ms }) => ms > longestLagMs)
        .map(({ hash, level, ms }) => `a screen did not say for ${Math.round(ms)} ms that ${hash} is ${level}`),
    ]),
    ...faultsOfBalances(evidence),
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

/** By which of the network's own records each level is proved; any of them will do. */
const proofs: Readonly<Record<string, readonly LevelSpan['level'][]>> = {
  accepted: ['acceptedAt', 'preconfirmedAt', 'sealedAt'],
  preconfirmed: ['preconfirmedAt', 'sealedAt'],
  sealed: ['sealedAt'],
  safe: ['safeAt', 'finalAt'],
  final: ['finalAt'],
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
  // Its number was used, by itself: a count may be ahead of the receipt. That is taken back by a name.
  if (event === 'taken' || event === 'found')
    return spans.some(({ level, from }) => level === 'sealedAt' && from <= at + clockPrecisionMs)
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
    if (state === null) {
      reached.delete(hash)
      return []
    }
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

/** So long something may go wrong one after the other: what is lost is asked for again, and the worker starts anew. */
export const longestLagMs = 15_000

/** How long a screen showed less of a transaction than the network had, for each level that it showed in the end. */
export function latenessOf(shown: readonly Shown[], { levelsOf }: Pick<Evidence, 'levelsOf'>) {
  const levels = [
    { level: 'preconfirmed', proof: 'preconfirmedAt' },
    { level: 'sealed', proof: 'sealedAt' },
  ] as const
  return [...new Set(shown.map(({ hash }) => hash))].flatMap(hash =>
    levels.flatMap(({ level, proof }) =>
      levelsOf(hash)
        .filter(span => span.level === proof)
        .flatMap(({ from, until }) => {
          const lags = lagsOf(shown, hash, level, from, until ?? Number.POSITIVE_INFINITY)
          return lags.map(ms => ({ hash, level, ms }))
        }),
    ),
  )
}

/** The times within a span in which the row was there and said less. */
function lagsOf(shown: readonly Shown[], hash: Hash, level: string, from: number, until: number): number[] {
  const own = shown.filter(each => each.hash === hash)
  const lags: number[] = []
  let begun: number | null = null
  for (const [index, { state, at }] of own.entries()) {
    const end = Math.min(own[index + 1]?.at ?? at, until)
    const isLess = state !== null && rank(state) < rank(level)
    const start = Math.max(at, from)
    if (isLess && end > start) begun ??= start
    if (begun !== null && (!isLess || index === own.length - 1)) {
      lags.push(Math.max(0, Math.min(isLess ? end : at, until) - begun))
      begun = null
    }
  }
  return lags
}

/**
 * Each balance that a screen showed was that of one of the accounts, then or a while before: what is sealed
 * in the one, and what is pre-confirmed besides in the other. A level that was lost and had again counts each time.
 */
function faultsOfBalances({ screens, sealed, funds, levelsOf }: Evidence): string[] {
  const faults: string[] = []
  const books = [...funds.after].map(([account, after]) => {
    const own = sealed.filter(({ from }) => from === account)
    const spent = own.reduce((sum, { cost }) => sum + cost, 0n)
    if (funds.before - spent !== after)
      faults.push(`${account} has ${after} wei, and the blocks say ${funds.before - spent}`)
    return own.map(({ hash, cost }) => ({ cost, spans: levelsOf(hash) }))
  })
  const had = (book: (typeof books)[number], levels: readonly LevelSpan['level'][], at: number): bigint =>
    book.reduce((sum, { cost, spans }) => {
      const isIn = spans.some(
        ({ level, from, until }) => levels.includes(level) && from <= at && at < (until ?? Number.POSITIVE_INFINITY),
      )
      return isIn ? sum - cost : sum
    }, funds.before)
  const moments = [...new Set(books.flatMap(book => book.flatMap(({ spans }) => spans.flatMap(momentsOf))))]
  const isTrue = ({ at }: ShownBalance, value: string, levels: readonly LevelSpan['level'][]): boolean => {
    const within = [
      at - longestLagMs,
      at,
      ...moments.filter(each => each > at - longestLagMs && each <= at + clockPrecisionMs),
    ]
    return books.some(book => within.some(moment => had(book, levels, moment) === BigInt(value)))
  }
  for (const balance of screens.flatMap(({ balances }) => balances)) {
    if (!isTrue(balance, balance.sealed, ['sealedAt']))
      faults.push(`a screen said ${BigInt(balance.sealed)} wei are sealed at ${balance.at}, and they were not`)
    if (!isTrue(balance, balance.pending, ['sealedAt', 'preconfirmedAt']))
      faults.push(`a screen said ${BigInt(balance.pending)} wei with what is pre-confirmed at ${balance.at}`)
  }
  return faults
}

function momentsOf({ from, until }: LevelSpan): number[] {
  return until === undefined ? [from] : [from, until]
}

function stateOf({ level, event }: JournalRow['history'][number]): string {
  return event === 'taken' || event === 'replaced' || event === 'dropped' || event === 'lost' ? event : level
}

function isSealedState(level: string): boolean {
  return rank(level) >= rank('sealed')
}
