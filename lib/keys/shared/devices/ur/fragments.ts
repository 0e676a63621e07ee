import { sha256 } from '@noble/hashes/sha2'

/**
 * Which fragments of a message a frame holds. Both sides compute it from the frame's number, so the table below is part
 * of the format: another order of floating-point operations would be another format.
 * @see BCR-2020-005 Uniform Resources, section "Multi-part URs"
 */

/** @returns the positions of the fragments that are mixed into a frame, each once */
export function fragmentsOf(frame: number, count: number, checksum: number): number[] {
  if (frame <= count) return [frame - 1]
  const seed = new Uint8Array(8)
  const view = new DataView(seed.buffer)
  view.setUint32(0, frame)
  view.setUint32(4, checksum)
  const random = createRandom(seed)
  const degree = drawDegree(count, random)
  const remaining = Array.from({ length: count }, (_, index) => index)
  const chosen: number[] = []
  // The order of the rest does not matter, and every frame has a generator of its own.
  while (chosen.length < degree) chosen.push(...remaining.splice(Math.floor(random() * remaining.length), 1))
  return chosen
}

/** How many fragments are mixed: `n` with a probability proportional to `1/n`, by the alias method of Vose. */
function drawDegree(count: number, random: () => number): number {
  const { probabilities, aliases } = aliasTable(count)
  const column = Math.floor(random() * count)
  return 1 + (random() < (probabilities[column] ?? 1) ? column : (aliases[column] ?? column))
}

interface AliasTable {
  count: number
  probabilities: readonly number[]
  aliases: readonly number[]
}
/** All frames of a message have the same table. */
let last: AliasTable = { count: 0, probabilities: [], aliases: [] }

function aliasTable(count: number): AliasTable {
  if (last.count !== count) last = makeAliasTable(count)
  return last
}

function makeAliasTable(count: number): AliasTable {
  const weights = Array.from({ length: count }, (_, index) => 1 / (index + 1))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const scaled = weights.map(weight => (weight * count) / sum)
  const probabilities = new Array<number>(count).fill(1)
  const aliases = new Array<number>(count).fill(0)
  const small: number[] = []
  const large: number[] = []
  for (let index = count - 1; index >= 0; index--) ((scaled[index] ?? 0) < 1 ? small : large).push(index)
  while (small.length > 0 && large.length > 0) {
    const less = small.pop() ?? 0
    const more = large.pop() ?? 0
    probabilities[less] = scaled[less] ?? 0
    aliases[less] = more
    const rest = (scaled[more] ?? 0) + (scaled[less] ?? 0) - 1
    scaled[more] = rest
    ;(rest < 1 ? small : large).push(more)
  }
  return { count, probabilities, aliases }
}

const mask = (1n << 64n) - 1n

/** xoshiro256**, seeded with a SHA-256. @returns numbers from 0 up to 1 */
function createRandom(seed: Uint8Array): () => number {
  const view = new DataView(sha256(seed).buffer)
  let [a, b, c, d] = [view.getBigUint64(0), view.getBigUint64(8), view.getBigUint64(16), view.getBigUint64(24)]
  return () => {
    const result = (rotated((b * 5n) & mask, 7n) * 9n) & mask
    const shifted = (b << 17n) & mask
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotated(d, 45n)
    return Number(result) / 2 ** 64
  }
}

function rotated(value: bigint, by: bigint): bigint {
  return ((value << by) | (value >> (64n - by))) & mask
}
