/**
 * A set of hashes in the size that chance allows: sorted, each as its distance from the one before, in a Golomb-Rice
 * code, with a stop for every 128 hashes from which the distances are added up. 300,000 hashes of 40 bits take 0.9 MB.
 * @see BIP-158, Golomb-Coded Sets
 */
export interface PackedHashes {
  bytes: Uint8Array<ArrayBuffer>
  count: number
  /** Bits of each distance that are written as they are; the rest is counted in ones. */
  lowBits: number
  /** For each stop: the hash before it, and the bit where the first distance begins. */
  values: Float64Array<ArrayBuffer>
  places: Uint32Array<ArrayBuffer>
}

const stride = 128

/**
 * The best number of low bits for hashes as chance spreads them.
 * @param bits of each hash
 */
export function lowBitsFor(bits: number, count: number): number {
  return Math.max(0, Math.round(Math.log2((Math.LN2 * 2 ** bits) / Math.max(1, count))))
}

/** Packs hashes, which are added in rising order, each once. */
export function createPacker(lowBits: number): { add(hash: number): void; packed(): PackedHashes } {
  let bytes = new Uint8Array(1_024)
  const values: number[] = []
  const places: number[] = []
  let count = 0
  let bit = 0
  let before = -1

  function write(value: 0 | 1): void {
    const at = bit >> 3
    if (at === bytes.length) {
      const larger = new Uint8Array(bytes.length * 2)
      larger.set(bytes)
      bytes = larger
    }
    if (value === 1) bytes[at] = (bytes[at] ?? 0) | (0x80 >> (bit & 7))
    bit += 1
  }

  return {
    add(hash) {
      if (count % stride === 0) {
        values.push(before)
        places.push(bit)
      }
      const distance = hash - before - 1
      for (let ones = Math.floor(distance / 2 ** lowBits); ones > 0; ones -= 1) write(1)
      write(0)
      for (let place = 2 ** (lowBits - 1); place >= 1; place /= 2) write(Math.floor(distance / place) % 2 === 1 ? 1 : 0)
      before = hash
      count += 1
    },
    packed: () => ({
      bytes: bytes.slice(0, Math.ceil(bit / 8)),
      count,
      lowBits,
      values: Float64Array.from(values),
      places: Uint32Array.from(places),
    }),
  }
}

/** Reads distances from a bit on. */
function createReader(bytes: Uint8Array, lowBits: number, start: number): { next(): number; position(): number } {
  let at = start
  return {
    position: () => at,
    next() {
      let ones = 0
      while (((bytes[at >> 3] ?? 0) & (0x80 >> (at & 7))) !== 0) {
        ones += 1
        at += 1
      }
      at += 1
      let low = 0
      for (let left = lowBits; left > 0; ) {
        const taken = Math.min(left, 8 - (at & 7))
        low = low * 2 ** taken + (((bytes[at >> 3] ?? 0) >> (8 - (at & 7) - taken)) & (2 ** taken - 1))
        at += taken
        left -= taken
      }
      return ones * 2 ** lowBits + low + 1
    },
  }
}

/**
 * Finds the stops of packed hashes that were stored without them.
 * @param bits of each hash
 * @throws RangeError if the bytes do not hold exactly that many hashes
 */
export function findStops(bytes: Uint8Array<ArrayBuffer>, count: number, lowBits: number, bits: number): PackedHashes {
  const values = new Float64Array(Math.ceil(count / stride))
  const places = new Uint32Array(values.length)
  const reader = createReader(bytes, lowBits, 0)
  let value = -1
  for (let index = 0; index < count; index += 1) {
    if (index % stride === 0) {
      values[index / stride] = value
      places[index / stride] = reader.position()
    }
    value += reader.next()
  }
  if (Math.ceil(reader.position() / 8) !== bytes.length || value >= 2 ** bits)
    throw new RangeError('the hashes are not whole')
  return { bytes, count, lowBits, values, places }
}

/** True if the hash is among the packed ones. */
export function hasHash({ bytes, count, lowBits, values, places }: PackedHashes, hash: number): boolean {
  if (count === 0) return false
  let stop = 0
  for (let below = values.length; below - stop > 1; ) {
    const middle = (stop + below) >> 1
    if ((values[middle] ?? 0) < hash) stop = middle
    else below = middle
  }
  const reader = createReader(bytes, lowBits, places[stop] ?? 0)
  let found = values[stop] ?? -1
  for (let left = Math.min(stride, count - stop * stride); left > 0 && found < hash; left -= 1) found += reader.next()
  return found === hash
}
