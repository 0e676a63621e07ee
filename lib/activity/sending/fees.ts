import { type AccessList, accessListSize } from '@/lib/base/access-list'
import { higherMedian } from '@/lib/base/median'
import type { FeeHistoryReply } from '@/lib/base/rpc/schemas'
import type { FeeSpeed } from '@/lib/language/requests'
import type { FeeDanger } from '@/lib/reading/risk/transaction'

/** Wei per gas, EIP-1559. Where a chain has no EIP-1559, both are the gas price. */
export interface GasFee {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}
export type NamedSpeed = Exclude<FeeSpeed, 'custom'>
export const namedSpeeds = ['slow', 'normal', 'fast'] as const satisfies readonly NamedSpeed[]
export type Suggestions = Record<NamedSpeed, GasFee>

/**
 * What the market looks like: the base fee of the block to come, and what was paid above it at three percentiles,
 * newest last.
 */
export interface FeeMarket {
  baseFeePerGas: bigint
  tips: readonly (readonly [slow: bigint, normal: bigint, fast: bigint])[]
  /** What the endpoint asks for above the base fee, where the tips do not tell. */
  askedTip?: bigint
  /** What the endpoint asks for on a chain without EIP-1559, where `baseFeePerGas` is 0. */
  gasPrice?: bigint
}

const gwei = 1_000_000_000n

/** Percentiles asked of `eth_feeHistory`, one per speed. */
export const rewardPercentiles = [10, 50, 90] as const
export const feeHistoryBlocks = 10

/**
 * Reads the market out of a fee history. The higher of the last two base fees counts: the partial block's and the one
 * after it.
 * @param gasPrice what `eth_gasPrice` answers: the tip of a chain whose history names none
 */
export function readFeeMarket(history: FeeHistoryReply, gasPrice: bigint | null): FeeMarket {
  const tips = (history.reward ?? []).flatMap(([slow, normal, fast]) =>
    slow === undefined || normal === undefined || fast === undefined ? [] : [[slow, normal, fast] as const],
  )
  const [baseFee = 0n, ...others] = history.baseFeePerGas.slice(-2)
  const market = { baseFeePerGas: highest(baseFee, ...others), tips }
  if (tellsTips(history) || gasPrice === null) return market
  // Nodes add the tip to one of the two base fees.
  return { ...market, askedTip: highest(0n, gasPrice - lowest(baseFee, ...others)) }
}

/** False where a history has no rewards, and where neither a base fee nor a tip was paid. */
export function tellsTips({ baseFeePerGas, reward = [] }: FeeHistoryReply): boolean {
  const hasBaseFee = baseFeePerGas.some(fee => fee > 0n)
  return (reward ?? []).some(tips => tips.length > 0 && (hasBaseFee || tips.some(tip => tip > 0n)))
}

/**
 * How many times the base fee the caps leave room for, in percent. A full chain may raise it by some 4 % with each
 * block of 200 ms, so twice the base fee outlasts about eighteen full blocks.
 */
const baseFeePercent: Record<NamedSpeed, bigint> = { slow: 125n, normal: 200n, fast: 300n }
/** Below these the caps of an earlier suggestion no longer do and are raised. */
const enoughPercent: Record<NamedSpeed, bigint> = { slow: 105n, normal: 130n, fast: 170n }
/** Priority fees where recent blocks paid none. */
const leastTip: Record<NamedSpeed, bigint> = { slow: 100_000n, normal: 1_000_000n, fast: 2_000_000n }

/** How many times the asked gas price is offered, in percent. All of it is paid. */
const gasPricePercent: Record<NamedSpeed, bigint> = { slow: 100n, normal: 110n, fast: 130n }

function suggestGasPrices(gasPrice: bigint): Suggestions {
  const choose = (speed: NamedSpeed): GasFee =>
    oneGasPrice(lowest(percent(gasPrice, gasPricePercent[speed]), greatestFee))
  return { slow: choose('slow'), normal: choose('normal'), fast: choose('fast') }
}

/** A gas price as both of its fields. */
function oneGasPrice(gasPrice: bigint): GasFee {
  return { maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice }
}

/** Three named choices; each costs at least as much as the one before it. */
export function suggestFees(market: FeeMarket): Suggestions {
  if (market.gasPrice !== undefined) return suggestGasPrices(market.gasPrice)
  let floor = 0n
  const choose = (speed: NamedSpeed, index: 0 | 1 | 2): GasFee => {
    const paid = higherMedian(market.tips.map(tips => tips[index])) ?? 0n
    const asked = percent(market.askedTip ?? 0n, gasPricePercent[speed])
    const tip = highest(paid, asked, leastTip[speed], floor)
    floor = tip
    return {
      maxPriorityFeePerGas: lowest(tip, greatestFee),
      maxFeePerGas: lowest(percent(market.baseFeePerGas, baseFeePercent[speed]) + tip, greatestFee),
    }
  }
  return { slow: choose('slow', 0), normal: choose('normal', 1), fast: choose('fast', 2) }
}

/** A spike that passed, or a lie, leaves no higher ceiling than this many times the one that is enough. */
const mostKept = 8n

/**
 * Keeps what was shown as long as it will do, so that figures under a person's eyes do not jump and the ceiling they
 * consent to stays the same. Raises it as a whole when it no longer does, and lowers it when it is far too high.
 */
export function refreshSuggestions(shown: Suggestions, market: FeeMarket): Suggestions {
  const fresh = suggestFees(market)
  const { gasPrice } = market
  if (gasPrice !== undefined) {
    const isNear = shown.slow.maxFeePerGas >= gasPrice && shown.slow.maxFeePerGas <= 2n * gasPrice
    return isNear ? shown : fresh
  }
  const stillDo = namedSpeeds.every(speed => isEnough(shown[speed], fresh[speed], market.baseFeePerGas, speed))
  const isFarTooHigh = shown.normal.maxFeePerGas > mostKept * fresh.normal.maxFeePerGas
  return stillDo && !isFarTooHigh ? shown : fresh
}

function isEnough(shown: GasFee, fresh: GasFee, baseFeePerGas: bigint, speed: NamedSpeed): boolean {
  const room = shown.maxFeePerGas - shown.maxPriorityFeePerGas
  // A tip counts as outbid at twice its height; where tips are dust, the base fee decides and they do not matter.
  const outbid =
    fresh.maxPriorityFeePerGas > shown.maxPriorityFeePerGas * 2n &&
    fresh.maxPriorityFeePerGas * 10n > percent(baseFeePerGas, 100n)
  return room >= percent(baseFeePerGas, enoughPercent[speed]) && !outbid
}

// ---- Usual fees: what an endpoint may name without a danger (invariant 11)
// ----------------------------------------------------------------

/** The format's limit, not a price: times any gas limit it still fits 256 bits. */
export const greatestFee = (1n << 128n) - 1n
/** Above this a fee is a danger until the network's usual fee is known. */
const unprovenFee = 500n * gwei
/** With room for the caps of the named choices. */
const usualFactor = 10n
/** A fee is no danger up to this many times the remembered price … */
const rememberedFactor = 100n
/** … and up to this much where everything is cheap: a plain transfer then costs at most 0.000042 ETH. */
const unsuspiciousFee = 2n * gwei

/** What the next block asks for in all, in wei per gas: on some chains nearly all of it is the tip. */
export function askedPrice({ baseFeePerGas, tips, askedTip = 0n, gasPrice }: FeeMarket): bigint {
  return gasPrice ?? baseFeePerGas + highest(askedTip, higherMedian(tips.map(([, normal]) => normal)) ?? 0n)
}

/**
 * Prices asked on a chain over the last hours, at most one in `sampleIntervalMs`, so that a lie needs hours to become
 * normal.
 */
export interface RememberedFees {
  /** `baseFeePerGas`: with the tip. */
  samples: readonly { at: number; baseFeePerGas: bigint }[]
}
const sampleIntervalMs = 10 * 60_000
const keptSamples = 48

/** Adds an observation, or returns the same object when it is too early for another one. */
export function rememberPrice(remembered: RememberedFees, baseFeePerGas: bigint, at: number): RememberedFees {
  const last = remembered.samples.at(-1)
  if (last !== undefined && at - last.at < sampleIntervalMs) return remembered
  return { samples: [...remembered.samples, { at, baseFeePerGas }].slice(-keptSamples) }
}

/** Samples raise what counts as usual once there are so many, over such a time: the first ones may be lies. */
const trustedSamples = 3
const trustedSpanMs = 5 * sampleIntervalMs

function areTrusted({ samples }: RememberedFees): boolean {
  const [first, last] = [samples.at(0), samples.at(-1)]
  return (
    samples.length >= trustedSamples && first !== undefined && last !== undefined && last.at - first.at >= trustedSpanMs
  )
}

/** Wei per gas; `undefined` where nothing is remembered. */
export function usualPrice({ samples }: RememberedFees): bigint | undefined {
  return higherMedian(samples.map(sample => sample.baseFeePerGas))
}

/** The danger of a cap in wei per gas, whoever named it; `null` for none. It never forbids the fee. */
export function feeDangerOf(maxFeePerGas: bigint, remembered: RememberedFees): FeeDanger | null {
  const usual = usualPrice(remembered)
  if (usual !== undefined && maxFeePerGas > highest(usual * rememberedFactor, unsuspiciousFee)) return 'far-above-usual'
  return !areTrusted(remembered) && maxFeePerGas > unprovenFee ? 'unproven' : null
}

/** Whether a cap in wei per gas is near what this network asked for before, over some time. */
export function isUsual(maxFeePerGas: bigint, remembered: RememberedFees): boolean {
  return areTrusted(remembered) && maxFeePerGas <= (usualPrice(remembered) ?? 0n) * usualFactor
}

/** Whether a transaction can have this fee, whatever it costs: a tip above the cap is no EIP-1559 transaction. */
export function isPermitted(fee: GasFee): boolean {
  return fee.maxPriorityFeePerGas <= fee.maxFeePerGas && fee.maxFeePerGas <= greatestFee
}

// ---- Replacements
// ------------------------------------------------------------------------------------------------------------

/** The least a replacement must offer: both fields 12.5 % more and a wei (nodes ask for 10 % on both). */
export function leastReplacement(replaced: GasFee): GasFee {
  const raise = (value: bigint): bigint => value + value / 8n + 1n
  return {
    maxFeePerGas: raise(replaced.maxFeePerGas),
    maxPriorityFeePerGas: raise(replaced.maxPriorityFeePerGas),
  }
}

export function atLeast(fee: GasFee, least: GasFee | null): GasFee {
  if (least === null) return fee
  const maxPriorityFeePerGas = highest(fee.maxPriorityFeePerGas, least.maxPriorityFeePerGas)
  return { maxPriorityFeePerGas, maxFeePerGas: highest(fee.maxFeePerGas, least.maxFeePerGas, maxPriorityFeePerGas) }
}

export function suggestionsAtLeast(suggestions: Suggestions, least: GasFee | null): Suggestions {
  return {
    slow: atLeast(suggestions.slow, least),
    normal: atLeast(suggestions.normal, least),
    fast: atLeast(suggestions.fast, least),
  }
}

// ---- Gas
// ---------------------------------------------------------------------------------------------------------------------

/** What a transfer to an address without code costs, exactly (EIP-2028 and the yellow paper's G_transaction). */
export const transferGas = 21_000n
/** EIP-7825: no transaction of Ethereum may ask for more. Some other chains allow more. */
export const transactionGasLimit = 16_777_216n

/** EIP-2930 §Parameters: what each entry of an access list costs, used or not. */
const listedAddressGas = 2_400n
const listedStorageKeyGas = 1_900n

/** What a transaction pays for its access list before anything runs. */
export function accessListGas(accessList: AccessList = []): bigint {
  const { addresses, storageKeys } = accessListSize(accessList)
  return BigInt(addresses) * listedAddressGas + BigInt(storageKeys) * listedStorageKeyGas
}

/**
 * With an access list no less than it takes to be included at all: an endpoint may leave the list out of its estimate.
 */
export function gasWithAccessList(estimate: bigint, accessList: AccessList | undefined): bigint {
  return accessList === undefined ? estimate : highest(estimate, transferGas + accessListGas(accessList))
}

/**
 * The estimate with a quarter of room, though not so much that it is above the usual limit. A plain transfer needs no
 * room, and a chain that estimates more than that limit has another one.
 */
export function gasWithRoom(estimate: bigint): bigint {
  if (estimate === transferGas) return estimate
  const withRoom = estimate + estimate / 4n
  return estimate > transactionGasLimit ? withRoom : lowest(withRoom, transactionGasLimit)
}

/** What it will probably cost in wei, without the L1 part. */
export function expectedCost(gas: bigint, fee: GasFee, baseFeePerGas: bigint): bigint {
  return gas * lowest(fee.maxFeePerGas, baseFeePerGas + fee.maxPriorityFeePerGas)
}

function percent(value: bigint, share: bigint): bigint {
  return (value * share + 99n) / 100n
}

function highest(first: bigint, ...rest: bigint[]): bigint {
  let high = first
  for (const value of rest) if (value > high) high = value
  return high
}

function lowest(first: bigint, ...rest: bigint[]): bigint {
  let low = first
  for (const value of rest) if (value < low) low = value
  return low
}
