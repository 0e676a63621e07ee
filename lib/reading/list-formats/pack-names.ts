import { createPacker, lowBitsFor, type PackedHashes } from './hash-filter'
import { hashOf } from './host-names'

/** An absent name is found by chance once in 2^40 / count look-ups: with 300,000 names once in 3.6 million. */
const bits = 40
/** Names hashed before other work of the worker gets its turn. */
const slice = 2_000

/** The hash of a name as lists are kept. */
export function listHashOf(name: string): number {
  const hash = hashOf(name)
  return hash.getUint32(0) * 2 ** 8 + hash.getUint8(4)
}

/**
 * Packs the names of a list. Gives way to other work now and then.
 * @param pause resolves when it may go on
 */
export async function packNames(names: readonly string[], pause: () => Promise<void>): Promise<PackedHashes> {
  const hashes = new Float64Array(names.length)
  for (let start = 0; start < names.length; start += slice) {
    for (let index = start; index < Math.min(start + slice, names.length); index += 1)
      hashes[index] = listHashOf(names[index] ?? '')
    await pause()
  }
  hashes.sort()
  const packer = createPacker(lowBitsFor(bits, hashes.length))
  for (const [index, hash] of hashes.entries()) {
    if (index === 0 || hash !== hashes[index - 1]) packer.add(hash)
    if (index % (slice * 5) === 0) await pause()
  }
  return packer.packed()
}
