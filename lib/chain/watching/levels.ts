import { type Level, levelRank, type Setback } from '@/lib/base/level'
import type { ReceiptRecord, TransactionRecord } from '@/lib/storage/records'
import type { Sighting } from './types'

/** The part of a journal row that holds the level of its transaction, and how it got there. */
export type LifeCycle = Pick<TransactionRecord, 'level' | 'ended' | 'replacement' | 'receipt' | 'history'>

/**
 * What can happen to a transaction: a sighting of the watcher; `submitted`, when its bytes leave; `lost`, when the
 * chain restarts from another genesis; `replaced`, when the transaction that has its nonce was found in a block, or a
 * final block's count is above its nonce. An endpoint that returns the hash, or answers "already known", gives `known`.
 */
export type LifeEvent =
  | Sighting
  | { kind: 'submitted' | 'lost'; receivedAt: number }
  | { kind: 'replaced'; receivedAt: number; replacement: NonNullable<TransactionRecord['replacement']> }

/** The level of a transaction, or how it ended without being included. */
type LifeCycleState = Level | Exclude<TransactionRecord['ended'], null>
type Effect =
  | Level // reaches that level
  | Setback // falls, by the named event
  | 'refresh' // keeps its level and takes the newer receipt
  | 'reseal' // in the same block as `refresh`; in another block: reorganised, then sealed again
  | '-' // no effect

/**
 * The life cycle of a transaction: row = its state, column = the event. A level rises, and falls only by one of the
 * named setbacks. A lost transaction never changes again. A final one is not watched: it changes where it is read once
 * more because the endpoints were changed, and those before them had said something untrue. A dropped or replaced one
 * rises if it is seen after all: a receipt with its hash proves more than its absence did. That its nonce is `taken` is
 * a guess until it is known what took it: the count of an endpoint may be ahead of its receipts.
 */
const table: Readonly<Record<LifeCycleState, Readonly<Record<LifeEvent['kind'], Effect>>>> = {
  signed: {
    submitted: 'submitted',
    known: 'accepted',
    preconfirmed: 'preconfirmed',
    sealed: 'sealed',
    safe: '-',
    final: '-',
    'missing-receipt': '-',
    'nonce-taken': 'taken',
    replaced: 'replaced',
    'unknown-to-node': '-',
    lost: 'lost',
  },
  submitted: {
    submitted: '-',
    known: 'accepted',
    preconfirmed: 'preconfirmed',
    sealed: 'sealed',
    safe: '-',
    final: '-',
    'missing-receipt': '-',
    'nonce-taken': 'taken',
    replaced: 'replaced',
    'unknown-to-node': '-', // the bytes or the reply were lost: the same bytes are sent again
    lost: 'lost',
  },
  accepted: {
    submitted: '-',
    known: '-',
    preconfirmed: 'preconfirmed',
    sealed: 'sealed',
    safe: '-',
    final: '-',
    'missing-receipt': '-',
    'nonce-taken': 'taken',
    replaced: 'replaced',
    'unknown-to-node': 'dropped',
    lost: 'lost',
  },
  preconfirmed: {
    submitted: '-',
    known: '-',
    preconfirmed: 'refresh',
    sealed: 'sealed',
    safe: '-',
    final: '-',
    'missing-receipt': 'withdrawn',
    'nonce-taken': 'taken',
    replaced: 'replaced',
    'unknown-to-node': 'withdrawn',
    lost: 'lost',
  },
  sealed: {
    submitted: '-',
    known: '-',
    preconfirmed: '-', // from a node that is behind
    sealed: 'reseal',
    safe: 'safe',
    final: 'final',
    'missing-receipt': 'reorganised',
    'nonce-taken': 'taken',
    replaced: 'replaced',
    'unknown-to-node': 'reorganised',
    lost: 'lost',
  },
  safe: {
    submitted: '-',
    known: '-',
    preconfirmed: '-',
    sealed: 'reseal',
    safe: '-',
    final: 'final',
    'missing-receipt': 'reorganised',
    'nonce-taken': 'taken',
    replaced: 'replaced',
    'unknown-to-node': 'reorganised',
    lost: 'lost',
  },
  final: {
    submitted: '-',
    known: '-',
    preconfirmed: '-',
    sealed: 'reseal',
    safe: '-',
    final: '-',
    'missing-receipt': 'reorganised',
    'nonce-taken': '-',
    replaced: '-',
    'unknown-to-node': '-',
    lost: '-',
  },
  taken: {
    submitted: '-',
    known: '-',
    preconfirmed: 'preconfirmed',
    sealed: 'sealed',
    safe: '-',
    final: '-',
    'missing-receipt': '-',
    'nonce-taken': '-',
    replaced: 'replaced',
    'unknown-to-node': 'dropped',
    lost: 'lost',
  },
  replaced: {
    submitted: '-',
    known: '-',
    preconfirmed: 'preconfirmed',
    sealed: 'sealed',
    safe: '-',
    final: '-',
    'missing-receipt': '-',
    'nonce-taken': '-',
    replaced: 'replaced',
    'unknown-to-node': 'dropped',
    lost: 'lost',
  },
  dropped: {
    submitted: '-',
    known: 'accepted',
    preconfirmed: 'preconfirmed',
    sealed: 'sealed',
    safe: '-',
    final: '-',
    'missing-receipt': '-',
    'nonce-taken': 'taken',
    replaced: 'replaced',
    'unknown-to-node': '-',
    lost: 'lost',
  },
  lost: {
    submitted: '-',
    known: '-',
    preconfirmed: '-',
    sealed: '-',
    safe: '-',
    final: '-',
    'missing-receipt': '-',
    'nonce-taken': '-',
    replaced: '-',
    'unknown-to-node': '-',
    lost: '-',
  },
}

/** @returns the row after the event; the same object if the event changed nothing */
export function advance<Row extends LifeCycle>(row: Row, event: LifeEvent): Row {
  const effect = table[row.ended ?? row.level][event.kind]
  switch (effect) {
    case '-':
      return row
    case 'refresh':
      return refresh(row, receiptOf(event))
    case 'reseal': {
      const receipt = receiptOf(event)
      if (receipt === null || receipt.blockHash === null) return row
      if (receipt.blockHash === row.receipt?.blockHash) return refresh(row, receipt)
      return reach(setBack(row, 'reorganised', event.receivedAt), 'sealed', event)
    }
    case 'replaced':
      return replace(row, event)
    case 'withdrawn':
    case 'reorganised':
    case 'taken':
    case 'found':
    case 'dropped':
    case 'lost':
      return setBack(row, effect, event.receivedAt)
    default:
      return reach(row, effect, event)
  }
}

/** True if the transaction must still be watched: its level may rise, or it may be seen again. */
export function isInFlight({ level, ended, replacement }: Omit<LifeCycle, 'receipt' | 'history'>): boolean {
  const isOver = level === 'final' || ended === 'lost' || (ended === 'replaced' && replacement?.final !== false)
  return !isOver
}

function reach<Row extends LifeCycle>(row: Row, level: Level, event: LifeEvent): Row {
  const receipt = receiptOf(event)
  // A sealed receipt names its block: without one the sighting counts for nothing.
  if (level === 'sealed' && (receipt === null || receipt.blockHash === null)) return row
  if (level === 'preconfirmed' && receipt === null) return row
  const isGuessWrong = row.ended === 'taken' || row.ended === 'replaced'
  const { history } = isGuessWrong ? setBack(row, 'found', event.receivedAt) : row
  return {
    ...row,
    level,
    ended: null,
    replacement: undefined,
    receipt: receipt ?? row.receipt,
    history: [...history, { at: event.receivedAt, level }],
  }
}

function replace<Row extends LifeCycle>(row: Row, event: LifeEvent): Row {
  if (event.kind !== 'replaced') return row
  const known = row.replacement
  const replacement = { hash: event.replacement.hash ?? known?.hash ?? null, final: event.replacement.final }
  if (row.ended !== 'replaced') return { ...setBack(row, 'replaced', event.receivedAt), replacement }
  // What a final block took stays taken: an endpoint that is behind does not undo it.
  if (known?.final === true) return row
  return known?.hash === replacement.hash && known.final === replacement.final ? row : { ...row, replacement }
}

/** @returns the row after the setback. `lost` keeps level and receipt, as a record of the chain before its restart. */
function setBack<Row extends LifeCycle>(row: Row, setback: Setback, at: number): Row {
  if (setback === 'lost')
    return { ...row, ended: 'lost', history: [...row.history, { at, level: row.level, event: setback }] }
  const floor: Level = setback === 'dropped' ? 'submitted' : 'accepted'
  const level = levelRank(row.level) > levelRank(floor) ? floor : row.level
  const ended = setback === 'replaced' || setback === 'dropped' || setback === 'taken' ? setback : null
  return {
    ...row,
    level,
    ended,
    replacement: undefined,
    receipt: null,
    history: [...row.history, { at, level, event: setback }],
  }
}

function refresh<Row extends LifeCycle>(row: Row, receipt: ReceiptRecord | null): Row {
  if (receipt === null || (row.receipt !== null && sameReceipt(row.receipt, receipt))) return row
  // A push may leave out the L1 fee that an earlier receipt of the same block gave.
  const l1Fee = receipt.l1Fee ?? (row.receipt?.blockHash === receipt.blockHash ? row.receipt.l1Fee : null)
  const merged = { ...receipt, l1Fee }
  return row.receipt !== null && sameReceipt(row.receipt, merged) ? row : { ...row, receipt: merged }
}

function receiptOf(event: LifeEvent): ReceiptRecord | null {
  return event.kind === 'preconfirmed' || event.kind === 'sealed' ? event.receipt : null
}

function sameReceipt(left: ReceiptRecord, right: ReceiptRecord): boolean {
  return (
    left.blockHash === right.blockHash &&
    left.promisedBy === right.promisedBy &&
    left.blockNumber === right.blockNumber &&
    left.status === right.status &&
    left.gasUsed === right.gasUsed &&
    left.effectiveGasPrice === right.effectiveGasPrice &&
    left.l1Fee === right.l1Fee &&
    left.contractAddress === right.contractAddress
  )
}
