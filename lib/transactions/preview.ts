import type { Address } from 'viem'
import type {
  FeeChoice,
  FeeSpeed,
  Shown,
  TransactionPreview,
  TransactionPurpose,
  TransactionRequest,
} from '@/lib/approvals/types'
import { describeTransaction, type KnownToken } from '@/lib/decoding/describe'
import { refreshOutcome } from '@/lib/simulation/outcome'

import { toQuantity } from '@/lib/values/hex'
import {
  areCredible,
  expectedCost,
  type GasFee,
  gasWithRoom,
  isPermitted,
  namedSpeeds,
  type RememberedFees,
  refreshSuggestions,
  type Suggestions,
  suggestFees,
  suggestionCeiling,
  suggestionsAtLeast,
  transferGas,
} from './fees'
import type { ChainReading } from './prefetch'
import { findRisks } from './risks'

/** Everything that preparing one transaction has found out so far. Immutable: each finding makes a new one. */
export interface Draft {
  chainId: number
  account: Address
  request: TransactionRequest
  purpose: TransactionPurpose
  /** What a replacement must offer at least; `null` when it replaces nothing. */
  least: GasFee | null
  reading: ChainReading | null
  /** Kept while they will do, so that figures do not jump. */
  suggestions: Suggestions | null
  chosen: FeeSpeed
  custom: GasFee | null
  gas: bigint | null
  /** The endpoint's figures are above what it may suggest. */
  feeIsIncredible: boolean
  /** What the digest covers of the simulation. */
  outcome: string | null
  expectedNonce: number | null
  /** Wei that transactions under way will still take. */
  committed: bigint
  isFirstTime: boolean
  /** Ms until the first stop after accepted, as measured on this chain; `null` when nothing was measured. */
  measured: { medianMs: number; p95Ms: number } | null
  failure: NonNullable<TransactionPreview['failure']> | null
}

/** What a contract call gets when it cannot be estimated because it would fail, and the person sends it all the same. */
const gasWithoutEstimate = 500_000n

/** The draft after one more reading of the chain. Caps, gas and outcome only move when what was shown no longer does. */
export function withReading(
  draft: Draft,
  reading: ChainReading,
  context: { remembered: RememberedFees; localNext: number | null; committed: bigint },
): Draft {
  const market = reading.market
  let { suggestions, feeIsIncredible } = draft
  if (market !== null) {
    const fresh = suggestions === null ? suggestFees(market) : refreshSuggestions(suggestions, market)
    feeIsIncredible = !areCredible(fresh, context.remembered)
    suggestions = feeIsIncredible ? null : fresh
  }
  const refreshed: Draft = {
    ...draft,
    reading,
    suggestions,
    feeIsIncredible,
    gas: refreshGas(draft, reading),
    outcome: refreshOutcome(draft.outcome, reading.simulation),
    expectedNonce: Math.max(context.localNext ?? 0, reading.pendingCount, reading.latestCount),
    committed: context.committed,
    failure: null,
  }
  return draft.reading === null ? takeRequestedFee(refreshed, context.remembered) : refreshed
}

function refreshGas(draft: Draft, reading: ChainReading): bigint {
  if (draft.request.gas !== undefined) return BigInt(draft.request.gas)
  const plain = draft.request.to !== null && draft.request.data === '0x' && reading.recipientHasCode === false
  const needed = reading.estimate === null ? (plain ? transferGas : gasWithoutEstimate) : gasWithRoom(reading.estimate)
  // The room of the first estimate absorbs small changes; only what exceeds it raises the limit.
  if (draft.gas !== null && reading.estimate !== null && reading.estimate <= draft.gas) return draft.gas
  return draft.gas !== null && reading.estimate === null ? draft.gas : needed
}

/** A site may name a fee of its own, within what an endpoint might suggest; anything else is not followed. */
function takeRequestedFee(draft: Draft, remembered: RememberedFees): Draft {
  const { maxFeePerGas, maxPriorityFeePerGas } = draft.request
  if (maxFeePerGas === undefined) return draft
  const asked: GasFee = {
    maxFeePerGas: BigInt(maxFeePerGas),
    maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas ?? maxFeePerGas),
  }
  const baseFee = draft.reading?.market?.baseFeePerGas ?? 0n
  const follows =
    isPermitted(asked) && asked.maxFeePerGas >= baseFee && asked.maxFeePerGas <= suggestionCeiling(remembered)
  return follows ? { ...draft, chosen: 'custom', custom: asked } : draft
}

/** The fee of the choice that stands; `null` until one is known. */
export function chosenFee(draft: Draft): GasFee | null {
  if (draft.chosen === 'custom') return draft.custom
  return offered(draft)?.[draft.chosen] ?? null
}

function offered(draft: Draft): Suggestions | null {
  return draft.suggestions === null ? null : suggestionsAtLeast(draft.suggestions, draft.least)
}

/** Gas × cap of the choice that stands, in wei. */
export function ceilingOf(draft: Draft): bigint | null {
  const fee = chosenFee(draft)
  return fee === null || draft.gas === null ? null : draft.gas * fee.maxFeePerGas
}

/** Wei left on the pending state after value, ceiling, L1 and operator fee, and everything under way. */
export function remainingOf(draft: Draft): bigint | null {
  const ceiling = ceilingOf(draft)
  const { reading } = draft
  if (ceiling === null || reading === null || reading.balance === null) return null
  return (
    reading.balance -
    BigInt(draft.request.value) -
    ceiling -
    (reading.l1Fee ?? 0n) -
    (reading.operatorFee ?? 0n) -
    draft.committed
  )
}

/** What the approval keeps and its digest covers. */
export function toShown(draft: Draft, tokenOf: (address: Address) => KnownToken | null): Shown {
  const fee = chosenFee(draft)
  const ceiling = ceilingOf(draft)
  const known = fee !== null && ceiling !== null && draft.gas !== null
  return {
    feeCeiling: known ? toQuantity(ceiling) : null,
    fee: known
      ? {
          maxFeePerGas: toQuantity(fee.maxFeePerGas),
          maxPriorityFeePerGas: toQuantity(fee.maxPriorityFeePerGas),
          gas: toQuantity(draft.gas ?? 0n),
        }
      : null,
    noncePolicy: draft.reading === null ? null : (draft.request.nonce ?? 'next'),
    outcome: draft.outcome,
    risks: draft.reading === null ? [] : risksOf(draft, tokenOf),
  }
}

function risksOf(draft: Draft, tokenOf: (address: Address) => KnownToken | null): Shown['risks'] {
  const { reading, request } = draft
  return findRisks({
    transaction: request,
    description: describeDraft(draft, tokenOf),
    simulation: reading?.simulation ?? { status: 'running' },
    remaining: remainingOf(draft),
    feeIsIncredible: draft.feeIsIncredible,
    gasIsLow: reading?.estimate != null && draft.gas !== null && reading.estimate > draft.gas,
    recipientHasCode: reading?.recipientHasCode ?? null,
    isFirstTime: draft.isFirstTime,
  })
}

function describeDraft(
  draft: Draft,
  tokenOf: (address: Address) => KnownToken | null,
): TransactionPreview['description'] {
  return describeTransaction(draft.request, { purpose: draft.purpose, tokenOf })
}

/** What the person sees. */
export function toPreview(draft: Draft, tokenOf: (address: Address) => KnownToken | null): TransactionPreview {
  const { reading, request } = draft
  const remaining = remainingOf(draft)
  return {
    transaction: { ...request, gas: toQuantity(draft.gas ?? 0n) },
    purpose: draft.purpose,
    description: describeDraft(draft, tokenOf),
    fee: toFee(draft),
    nonce:
      request.nonce === undefined
        ? { policy: 'next', expected: draft.expectedNonce }
        : { policy: 'fixed', value: request.nonce },
    simulation: reading?.simulation ?? { status: 'running' },
    remaining: remaining === null ? null : remaining.toString(),
    failure: draft.failure,
  }
}

function toFee(draft: Draft): TransactionPreview['fee'] {
  const { reading, gas } = draft
  const suggestions = offered(draft)
  const ceiling = ceilingOf(draft)
  if (reading === null || gas === null || (suggestions === null && draft.custom === null)) return null
  const baseFee = reading.market?.baseFeePerGas ?? 0n
  const toChoice = (speed: FeeSpeed, fee: GasFee): FeeChoice => ({
    speed,
    maxFeePerGas: toQuantity(fee.maxFeePerGas),
    maxPriorityFeePerGas: toQuantity(fee.maxPriorityFeePerGas),
    expected: toQuantity(expectedCost(gas, fee, baseFee)),
    ceiling: toQuantity(gas * fee.maxFeePerGas),
    expectedMs:
      draft.measured === null || speed === 'custom'
        ? null
        : speed === 'slow'
          ? draft.measured.p95Ms
          : draft.measured.medianMs,
  })
  const choices = suggestions === null ? [] : namedSpeeds.map(speed => toChoice(speed, suggestions[speed]))
  if (draft.custom !== null) choices.push(toChoice('custom', draft.custom))
  return {
    choices,
    chosen: draft.chosen,
    l1Fee: reading.l1Fee === null ? null : toQuantity(reading.l1Fee),
    operatorFee: reading.operatorFee === null ? null : toQuantity(reading.operatorFee),
    ceiling: toQuantity(ceiling ?? 0n),
  }
}
