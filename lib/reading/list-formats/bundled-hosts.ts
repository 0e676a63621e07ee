import * as z from 'zod/mini'
import { createPacker, findStops, hasHash, lowBitsFor } from './hash-filter.ts'
import { hashOf, withParents } from './host-names.ts'

/**
 * The list of fraudulent sites that is part of this version of the wallet. Its file is one line of JSON, then packed
 * hashes of 34 bits: it can be searched and not read. An unlisted name is found by chance once in 2^34 / count
 * look-ups.
 */
export interface BundledHosts {
  source: string
  /** ISO day. */
  date: string
  licence: string
  count: number
  /** True if the host, or a domain above it, is listed. */
  has(hostname: string): boolean
}

const bits = 34

const headSchema = z.lazy(() =>
  z.object({ source: z.string(), date: z.iso.date(), licence: z.string(), count: z.int(), lowBits: z.int() }),
)

function shortHashOf(name: string): number {
  const hash = hashOf(name)
  return hash.getUint32(0) * 4 + (hash.getUint8(4) >> 6)
}

/** The file. @param hosts lower case, in Punycode */
export function packBundledHosts(
  about: { source: string; date: string; licence: string },
  hosts: readonly string[],
): Uint8Array<ArrayBuffer> {
  const hashes = [...new Set(hosts.map(shortHashOf))].sort((left, right) => left - right)
  const packer = createPacker(lowBitsFor(bits, hashes.length))
  for (const hash of hashes) packer.add(hash)
  const { bytes, count, lowBits } = packer.packed()
  const head = new TextEncoder().encode(`${JSON.stringify({ ...about, count, lowBits })}\n`)
  return Uint8Array.from([...head, ...bytes])
}

/**
 * Reads the file.
 * @throws SyntaxError, ZodError or RangeError if it is damaged
 */
export function readBundledHosts(file: Uint8Array): BundledHosts {
  const end = file.indexOf(0x0a)
  const head = headSchema.parse(JSON.parse(new TextDecoder().decode(file.subarray(0, Math.max(0, end)))))
  const { source, date, licence, count, lowBits } = head
  const hashes = findStops(file.slice(end + 1), count, lowBits, bits)
  return {
    source,
    date,
    licence,
    count,
    has: hostname => withParents(hostname).some(name => hasHash(hashes, shortHashOf(name))),
  }
}
