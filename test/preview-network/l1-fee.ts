import { type Address, type Hex, hexToBytes, pad, toHex } from 'viem'

/** Address of the predeploy from which the EVM reads the prices of publishing to layer 1. */
export const l1Block: Address = '0x4200000000000000000000000000000000000015'

/** Prices of publishing to layer 1 (OP stack, Isthmus: L1 attributes). Fees in wei per gas. */
export interface L1Prices {
  baseFee: bigint
  blobBaseFee: bigint
  baseFeeScalar: bigint
  blobBaseFeeScalar: bigint
  operatorFeeScalar: bigint
  /** Wei per transaction. */
  operatorFeeConstant: bigint
}

/** Constant prices, the same as those of the fee oracle contract, so that a test can name the wei. */
export const l1Prices: L1Prices = {
  baseFee: 113_098_607n,
  blobBaseFee: 5_777_253n,
  baseFeeScalar: 2_269n,
  blobBaseFeeScalar: 1_055_762n,
  operatorFeeScalar: 1_000n,
  operatorFeeConstant: 10_000n,
}

/** Prices of a chain that publishes for nothing. */
export const noL1Prices: L1Prices = {
  baseFee: 0n,
  blobBaseFee: 0n,
  baseFeeScalar: 0n,
  blobBaseFeeScalar: 0n,
  operatorFeeScalar: 0n,
  operatorFeeConstant: 0n,
}

/** Returns the storage of the predeploy, slot by slot (OP stack: L1Block, Isthmus). */
export function l1BlockStorage(prices: L1Prices): [slot: Hex, value: Hex][] {
  return [
    [word(1n), word(prices.baseFee)],
    [word(3n), word((prices.baseFeeScalar << 96n) | (prices.blobBaseFeeScalar << 64n))],
    [word(7n), word(prices.blobBaseFee)],
    [word(8n), word((prices.operatorFeeScalar << 64n) | prices.operatorFeeConstant)],
  ]
}

/**
 * State overrides for `eth_call`: without them Anvil takes the layer 1 fee there too, and refuses callers without
 * money.
 */
export const freeOfFees: Record<Address, unknown> = {
  [l1Block]: { stateDiff: Object.fromEntries(l1BlockStorage(noL1Prices)) },
}

function word(value: bigint): Hex {
  return pad(toHex(value))
}

/** Millionths of a byte: the least size that a transaction counts with on layer 1, and that of a deposit. */
export const leastL1Size = 100_000_000n

/**
 * Returns the size that a transaction counts with on layer 1, in millionths of a byte (OP stack, Fjord).
 * @param raw the signed transaction, encoded
 */
export function l1Size(raw: Hex): bigint {
  const estimate = -42_585_600n + 836_500n * BigInt(compressedLength(hexToBytes(raw)))
  return estimate < leastL1Size ? leastL1Size : estimate
}

/**
 * Returns the wei that the EVM takes from the sender for publishing a transaction, besides gas (OP stack, Fjord: L1
 * cost).
 * @param size as `l1Size` returns it
 */
export function l1Fee(size: bigint, prices: L1Prices): bigint {
  const scaled = prices.baseFeeScalar * prices.baseFee * 16n + prices.blobBaseFeeScalar * prices.blobBaseFee
  return (size * scaled) / 1_000_000_000_000n
}

/** Gas of the block's limit on data for each byte that a transaction counts with (OP stack, Jovian). */
const footprintScalar = 148n

/** What a receipt tells of layer 1. @param size undefined: a deposit, which pays nothing */
export function l1FieldsOf(size: bigint | undefined, prices: L1Prices): Record<string, Hex | null> {
  const counted = size ?? leastL1Size
  return {
    l1Fee: toHex(size === undefined ? 0n : l1Fee(size, prices)),
    l1GasUsed: toHex((counted * 16n) / 1_000_000n),
    l1GasPrice: toHex(prices.baseFee),
    l1BlobBaseFee: toHex(prices.blobBaseFee),
    l1BaseFeeScalar: toHex(prices.baseFeeScalar),
    l1BlobBaseFeeScalar: toHex(prices.blobBaseFeeScalar),
    operatorFeeScalar: toHex(prices.operatorFeeScalar),
    operatorFeeConstant: toHex(prices.operatorFeeConstant),
    daFootprintGasScalar: toHex(footprintScalar),
    blobGasUsed: size === undefined ? null : toHex((size / 1_000_000n) * footprintScalar),
  }
}

/**
 * Returns the operator fee in wei (OP stack, Isthmus). It is charged on the gas limit; the part for unused gas is
 * refunded.
 * @param gas gas limit
 */
export function operatorFee(gas: bigint, prices: L1Prices): bigint {
  return (gas * prices.operatorFeeScalar) / 1_000_000n + prices.operatorFeeConstant
}

/** Returns the length of the data after FastLZ (level 1), computed as the EVM of the OP stack computes it. */
export function compressedLength(data: Uint8Array): number {
  const limit = data.length < 13 ? 0 : data.length - 13
  const table = new Uint32Array(8192)
  let index = 2
  let anchor = 0
  let size = 0
  while (index < limit) {
    let reference = 0
    for (;;) {
      const sequence = threeBytes(data, index)
      const slot = slotOf(sequence)
      reference = table[slot] ?? 0
      table[slot] = index
      if (index >= limit) break
      const distance = index - reference
      index += 1
      if (distance < 8192 && sequence === threeBytes(data, reference)) break
    }
    if (index >= limit) break
    index -= 1
    if (index > anchor) size += literals(index - anchor)
    const length = matchLength(data, reference + 3, index + 3, limit + 9)
    size += copy(length)
    index += length
    for (let step = 0; step < 2; step++) {
      table[slotOf(threeBytes(data, index))] = index
      index += 1
    }
    anchor = index
  }
  return size + literals(data.length - anchor)
}

function threeBytes(data: Uint8Array, at: number): number {
  return (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16)
}

function slotOf(sequence: number): number {
  return (Math.imul(sequence, 2654435769) >>> 19) & 0x1fff
}

/** Length of a run of literals: one command byte for every 32. */
function literals(count: number): number {
  const rest = count % 32
  return 33 * Math.floor(count / 32) + (rest === 0 ? 0 : rest + 1)
}

function copy(length: number): number {
  const rest = length - 1
  return 3 * Math.floor(rest / 262) + (rest % 262 >= 6 ? 3 : 2)
}

/** Length of the match, with the first difference counted, as the reference implementation counts it. */
function matchLength(data: Uint8Array, from: number, to: number, end: number): number {
  const longest = end - to
  for (let length = 0; length < longest; length++) {
    if (data[from + length] !== data[to + length]) return length + 1
  }
  return Math.max(longest, 0)
}
