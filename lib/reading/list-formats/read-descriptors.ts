import { archiveBudget, descriptorBudget } from '@/lib/base/budgets'
import { inSlices, type Pause } from '@/lib/base/slices'
import { indexDescriptors } from './descriptor-index'
import { parseJson, unreadable } from './read-names'
import type { ReadEntries } from './read-records'

/**
 * A registry of clear-signing descriptors: the archive of its repository, or JSON of path → descriptor. The files are
 * kept as text under their paths in the registry: `registry/lido/calldata-stETH.json`,
 * `ercs/calldata-erc20-tokens.json`. Further entries say which of them are for which contract.
 * @throws Failure `list-unreadable`
 * @see ERC-7730
 */
export async function readDescriptors(
  bytes: Uint8Array<ArrayBuffer>,
  pause: Pause,
): Promise<ReadEntries & { count: number }> {
  const files = await readDescriptorFiles(bytes, pause)
  const texts = [...files].map(([key, value]) => ({ key, value }))
  if (texts.length === 0 || texts.length > archiveBudget.files) throw unreadable('count')
  if (texts.some(({ value }) => value.length > descriptorBudget.characters)) throw unreadable('size')
  const index = [...(await indexDescriptors(files, pause))].map(([key, value]) => ({ key, value }))
  return { entries: [...texts, ...index], count: texts.length, date: null }
}

/**
 * The files of a registry by their paths.
 * @throws Failure `list-unreadable`
 */
export async function readDescriptorFiles(bytes: Uint8Array<ArrayBuffer>, pause: Pause): Promise<Map<string, string>> {
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? filesOfArchive(bytes, pause) : filesOfJson(bytes, pause)
}

async function filesOfArchive(bytes: Uint8Array<ArrayBuffer>, pause: Pause): Promise<Map<string, string>> {
  // The archive of a repository has one folder at its top, named after branch or commit.
  const path = /^[^/]+\/((?:registry|ercs)\/(?!(?:.*\/)?(?:tests?|testsv\d|sigs)\/).+\.json)$/
  const named = new Map<string, string>()
  await inSlices(await readArchive(bytes, name => path.test(name), pause), pause, ([name, text]) => {
    parseJson(text)
    named.set(path.exec(name)?.[1] ?? name, text)
  })
  return named
}

async function filesOfJson(bytes: Uint8Array, pause: Pause): Promise<Map<string, string>> {
  const value = parseJson(new TextDecoder().decode(bytes))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable('shape')
  const files = Object.entries(value)
  if (files.length > archiveBudget.files) throw unreadable('count')
  const named = new Map<string, string>()
  await inSlices(files, pause, ([path, file]) => {
    if (!path.endsWith('.json') || path.length > archiveBudget.pathCharacters) throw unreadable('shape')
    if (typeof file !== 'object' || file === null) throw unreadable('shape')
    named.set(path, JSON.stringify(file))
  })
  return named
}

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
  pause: Pause,
): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  await inSlices(readHeads(await unzip(bytes)), pause, ({ path, body }) => {
    if (path.length > archiveBudget.pathCharacters || files.size > archiveBudget.files) throw unreadable('archive')
    if (wanted(path)) files.set(path, decode(body))
  })
  return files
}

/** The files of an archive, one after the other; ends without a fault at the two empty blocks of its end alone. */
function* readHeads(tar: Uint8Array): Generator<{ path: string; body: Uint8Array }> {
  let longPath: string | null = null
  for (let at = 0, heads = 0; at + blockBytes <= tar.length; heads += 1) {
    const header = tar.subarray(at, at + blockBytes)
    if (header.every(byte => byte === 0)) return
    const size = Number.parseInt(textOf(header, 124, 12), 8)
    const body = tar.subarray(at + blockBytes, at + blockBytes + size)
    if (!Number.isInteger(size) || size < 0 || body.length !== size || !hasItsSum(header)) throw unreadable('archive')
    if (heads > archiveBudget.heads) throw unreadable('archive')
    const type = textOf(header, 156, 1)
    const prefix = textOf(header, 345, 155)
    const path: string = longPath ?? (prefix === '' ? '' : `${prefix}/`) + textOf(header, 0, 100)
    longPath = type === 'x' ? pathOfExtension(body) : null
    yield type === '0' || type === '' ? { path, body } : { path: '', body: empty }
    at += blockBytes + Math.ceil(size / blockBytes) * blockBytes
  }
  throw unreadable('archive')
}

const empty = new Uint8Array()

/** The path in the records of an extended header, `<length> path=<path>` on a line. */
function pathOfExtension(body: Uint8Array): string | null {
  if (body.length > archiveBudget.extensionBytes) throw unreadable('archive')
  return /^\d{1,6} path=(.*)$/m.exec(decode(body))?.[1] ?? null
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
      if (length > archiveBudget.bytes) {
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
