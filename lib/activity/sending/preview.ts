import type { Address } from 'viem'
import { toEffectView } from '@/lib/base/effect-views'
import type { Act, Effect } from '@/lib/base/effects'
import { Failure } from '@/lib/base/failure'
import { lowerCaseAddress, type Quantity, toQuantity } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { TransactionPurpose } from '@/lib/base/transaction-purpose'
import type { Shown } from '@/lib/decisions/approvals/types'
import type { ApprovalRequest, FeeChoice, FeeSpeed, Pricing, TransactionPreview } from '@/lib/language/requests'
import { type ContractLookup, runsCode } from '@/lib/reading/calls/contracts'
import { describeTransaction } from '@/lib/reading/calls/describe'
import { nameOfFunction } from '@/lib/reading/calls/function-names'
import { actsInside, readCall } from '@/lib/reading/calls/nested-calls'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { type Holdings, unknownHoldings } from '@/lib/reading/risk/effect-facts'
import { findRisks, type RiskFacts } from '@/lib/reading/risk/transaction'
import { refreshOutcome } from '@/lib/reading/simulation/outcome'
import { shownEffects } from '@/lib/reading/simulation/shown-effects'
import { type KnownMoney, noMoney } from '@/lib/reading/tokens/known-money'
import { proxiesOf } from './called-proxies'
import { actOfDelegation } from './chosen-delegation'
import { authorizationGas } from './delegation'
import {
  accessListGas,
  expectedCost,
  feeDangerOf,
  type GasFee,
  gasWithRoom,
  isPermitted,
  isUsual,
  namedSpeeds,
  type RememberedFees,
  refreshSuggestions,
  type Suggestions,
  suggestFees,
  suggestionsAtLeast,
  transferGas,
} from './fees'
import { insideOf } from './inside'
import type { ChainReading } from './prefetch'

/** A fee as a person chooses it: by name, or with own values in wei. */
export interface FeeSetting {
  speed: FeeSpeed
  maxFeePerGas?: Quantity
  maxPriorityFeePerGas?: Quantity
}

/** Everything that preparing one transaction has found out so far. Immutable: each finding makes a new one. */
export interface TransactionDraft {
  networkId: NetworkId
  account: Address
  request: TransactionRequest
  purpose: TransactionPurpose
  /** For a decision about several calls; `request` then stands for all of them together. */
  calls: readonly TransactionRequest[] | null
  /** For calls that are made together: a second transaction ends the delegation again. */
  isTakenBack: boolean
  /** Gas limit of each of the transactions that make the calls, once known. */
  gasOfCalls: readonly bigint[] | null
  /** What the account has before. */
  holdings: Holdings
  /** What a replacement must offer at least; `null` when it replaces nothing. */
  least: GasFee | null
  reading: ChainReading | null
  /** Kept while they will do, so that figures do not jump. */
  suggestions: Suggestions | null
  chosen: FeeSpeed
  custom: GasFee | null
  /**
   * What an earlier worker showed and stored; taken up again with the first reading, so that the person's view
   * survives.
   */
  restored: GasFee | null
  gas: bigint | null
  /** Wei: what L1 and operator fee may rise to before it is shown again. `null` where there are none. */
  addedFeeCeiling: bigint | null
  /** Kept over a reading that does not tell. */
  pricing: Pricing
  /** What this network asked for before the last reading. */
  remembered: RememberedFees
  /** What the digest covers of the simulation. */
  outcome: string | null
  expectedNonce: number | null
  /** A nonce that was fixed, and is used or held by another transaction. */
  takenNonce: number | null
  /** The lowest nonce before this one's that nothing holds: this one waits until something does. */
  freeNonce: number | null
  /** Wei that transactions under way will still take. */
  committed: bigint
  /** Addresses that something was sent or allowed to before, and one's own. */
  contacts: readonly Address[]
  /** What money there is on this chain. */
  money: KnownMoney
  /** Ms until the first stop after accepted, as measured on this chain; `null` when nothing was measured. */
  measured: { medianMs: number; p95Ms: number } | null
  failure: NonNullable<TransactionPreview['failure']> | null
}

/**
 * What a contract call gets when it cannot be estimated because it would fail, and the person sends it all the same.
 */
const gasWithoutEstimate = 500_000n

/** Nothing is known yet but what is asked for, and what an earlier worker showed of it. */
export function newDraft(
  networkId: NetworkId,
  account: Address,
  request: Extract<ApprovalRequest, { kind: 'transaction' }>,
  shown: Shown,
): TransactionDraft {
  const { fee } = shown
  return {
    networkId,
    account,
    request: request.transaction,
    purpose: request.purpose,
    calls: null,
    isTakenBack: false,
    gasOfCalls: fee?.gasOfCalls?.map(BigInt) ?? null,
    holdings: unknownHoldings,
    least: null,
    reading: null,
    suggestions: null,
    chosen: 'normal',
    custom: null,
    restored:
      fee === null
        ? null
        : { maxFeePerGas: BigInt(fee.maxFeePerGas), maxPriorityFeePerGas: BigInt(fee.maxPriorityFeePerGas) },
    gas: fee === null ? null : BigInt(fee.gas),
    addedFeeCeiling: shown.addedFeeCeiling === undefined ? null : BigInt(shown.addedFeeCeiling),
    pricing: fee?.pricing ?? 'eip1559',
    remembered: { samples: [] },
    outcome: shown.outcome,
    expectedNonce: null,
    takenNonce: null,
    freeNonce: null,
    committed: 0n,
    contacts: [],
    money: noMoney,
    measured: null,
    failure: null,
  }
}

/**
 * The draft after one more reading of the chain. Caps, gas and outcome only move when what was shown no longer does.
 */
export function withReading(
  draft: TransactionDraft,
  reading: ChainReading,
  context: Pick<TransactionDraft, 'remembered' | 'takenNonce' | 'freeNonce' | 'committed'> & { expectedNonce: number },
): TransactionDraft {
  const { market } = reading
  let { suggestions } = draft
  if (market !== null)
    suggestions = suggestions === null ? suggestFees(market) : refreshSuggestions(suggestions, market)
  const refreshed: TransactionDraft = {
    ...draft,
    reading,
    suggestions,
    remembered: context.remembered,
    pricing: pricingOf(draft, reading),
    gas: refreshGas(draft, reading),
    addedFeeCeiling: refreshAddedFee(draft.addedFeeCeiling, addedFeeOf(reading)),
    outcome: refreshOutcome(draft.outcome, reading.simulation),
    expectedNonce: context.expectedNonce,
    takenNonce: context.takenNonce,
    freeNonce: context.freeNonce,
    committed: context.committed,
    failure: null,
  }
  if (draft.reading !== null) return refreshed
  return takeRestoredFee(refreshed) ?? takeRequestedFee(refreshed)
}

/**
 * The fee shown before, by its name if it has one still; `undefined` when there was none or the next block would not
 * take it.
 */
function takeRestoredFee(draft: TransactionDraft): TransactionDraft | undefined {
  const { restored } = draft
  if (restored === null || restored.maxFeePerGas < (draft.reading?.market?.baseFeePerGas ?? 0n)) return undefined
  const suggestions = offered(draft)
  const speed = namedSpeeds.find(
    name =>
      suggestions?.[name].maxFeePerGas === restored.maxFeePerGas &&
      suggestions[name].maxPriorityFeePerGas === restored.maxPriorityFeePerGas,
  )
  return speed === undefined ? { ...draft, chosen: 'custom', custom: restored } : { ...draft, chosen: speed }
}

/** An access list and an authorization need a type that has them: where the chain takes none, it says so itself. */
function pricingOf(draft: TransactionDraft, { pricing }: ChainReading): Pricing {
  const isPlain = draft.request.accessList === undefined && draft.request.delegate === undefined
  return isPlain ? (pricing ?? draft.pricing) : 'eip1559'
}

function refreshGas(draft: TransactionDraft, reading: ChainReading): bigint {
  if (draft.request.gas !== undefined) return BigInt(draft.request.gas)
  const plain = draft.request.to !== null && draft.request.data === '0x' && runsCode(reading.recipientCode) === false
  const called =
    reading.estimate === null
      ? (plain ? transferGas : gasWithoutEstimate) + accessListGas(draft.request.accessList)
      : gasWithRoom(reading.estimate)
  const needed = draft.purpose === 'delegate' ? called + authorizationGas : called
  // The room of the first estimate absorbs small changes; only what exceeds it raises the limit.
  if (draft.gas !== null && reading.estimate !== null && reading.estimate <= draft.gas) return draft.gas
  return draft.gas !== null && reading.estimate === null ? draft.gas : needed
}

/** L1 and operator fee, in wei. */
function addedFeeOf({ l1Fee, operatorFee }: Pick<ChainReading, 'l1Fee' | 'operatorFee'>): bigint {
  return (l1Fee ?? 0n) + (operatorFee ?? 0n)
}

/** A quarter above the fee. Kept while that is enough and no more than four times the fee. */
function refreshAddedFee(shown: bigint | null, now: bigint): bigint | null {
  if (shown !== null && (now === 0n || (now <= shown && shown <= 4n * now))) return shown
  return now === 0n ? null : now + now / 4n + 1n
}

/** A site may name a fee of its own, within what is usual; anything else is not followed. */
function takeRequestedFee(draft: TransactionDraft): TransactionDraft {
  const { maxFeePerGas, maxPriorityFeePerGas } = draft.request
  if (maxFeePerGas === undefined) return draft
  const asked: GasFee = {
    maxFeePerGas: BigInt(maxFeePerGas),
    maxPriorityFeePerGas: BigInt(draft.pricing === 'legacy' ? maxFeePerGas : (maxPriorityFeePerGas ?? maxFeePerGas)),
  }
  const baseFee = draft.reading?.market?.baseFeePerGas ?? 0n
  const follows =
    isPermitted(asked) &&
    asked.maxFeePerGas > 0n &&
    asked.maxFeePerGas >= baseFee &&
    feeDangerOf(asked.maxFeePerGas, draft.remembered) === null
  return follows ? { ...draft, chosen: 'custom', custom: asked } : draft
}

/**
 * The draft with another fee.
 * @throws Failure `invalid-amount`, `replacement-underpriced`
 */
export function withChoice(draft: TransactionDraft, choice: FeeSetting): TransactionDraft {
  if (choice.speed !== 'custom') return { ...draft, chosen: choice.speed }
  if (choice.maxFeePerGas === undefined) throw new Failure('invalid-amount', { field: 'maxFeePerGas' })
  const maxFeePerGas = BigInt(choice.maxFeePerGas)
  const custom: GasFee = { maxFeePerGas, maxPriorityFeePerGas: tipOf(draft, choice, maxFeePerGas) }
  // Some chains ask for nothing.
  const isFree = draft.reading?.market?.baseFeePerGas === 0n
  if (maxFeePerGas === 0n && !isFree) throw new Failure('invalid-amount', { field: 'maxFeePerGas' })
  if (custom.maxPriorityFeePerGas > maxFeePerGas) throw new Failure('invalid-amount', { field: 'maxPriorityFeePerGas' })
  if (!isPermitted(custom)) throw new Failure('invalid-amount', { field: 'maxFeePerGas' })
  const { least } = draft
  if (least !== null && (maxFeePerGas < least.maxFeePerGas || custom.maxPriorityFeePerGas < least.maxPriorityFeePerGas))
    throw new Failure('replacement-underpriced', {
      maxFeePerGas: least.maxFeePerGas.toString(),
      maxPriorityFeePerGas: least.maxPriorityFeePerGas.toString(),
    })
  return { ...draft, chosen: 'custom', custom }
}

/** The tip given, or the usual one as far as the cap allows. */
function tipOf(draft: TransactionDraft, { maxPriorityFeePerGas }: FeeSetting, cap: bigint): bigint {
  if (draft.pricing === 'legacy') return cap
  if (maxPriorityFeePerGas !== undefined) return BigInt(maxPriorityFeePerGas)
  const usual = draft.suggestions?.normal.maxPriorityFeePerGas ?? 0n
  return usual < cap ? usual : cap
}

/** The fee of the choice that stands; `null` until one is known. */
export function chosenFee(draft: TransactionDraft): GasFee | null {
  if (draft.chosen === 'custom') return draft.custom
  return offered(draft)?.[draft.chosen] ?? null
}

function offered(draft: TransactionDraft): Suggestions | null {
  return draft.suggestions === null ? null : suggestionsAtLeast(draft.suggestions, draft.least)
}

/** Gas × cap of the choice that stands, in wei. */
export function ceilingOf(draft: TransactionDraft): bigint | null {
  const fee = chosenFee(draft)
  return fee === null || draft.gas === null ? null : draft.gas * fee.maxFeePerGas
}

/** What transactions pay, in wei. */
export function totalValue(transactions: readonly TransactionRequest[]): bigint {
  return transactions.reduce((sum, { value }) => sum + BigInt(value), 0n)
}

/** What it may cost at most, as far as known, what it pays, and what the account has, in wei. */
function costOf(draft: TransactionDraft): RiskFacts['cost'] {
  const ceiling = ceilingOf(draft)
  if (ceiling === null) return null
  const { balance = null } = draft.reading ?? {}
  return {
    fee: ceiling + (draft.addedFeeCeiling ?? 0n),
    value: totalValue(draft.calls ?? [draft.request]),
    balance,
  }
}

/** Wei left on the pending state after value, ceiling, L1 and operator fee, and everything under way. */
export function remainingOf(draft: TransactionDraft): bigint | null {
  const ceiling = ceilingOf(draft)
  const { reading } = draft
  if (ceiling === null || reading === null || reading.balance === null) return null
  return reading.balance - totalValue(draft.calls ?? [draft.request]) - ceiling - addedFeeOf(reading) - draft.committed
}

/** What the approval keeps and its digest covers. */
export function toShown(draft: TransactionDraft, contractOf: ContractLookup): Shown {
  const fee = chosenFee(draft)
  const ceiling = ceilingOf(draft)
  const known = fee !== null && ceiling !== null && draft.gas !== null
  return {
    feeCeiling: known ? toQuantity(ceiling) : null,
    ...(draft.addedFeeCeiling === null ? {} : { addedFeeCeiling: toQuantity(draft.addedFeeCeiling) }),
    fee: known
      ? {
          maxFeePerGas: toQuantity(fee.maxFeePerGas),
          maxPriorityFeePerGas: toQuantity(fee.maxPriorityFeePerGas),
          gas: toQuantity(draft.gas ?? 0n),
          ...(draft.gasOfCalls === null ? {} : { gasOfCalls: draft.gasOfCalls.map(toQuantity) }),
          ...(draft.pricing === 'legacy' ? { pricing: draft.pricing } : {}),
        }
      : null,
    noncePolicy: draft.reading === null ? null : (draft.request.nonce ?? 'next'),
    outcome: draft.outcome,
    risks: draft.reading === null ? [] : risksOf(draft, contractOf),
  }
}

function risksOf(draft: TransactionDraft, contractOf: ContractLookup): Shown['risks'] {
  const { reading, request, account, purpose, contacts, holdings, money } = draft
  const fee = chosenFee(draft)
  return findRisks({
    account,
    transactions: draft.calls ?? [request],
    acts: actsOf(draft, contractOf),
    purpose,
    nonce: request.nonce,
    expectedNonce: draft.expectedNonce,
    takenNonce: draft.takenNonce,
    freeNonce: draft.freeNonce,
    simulation: reading?.simulation ?? { status: 'running' },
    remaining: remainingOf(draft),
    feeDanger: fee === null ? null : feeDangerOf(fee.maxFeePerGas, draft.remembered),
    feeIsUsual: fee !== null && isUsual(fee.maxFeePerGas, draft.remembered),
    cost: costOf(draft),
    gasIsLow: reading?.estimate != null && draft.gas !== null && reading.estimate > draft.gas,
    contacts,
    contractOf,
    holdings,
    money,
  })
}

/** Each call as it is read; none where the wallet itself puts something in the place of an earlier transaction. */
export function actsOf({ request, calls, account, purpose }: TransactionDraft, contractOf: ContractLookup): Act[] {
  if (purpose === 'delegate') return request.delegate === undefined ? [] : [actOfDelegation(account, request.delegate)]
  if (purpose !== 'send' && purpose !== 'speed-up') return []
  return (calls ?? [request]).map(({ to, value, data }) =>
    readCall({ to, value: BigInt(value), data }, { account, contractOf, nameOf: nameOfFunction }),
  )
}

/** The contracts that effects are about, and the others that get or take something. */
export function partiesOf(effects: readonly Effect[]): Address[] {
  return effects.flatMap(effect => {
    const parties = [
      'asset' in effect && effect.asset.kind !== 'native' ? effect.asset.address : null,
      'of' in effect ? effect.of : null,
      'to' in effect ? effect.to : null,
      effect.kind === 'allows' ? effect.taker : null,
    ]
    return parties.filter(address => address !== null)
  })
}

/**
 * The transaction as it may be read. What stands for several calls has the data of all of them, for its size alone:
 * each is read by itself.
 */
function readable({ request, calls }: TransactionDraft): TransactionRequest {
  return calls === null ? request : { ...request, data: '0x' }
}

/** What the person sees. */
export function toPreview(draft: TransactionDraft, contractOf: ContractLookup): TransactionPreview {
  const { request, account } = draft
  const remaining = remainingOf(draft)
  const simulation = draft.reading?.simulation ?? { status: 'running' }
  const acts = actsOf(draft, contractOf)
  const effects = shownEffects(acts, simulation)
  const inside = acts.map(act => insideOf(act, { ...draft, contractOf }))
  const sentenceOf = (transaction: TransactionRequest, purpose: TransactionPurpose, act: Act | undefined) =>
    describeTransaction(transaction, { purpose, account, contractOf, ...(act === undefined ? {} : { act }) })
  return {
    transaction: { ...request, gas: toQuantity(draft.gas ?? 0n) },
    purpose: draft.purpose,
    description: sentenceOf(readable(draft), draft.purpose, draft.calls === null ? acts[0] : undefined),
    ...(draft.calls === null
      ? {}
      : { calls: draft.calls.map((call, index) => sentenceOf(call, draft.purpose, acts[index])) }),
    effects: effects.map(toEffectView),
    inside,
    proxies: proxiesOf(acts, contractOf),
    contracts: namesOf([...effects, ...acts.flatMap(actsInside).flatMap(act => act.effects)], contractOf),
    fee: toFee(draft),
    nonce:
      request.nonce === undefined
        ? { policy: 'next', expected: draft.expectedNonce }
        : { policy: 'fixed', value: request.nonce },
    simulation: simulation.status === 'succeeds' ? { status: 'succeeds', complete: simulation.complete } : simulation,
    remaining: remaining === null ? null : remaining.toString(),
    failure: draft.failure,
  }
}

function namesOf(effects: readonly Effect[], contractOf: ContractLookup): TransactionPreview['contracts'] {
  const named = partiesOf(effects).flatMap(address => {
    const contract = contractOf(address)
    if (contract === null || contract.code !== 'contract') return []
    const { symbol, name, decimals } = contract
    return [[lowerCaseAddress(address), { symbol, name, decimals }] as const]
  })
  return Object.fromEntries(named)
}

function toFee(draft: TransactionDraft): TransactionPreview['fee'] {
  const { reading, gas } = draft
  const suggestions = offered(draft)
  const ceiling = ceilingOf(draft)
  if (reading === null || gas === null) return null
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
    pricing: draft.pricing,
    choices,
    // Where the endpoint says nothing of fees, only a person's own fee will do.
    chosen: choices.length === 0 ? 'custom' : draft.chosen,
    l1Fee: reading.l1Fee === null ? null : toQuantity(reading.l1Fee),
    operatorFee: reading.operatorFee === null ? null : toQuantity(reading.operatorFee),
    addedFeeCeiling: draft.addedFeeCeiling === null ? null : toQuantity(draft.addedFeeCeiling),
    ceiling: toQuantity(ceiling ?? 0n),
  }
}
