import { unreadable } from './read-names'

const mostBytes = 64_000_000
const blockBytes = 512

/**
 * The text files of a gzipped tar archive, by path.
 * @param wanted true for the paths to read
 * @throws Failure `list-unreadable`
 * @see POSIX.1-2001, pax interchange format
 */
export async function readArchive(
  bytes: Uint8Array<ArrayBuffer>,
  wanted: (path: string) => boolean,
): Promise<Map<string, string>> {
  const tar = await unzip(bytes)
  const files = new Map<string, string>()
  let longPath: string | null = null
  for (let at = 0; at + blockBytes <= tar.length; ) {
    const header = tar.subarray(at, at + blockBytes)
    if (header.every(byte => byte === 0)) return files
    const size = Number.parseInt(textOf(header, 124, 12), 8)
    const body = tar.subarray(at + blockBytes, at + blockBytes + size)
    if (!Number.isInteger(size) || size < 0 || body.length !== size || !hasItsSum(header)) throw unreadable('archive')
    const type = textOf(header, 156, 1)
    const prefix = textOf(header, 345, 155)
    const path: string = longPath ?? (prefix === '' ? '' : `${prefix}/`) + textOf(header, 0, 100)
    longPath = type === 'x' ? (/\d+ path=(.*)\n/.exec(decode(body))?.[1] ?? null) : null
    if ((type === '0' || type === '') && wanted(path)) files.set(path, decode(body))
    at += blockBytes + Math.ceil(size / blockBytes) * blockBytes
  }
  // It ends with two empty blocks.
  throw unreadable('archive')
}

async function unzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      length += value.length
      if (length > mostBytes) {
        await reader.cancel()
        throw new RangeError('too large')
      }
      pieces.push(value)
    }
  } catch {
    // No gzip, cut off, or far larger than it looks.
    throw unreadable('archive')
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** The header's checksum, in which its own field counts as eight spaces. */
function hasItsSum(header: Uint8Array): boolean {
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0)
  return sum === Number.parseInt(textOf(header, 148, 8), 8)
}

function textOf(bytes: Uint8Array, start: number, length: number): string {
  const field = bytes.subarray(start, start + length)
  const end = field.indexOf(0)
  return decode(end < 0 ? field : field.subarray(0, end)).trim()
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
