import { deviceBudget } from '@/lib/base/budgets'
import { fromBytewords } from './bytewords'
import { decodeCbor } from './cbor'
import { crc32 } from './crc32'
import { fragmentsOf } from './fragments'

/** A whole message. */
export interface Ur {
  type: string
  /** CBOR */
  message: Uint8Array
}

/** What became of a frame. `other`: it belongs to another message; `unreadable`: it is no frame. */
export type Reception =
  | { kind: 'unreadable' | 'other' }
  /** `share` of the message that is known, from 0 to 1. */
  | { kind: 'partial'; share: number }
  | { kind: 'whole'; ur: Ur }

interface Part {
  type: string
  number: number
  count: number
  length: number
  checksum: number
  data: Uint8Array
}

/** Fragments that are mixed (XOR). */
interface Mixed {
  /** One bit for each. */
  positions: bigint
  /** The lowest of them, which no other mixture has. */
  lead: bigint
  data: Uint8Array
}

/**
 * Puts a message together from frames in any order, with any of them lost or repeated. The first frame decides which
 * message it is.
 * @returns takes the text of one QR code
 */
export function createUrReceiver(): (text: string) => Reception {
  let expected: Part | null = null
  let mixtures: Mixed[] = []
  const seen = new Set<number>()

  const isKnown = ({ positions, lead }: Mixed): boolean => positions === lead

  /** Gaussian elimination: as many frames as there are fragments are enough, unless one says nothing new. */
  function take(part: Part): void {
    if (seen.has(part.number)) return
    seen.add(part.number)
    const fragments = fragmentsOf(part.number, part.count, part.checksum)
    const fresh: Mixed = {
      positions: fragments.reduce((bits, position) => bits | (1n << BigInt(position)), 0n),
      lead: 0n,
      data: part.data.slice(),
    }
    for (const other of mixtures) if ((fresh.positions & other.lead) !== 0n) mix(fresh, other)
    if (fresh.positions === 0n) return
    fresh.lead = fresh.positions & -fresh.positions
    for (const other of mixtures) if ((other.positions & fresh.lead) !== 0n) mix(other, fresh)
    mixtures.push(fresh)
  }

  return text => {
    const read = readFrame(text)
    if (read === null) return { kind: 'unreadable' }
    if ('message' in read) return { kind: 'whole', ur: read }
    if (expected !== null && !isSameMessage(read, expected)) return { kind: 'other' }
    expected ??= read
    take(read)
    if (mixtures.length < read.count) return { kind: 'partial', share: mixtures.filter(isKnown).length / read.count }
    const message = joined(mixtures, read)
    if (crc32(message) === read.checksum) return { kind: 'whole', ur: { type: read.type, message } }
    // Frames with false content: it begins anew.
    expected = null
    mixtures = []
    seen.clear()
    return { kind: 'unreadable' }
  }
}

function isSameMessage(one: Part, other: Part): boolean {
  return (
    one.type === other.type &&
    one.count === other.count &&
    one.length === other.length &&
    one.checksum === other.checksum &&
    one.data.length === other.data.length
  )
}

function joined(fragments: readonly Mixed[], { count, length, data }: Part): Uint8Array {
  const whole = new Uint8Array(count * data.length)
  for (const { lead, data: bytes } of fragments) whole.set(bytes, (lead.toString(2).length - 1) * data.length)
  return whole.subarray(0, length)
}

function mix(into: Mixed, other: Mixed): void {
  into.positions ^= other.positions
  for (const index of into.data.keys()) into.data[index] = (into.data[index] ?? 0) ^ (other.data[index] ?? 0)
}

const form = /^ur:([a-z0-9-]{1,64})\/(?:(\d{1,10})-(\d{1,10})\/)?([a-z]+)$/

function readFrame(text: string): Ur | Part | null {
  if (text.length > 2 * deviceBudget.message + 100) return null
  const [, type, number, count, letters] = form.exec(text.trim().toLowerCase()) ?? []
  if (type === undefined || letters === undefined) return null
  const bytes = fromBytewords(letters)
  if (bytes === null) return null
  if (number === undefined || count === undefined) return { type, message: bytes }
  const part = readPart(type, bytes)
  return part !== null && part.number === Number(number) && part.count === Number(count) ? part : null
}

/** `[number, count, length of the message, CRC-32 of the message, fragments mixed]` */
function readPart(type: string, bytes: Uint8Array): Part | null {
  const items = decodeCbor(bytes)
  if (!Array.isArray(items) || items.length !== 5) return null
  const [number, count, length, checksum, data] = items
  if (!isUint32(number) || !isUint32(count) || !isUint32(length) || !isUint32(checksum)) return null
  if (!(data instanceof Uint8Array) || data.length === 0 || number === 0) return null
  const fits = length > 0 && length <= deviceBudget.message && count <= deviceBudget.fragments
  if (!fits || count !== Math.ceil(length / data.length)) return null
  return { type, number, count, length, checksum, data }
}

function isUint32(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffffffff
}
