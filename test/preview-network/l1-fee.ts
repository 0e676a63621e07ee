import { type Address, type Hex, hexToBytes, pad, toHex } from 'viem'

/** The predeploy from which the EVM reads the prices of publishing to layer 1. */
export const l1Block: Address = '0x4200000000000000000000000000000000000015'

/** Prices that never change, the same as the fee oracle contract answers with, so that a test can name the wei. */
export const l1Prices = {
  baseFee: 113_098_607n,
  blobBaseFee: 5_777_253n,
  baseFeeScalar: 2_269n,
  blobBaseFeeScalar: 1_055_762n,
  operatorFeeScalar: 1_000n,
  operatorFeeConstant: 10_000n,
} as const

/** Storage of the predeploy, slot by slot, as the OP stack lays it out (L1Block, Isthmus). */
export const l1BlockStorage: [slot: Hex, value: Hex][] = [
  [word(1n), word(l1Prices.baseFee)],
  [word(3n), word((l1Prices.baseFeeScalar << 96n) | (l1Prices.blobBaseFeeScalar << 64n))],
  [word(7n), word(l1Prices.blobBaseFee)],
  [word(8n), word((l1Prices.operatorFeeScalar << 64n) | l1Prices.operatorFeeConstant)],
]

/**
 * State overrides for calls that are only asked about. Anvil takes the fees for layer 1 even there, and would refuse
 * whoever has no money.
 */
export const freeOfFees: Record<Address, unknown> = {
  [l1Block]: { stateDiff: Object.fromEntries(l1BlockStorage.map(([slot]) => [slot, word(0n)])) },
}

function word(value: bigint): Hex {
  return pad(toHex(value))
}

/**
 * What the EVM takes from the sender, besides gas, for publishing these bytes (OP stack, Fjord: L1 cost).
 * @param raw the signed transaction, encoded
 * @returns wei
 */
export function l1Fee(raw: Hex): bigint {
  const estimate = -42_585_600n + 836_500n * BigInt(compressedLength(hexToBytes(raw)))
  const scaled = l1Prices.baseFeeScalar * l1Prices.baseFee * 16n + l1Prices.blobBaseFeeScalar * l1Prices.blobBaseFee
  return ((estimate < 100_000_000n ? 100_000_000n : estimate) * scaled) / 1_000_000_000_000n
}

/** OP stack, Isthmus: operator fee, in wei. Charged on the gas limit, and what was not used is given back. */
export function operatorFee(gas: bigint): bigint {
  return (gas * l1Prices.operatorFeeScalar) / 1_000_000n + l1Prices.operatorFeeConstant
}

/** Length of the data after FastLZ (level 1), step for step as the EVM of the OP stack estimates it. */
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

/** A run of literals: one byte of command for every 32. */
function literals(count: number): number {
  const rest = count % 32
  return 33 * Math.floor(count / 32) + (rest === 0 ? 0 : rest + 1)
}

function copy(length: number): number {
  const rest = length - 1
  return 3 * Math.floor(rest / 262) + (rest % 262 >= 6 ? 3 : 2)
}

/** How far the two places agree, counted as the reference implementation counts it: the first difference included. */
function matchLength(data: Uint8Array, from: number, to: number, end: number): number {
  const longest = end - to
  for (let length = 0; length < longest; length++) {
    if (data[from + length] !== data[to + length]) return length + 1
  }
  return Math.max(longest, 0)
}
