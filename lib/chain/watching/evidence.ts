import { isSameAddress, isSameHex } from '@/lib/base/hex'
import type { InclusionReply } from '@/lib/base/rpc/schemas'
import type { ReceiptRecord } from '@/lib/storage/records'
import type { Sighting, Watched } from './types'

/**
 * What is known of one watched transaction. The functions below are pure: they take a push or a reading and return the
 * new evidence with the sightings to tell. An observation is told at once. An absence is told only after several
 * readings agree, because an answer of a load-balanced node, or of one that is sealing a block, may be a moment behind.
 */
export interface Evidence {
  readonly transaction: Watched
  readonly stage: 'none' | 'known' | 'preconfirmed' | 'sealed' | 'safe' | 'final'
  /** The last receipt that this worker or an earlier one saw. */
  readonly receipt: ReceiptRecord | null
  /** When it was last seen included, ms since the epoch. A reading asked before that says nothing about its absence. */
  readonly seenAt: number
  readonly doubts: Readonly<Partial<Record<Absence, Doubt>>>
}

/**
 * `receipt-behind`: the receipt is missing, and a count of the same reading says that the nonce is used in the block
 * being built, or the block where the transaction was seen is not there yet. The node that was asked may be behind.
 */
type Absence = 'missing-receipt' | 'receipt-behind' | 'nonce-taken' | 'unknown-to-node'
interface Doubt {
  since: number
  readings: number
  told: boolean
}

/** A receipt with its block, and the fields of it that could not be read. */
export type PlacedReceipt = InclusionReply & Pick<ReceiptRecord, 'blockHash' | 'blockNumber' | 'unread'>

/** The answers about one transaction in one round. Times are ms since the epoch. `null`: not asked, or not answered. */
export interface Reading {
  askedAt: number
  receivedAt: number
  /** `unread`: the question failed. */
  receipt: PlacedReceipt | null | 'unread'
  /** The receipt, where its block has to be found by the part of it that can be read. */
  unplaced?: InclusionReply
  /** HTTP address of the endpoint that gave the receipt. */
  by?: string | undefined
  /** The sender's transaction count by `latest` (sealed blocks) and by `pending` (with pre-confirmed transactions). */
  latest: number | null
  pending: number | null
  /** Whether the mempool has it. */
  known: boolean | null
  /** Heights of the tags `safe` and `finalized`. */
  safe: bigint | null
  final: bigint | null
  /**
   * The block at the height where the transaction was seen, sealed or being built, as it is now: `with` the
   * transaction, `without` it, or `none` yet. `null`: not asked.
   */
  block: 'with' | 'without' | 'none' | null
  /** The chain is one node for development (`Connection.isDevelopment`), whose answers are never a moment behind. */
  isOneNode?: boolean
}

/** How long, and in how many readings, an absence must last before it is told … */
const patience: Readonly<Record<Absence, { ms: number; readings: number }>> = {
  'missing-receipt': { ms: 500, readings: 2 },
  'receipt-behind': { ms: 10_000, readings: 5 },
  'nonce-taken': { ms: 1_000, readings: 2 },
  'unknown-to-node': { ms: 3_000, readings: 3 },
}

/** … and after how long a taken nonce is told again, because what took it is looked for again. */
const takenAgainMs = 5_000

/** A sighting without its hash, which is the one of the evidence. */
type Seen = Sighting extends infer Each ? (Each extends Sighting ? Omit<Each, 'hash'> : never) : never
export interface EvidenceUpdate {
  evidence: Evidence
  sightings: Sighting[]
}

export function newEvidence({ receipt = null, ...transaction }: Watched): Evidence {
  return { transaction, stage: receipt?.blockHash == null ? 'none' : 'sealed', receipt, seenAt: 0, doubts: {} }
}

/** True if a receipt in a sealed block was seen, by this worker or an earlier one. */
export function isSealed({ stage }: Evidence): boolean {
  return stage === 'sealed' || stage === 'safe' || stage === 'final'
}

/** @returns the evidence after a pushed pre-confirmation with its figures. @param receivedAt ms since the epoch */
export function seePreconfirmed(evidence: Evidence, receipt: ReceiptRecord, receivedAt: number): EvidenceUpdate {
  if (isSealed(evidence)) return nothing(evidence)
  const isNews = evidence.stage !== 'preconfirmed' || !sameFigures(evidence.receipt, receipt)
  return {
    evidence: { ...evidence, stage: 'preconfirmed', receipt, seenAt: receivedAt, doubts: {} },
    sightings: isNews ? [sighting(evidence, { kind: 'preconfirmed', receivedAt, receipt })] : [],
  }
}

/**
 * @returns the evidence after one reading
 * @param servesPreconfirmed whether this network has been seen to give receipts before their block is sealed
 */
export function see(evidence: Evidence, reading: Reading, servesPreconfirmed: boolean): EvidenceUpdate {
  const { receipt } = reading
  if (receipt === 'unread') return seeKnown(evidence, reading)
  if (receipt === null) return seeAbsence(evidence, reading, servesPreconfirmed)
  // The endpoint says something untrue (invariant 11): nothing follows from it.
  if (!belongsTo(receipt, evidence.transaction) || isNonceFree(receipt, reading, evidence.transaction))
    return nothing(evidence)
  const record = toRecord(receipt)
  if (record.blockHash !== null) return seeSealed(evidence, record, reading)
  if (!isSealed(evidence)) return seePreconfirmed(evidence, record, reading.receivedAt)
  // It was sealed and is now in an open block: the node is behind, or the block was reorganised. Later readings decide.
  if (reading.askedAt < evidence.seenAt) return nothing(evidence)
  if (reading.block === 'with') return nothing({ ...evidence, doubts: {} })
  const doubted = doubt(evidence, reading.block === 'none' ? 'receipt-behind' : 'missing-receipt', reading)
  if (doubted.sightings.length === 0) return doubted
  const again = seePreconfirmed(doubted.evidence, record, reading.receivedAt)
  return { ...again, sightings: [...doubted.sightings, ...again.sightings] }
}

function seeSealed(evidence: Evidence, record: ReceiptRecord, reading: Reading): EvidenceUpdate {
  const { receivedAt, askedAt } = reading
  const isSameBlock = isSealed(evidence) && evidence.receipt?.blockHash === record.blockHash
  // A newer answer arrived before this one: the block it names may be gone.
  if (!isSameBlock && isSealed(evidence) && askedAt < evidence.seenAt) return nothing(evidence)
  const sightings: Sighting[] = []
  let { stage } = evidence
  if (!isSameBlock) stage = 'sealed'
  // Another endpoint may give other figures of the same block.
  const isOtherContract = evidence.receipt?.contractAddress !== record.contractAddress
  if (!isSameBlock || isOtherContract || !sameFigures(evidence.receipt, record))
    sightings.push(sighting(evidence, { kind: 'sealed', receivedAt, receipt: record }))
  const isAtOrBelow = (height: bigint | null): boolean => height !== null && record.blockNumber <= height
  if (stage !== 'final' && isAtOrBelow(reading.final)) {
    stage = 'final'
    sightings.push(sighting(evidence, { kind: 'final', receivedAt }))
  } else if (stage === 'sealed' && isAtOrBelow(reading.safe)) {
    stage = 'safe'
    sightings.push(sighting(evidence, { kind: 'safe', receivedAt }))
  }
  return {
    evidence: { ...evidence, stage, receipt: record, seenAt: receivedAt, doubts: {} },
    sightings,
  }
}

function seeKnown(evidence: Evidence, { known, receivedAt }: Reading): EvidenceUpdate {
  if (known !== true || evidence.stage !== 'none') return nothing(evidence)
  return {
    evidence: { ...evidence, stage: 'known' },
    sightings: [sighting(evidence, { kind: 'known', receivedAt })],
  }
}

function seeAbsence(evidence: Evidence, reading: Reading, servesPreconfirmed: boolean): EvidenceUpdate {
  const { latest, pending, known, askedAt, block } = reading
  const { nonce } = evidence.transaction
  if (askedAt < evidence.seenAt) return nothing(evidence)
  if (block === 'with') return nothing({ ...evidence, doubts: {} })
  const isTaken = latest !== null && latest > nonce
  // Where receipts come only with the sealed block, no receipt is no absence: the pending count tells whether it is
  // pre-confirmed.
  const isFree = latest !== null && !isTaken
  const isMissing = isFree && (isSealed(evidence) || servesPreconfirmed || (pending !== null && pending <= nonce))
  const isUnknown = isFree && known === false
  const hasNoBlock = block === 'none'
  const isBehind = hasNoBlock || (pending !== null && pending > nonce && !isSealed(evidence))
  // A mempool may still have what can no longer be included.
  let outcome = isTaken ? nothing(evidence) : seeKnown(evidence, reading)
  for (const [absence, holds] of [
    ['nonce-taken', isTaken],
    // An endpoint may be several nodes, and one of them may be out of date. So a missing receipt counts only while the
    // pending count is not above our nonce. If the count rises, absences are counted anew.
    ['missing-receipt', isMissing && !isBehind],
    ['receipt-behind', isMissing],
    ['unknown-to-node', isUnknown && !hasNoBlock],
  ] as const) {
    // Not asked: an earlier doubt stays as it is.
    if (absence === 'unknown-to-node' && known === null) continue
    if (absence === 'receipt-behind' && holds && !isBehind) continue
    const next = holds ? doubt(outcome.evidence, absence, reading) : nothing(without(outcome.evidence, absence))
    outcome = { ...next, sightings: [...outcome.sightings, ...next.sightings] }
  }
  return outcome
}

/**
 * Counts an absence and tells it once it has lasted. `unknown-to-node` is told again each time, because the bytes must
 * be sent again, and `nonce-taken` now and then. What was seen in a block is told to be gone only by a reading that
 * asked for that block.
 */
function doubt(evidence: Evidence, absence: Absence, reading: Reading): EvidenceUpdate {
  const { askedAt, receivedAt, block, isOneNode = false } = reading
  // From question to question: how long the answers take says nothing.
  const held = evidence.doubts[absence] ?? { since: askedAt, readings: 0, told: false }
  const readings = held.readings + 1
  const isLasting = askedAt - held.since >= patience[absence].ms && readings >= patience[absence].readings
  const isCertain = isOneNode && isSealed(evidence) && block !== null
  const isChecked = evidence.receipt === null || block !== null
  const isDueAgain = absence === 'nonce-taken' && askedAt - held.since >= takenAgainMs
  if (held.told ? !isDueAgain : !(isCertain || (isLasting && isChecked)))
    return nothing(withDoubt(evidence, absence, { ...held, readings }))
  const kind = absence === 'receipt-behind' ? 'missing-receipt' : absence
  const sightings = [sighting(evidence, { kind, receivedAt })]
  // What the mempool or a block has again after that is news.
  const since = held.told ? askedAt : held.since
  const next =
    absence === 'unknown-to-node' ? { since: askedAt, readings: 0, told: false } : { since, readings, told: true }
  return { evidence: { ...withDoubt(evidence, absence, next), stage: 'none', receipt: null }, sightings }
}

function withDoubt(evidence: Evidence, absence: Absence, held: Doubt): Evidence {
  return { ...evidence, doubts: { ...evidence.doubts, [absence]: held } }
}

function without(evidence: Evidence, absence: Absence): Evidence {
  if (!evidence.doubts[absence]) return evidence
  const { [absence]: _, ...doubts } = evidence.doubts
  return { ...evidence, doubts }
}

/**
 * True if an absence was seen and not told yet, so that the next reading should come soon. A transaction that was never
 * included may lack a receipt.
 */
export function isDoubted({ stage, doubts }: Evidence): boolean {
  const isOpen = (absence: Absence): boolean => doubts[absence] !== undefined && !doubts[absence].told
  const isReceiptMissing = isOpen('missing-receipt') || isOpen('receipt-behind')
  return isOpen('nonce-taken') || isOpen('unknown-to-node') || (isReceiptMissing && isIncluded(stage))
}

function isIncluded(stage: Evidence['stage']): boolean {
  return stage !== 'none' && stage !== 'known'
}

function nothing(evidence: Evidence): EvidenceUpdate {
  return { evidence, sightings: [] }
}

function sighting(evidence: Evidence, seen: Seen): Sighting {
  return { hash: evidence.transaction.hash, ...seen }
}

/** True if the receipt is the one asked for (invariant 11). */
function belongsTo(receipt: PlacedReceipt, { hash, from }: Watched): boolean {
  const isFromOther = receipt.from != null && !isSameAddress(receipt.from, from)
  return isSameHex(receipt.transactionHash, hash) && !isFromOther
}

/** True if a count of the same reading says that the nonce is free, which contradicts the receipt. */
function isNonceFree(receipt: PlacedReceipt, { latest, pending }: Reading, { nonce }: Watched): boolean {
  const count = receipt.blockHash === null ? pending : latest
  return count !== null && count <= nonce
}

/** @returns the receipt as the journal keeps it */
export function toRecord(receipt: PlacedReceipt): ReceiptRecord {
  return {
    blockHash: receipt.blockHash,
    ...(receipt.promisedBy === undefined ? {} : { promisedBy: receipt.promisedBy }),
    blockNumber: receipt.blockNumber,
    status: receipt.status,
    gasUsed: receipt.gasUsed,
    ...(receipt.unread === undefined ? {} : { unread: receipt.unread }),
    effectiveGasPrice: receipt.effectiveGasPrice ?? null,
    l1Fee: receipt.l1Fee ?? null,
    contractAddress: receipt.contractAddress ?? null,
  }
}

/** @returns whether both say the same of what happened and what it cost; the second may leave out the L1 fee */
export function sameFigures(left: ReceiptRecord | null, right: ReceiptRecord): boolean {
  return (
    left !== null &&
    left.promisedBy === right.promisedBy &&
    left.blockNumber === right.blockNumber &&
    left.status === right.status &&
    left.gasUsed === right.gasUsed &&
    left.effectiveGasPrice === right.effectiveGasPrice &&
    (left.l1Fee === right.l1Fee || right.l1Fee === null)
  )
}
