import { isSameState, type PastState } from './states'

/** A block and the account at its end. */
export interface Point {
  block: bigint
  state: PastState
}

/** Blocks that are asked about together. */
const width = 8n

/**
 * Finds a block in which the account changed, the newest one as far as can be told: a change that a later one undid to
 * the wei, without a transaction of the account, is not seen.
 * @param read the states of blocks, in one round trip; `null` where one is not known any more
 * @returns the points right before and right after the change; `null` where both ends are the same; `unknown` where a
 * state between them is not known any more: the block it was asked for
 */
export async function findChange(
  low: Point,
  high: Point,
  read: (blocks: readonly bigint[]) => Promise<(PastState | null)[]>,
): Promise<{ before: Point; after: Point } | { unknown: bigint } | null> {
  if (isSameState(low.state, high.state)) return null
  let before = low
  let after = high
  while (after.block - before.block > 1n) {
    const blocks = between(before.block, after.block)
    const states = await read(blocks)
    // From the top: the first one that differs from what is above it.
    for (let index = blocks.length - 1; index >= 0; index -= 1) {
      const block = blocks[index] ?? 0n
      const state = states[index]
      if (state == null) return { unknown: block }
      if (isSameState(state, high.state)) after = { block, state }
      else {
        before = { block, state }
        break
      }
    }
  }
  return { before, after }
}

/** Up to eight blocks between two, evenly. */
export function between(low: bigint, high: bigint): bigint[] {
  const gap = high - low
  const count = gap - 1n < width ? gap - 1n : width
  return Array.from({ length: Number(count) }, (_, index) => low + (gap * BigInt(index + 1)) / (count + 1n))
}
