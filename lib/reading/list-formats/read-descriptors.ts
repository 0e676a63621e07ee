import { indexDescriptors } from './descriptor-index'
import { parseJson, unreadable } from './read-names'
import type { ReadEntries } from './read-records'

const mostFiles = 20_000
const mostCharacters = 1_000_000

/**
 * A registry of clear-signing descriptors: the archive of its repository, or JSON of path → descriptor. The files are
 * kept as text under their paths in the registry: `registry/lido/calldata-stETH.json`,
 * `ercs/calldata-erc20-tokens.json`. Further entries say which of them are for which contract.
 * @throws Failure `list-unreadable`
 * @see ERC-7730
 */
export async function readDescriptors(bytes: Uint8Array<ArrayBuffer>): Promise<ReadEntries & { count: number }> {
  const files = await readDescriptorFiles(bytes)
  const texts = [...files].map(([key, value]) => ({ key, value }))
  if (texts.length === 0 || texts.length > mostFiles) throw unreadable('count')
  if (texts.some(({ value }) => value.length > mostCharacters)) throw unreadable('size')
  const index = [...indexDescriptors(files)].map(([key, value]) => ({ key, value }))
  return { entries: [...texts, ...index], count: texts.length, date: null }
}

/**
 * The files of a registry by their paths.
 * @throws Failure `list-unreadable`
 */
export async function readDescriptorFiles(bytes: Uint8Array<ArrayBuffer>): Promise<Map<string, string>> {
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? filesOfArchive(bytes) : filesOfJson(bytes)
}

async function filesOfArchive(bytes: Uint8Array<ArrayBuffer>): Promise<Map<string, string>> {
  // The archive of a repository has one folder at its top, named after branch or commit.
  const path = /^[^/]+\/((?:registry|ercs)\/(?!(?:.*\/)?(?:tests?|testsv\d|sigs)\/).+\.json)$/
  const files = await readArchive(bytes, name => path.test(name))
  return new Map(
    [...files].map(([name, text]) => {
      parseJson(text)
      return [path.exec(name)?.[1] ?? name, text]
    }),
  )
}

function filesOfJson(bytes: Uint8Array): Map<string, string> {
  const value = parseJson(new TextDecoder().decode(bytes))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable('shape')
  const files = Object.entries(value)
  if (files.some(([path, file]) => !path.endsWith('.json') || typeof file !== 'object' || file === null))
    throw unreadable('shape')
  return new Map(files.map(([path, file]) => [path, JSON.stringify(file)]))
}

const mostBytes = 64_000_000
const blockBytes = 512

/**
 * The text files of a gzipped tar archive, by path.
 * @param wanted true for the paths to read
 * @throws Failure `list-unreadable`
 * @see POSIX.1-2001, pax interchange format
 */
async function readArchive(
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
