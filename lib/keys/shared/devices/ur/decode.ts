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

/** Mixed fragments of which more than one is unknown. */
interface Mixed {
  positions: Set<number>
  data: Uint8Array
}

/**
 * Puts a message together from frames in any order, with any of them lost or repeated. The first frame decides which
 * message it is.
 * @returns takes the text of one QR code
 */
export function createUrReceiver(): (text: string) => Reception {
  let expected: Part | null = null
  let known = new Map<number, Uint8Array>()
  let mixed: Mixed[] = []
  const seen = new Set<number>()

  function learn(position: number, data: Uint8Array): void {
    const found = [{ position, data }]
    for (let each = found.pop(); each !== undefined; each = found.pop()) {
      const { position: solved, data: bytes } = each
      if (known.has(solved)) continue
      known.set(solved, bytes)
      for (const other of mixed) {
        if (!other.positions.delete(solved)) continue
        mix(other.data, bytes)
        const [left] = other.positions
        if (other.positions.size === 1 && left !== undefined) found.push({ position: left, data: other.data })
      }
      mixed = mixed.filter(({ positions }) => positions.size > 1)
    }
  }

  function take(part: Part): void {
    if (seen.has(part.number)) return
    seen.add(part.number)
    const positions = new Set(fragmentsOf(part.number, part.count, part.checksum))
    const data = part.data.slice()
    for (const position of [...positions]) {
      const bytes = known.get(position)
      if (bytes === undefined) continue
      mix(data, bytes)
      positions.delete(position)
    }
    const [first] = positions
    if (positions.size === 1 && first !== undefined) learn(first, data)
    // Enough to put any message together; a stream that never fits is not kept.
    else if (positions.size > 1 && mixed.length < 4 * part.count) mixed.push({ positions, data })
  }

  return text => {
    const read = readFrame(text)
    if (read === null) return { kind: 'unreadable' }
    if ('message' in read) return { kind: 'whole', ur: read }
    if (expected !== null && !isSameMessage(read, expected)) return { kind: 'other' }
    expected ??= read
    take(read)
    if (known.size < read.count) return { kind: 'partial', share: known.size / read.count }
    const message = joined(known, read)
    if (crc32(message) === read.checksum) return { kind: 'whole', ur: { type: read.type, message } }
    // Frames with false content: it begins anew.
    expected = null
    known = new Map()
    mixed = []
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

function joined(known: ReadonlyMap<number, Uint8Array>, { count, length, data }: Part): Uint8Array {
  const whole = new Uint8Array(count * data.length)
  for (const [position, bytes] of known) whole.set(bytes, position * data.length)
  return whole.subarray(0, length)
}

function mix(into: Uint8Array, bytes: Uint8Array): void {
  for (const index of into.keys()) into[index] = (into[index] ?? 0) ^ (bytes[index] ?? 0)
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
