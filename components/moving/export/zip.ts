import { mostFileBytes } from '../files/read-file'

/** A file of an archive. */
export interface ArchivedFile {
  /** With `/` between folders. */
  name: string
  text: string
}

/**
 * An archive of files as they are: its parts can be read with any program, and nothing has to be compressed here.
 * @see APPNOTE.TXT of PKWARE, 4.3: local headers, central directory and its end
 */
export function zipOf(files: readonly ArchivedFile[], at: Date): Uint8Array<ArrayBuffer> {
  const day = ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate()
  const time = (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1)
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const file of files) {
    const name = new TextEncoder().encode(file.name)
    const content = new TextEncoder().encode(file.text)
    // Version 2.0, names in UTF-8, stored.
    const common = bytes([20, 2], [1 << 11, 2], [0, 2], [time, 2], [day, 2], [crc32(content), 4])
    const sizes = bytes([content.length, 4], [content.length, 4], [name.length, 2], [0, 2])
    const local = [bytes([0x04034b50, 4]), common, sizes, name, content]
    directory.push(
      bytes([0x02014b50, 4], [20, 2]),
      common,
      sizes,
      bytes([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      name,
    )
    parts.push(...local)
    offset += lengthOf(local)
  }
  const size = lengthOf(directory)
  const count = files.length
  const end = bytes([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [offset, 4], [0, 2])
  return joined([...parts, ...directory, end])
}

const mostEntries = 1_000

/** Whether the bytes begin as an archive does. */
export function isZip(content: Uint8Array): boolean {
  return content[0] === 0x50 && content[1] === 0x4b && content[2] === 3 && content[3] === 4
}

/** Of the archive that this wallet saves, what it reads again. Of two formats of the same thing, one is enough. */
export function isForMoving(name: string): boolean {
  return /(?:^|\/)(?:contacts|tokens|networks)\.json$/.test(name)
}

/**
 * The files of an archive whose names `isWanted` takes.
 * @returns `null` for what is no archive, or a damaged one
 */
export async function unzip(
  archive: Uint8Array<ArrayBuffer>,
  isWanted: (name: string) => boolean,
): Promise<ArchivedFile[] | null> {
  try {
    return await readEntries(archive, isWanted)
  } catch {
    // Whatever is wrong with it: it cannot be read.
    return null
  }
}

async function readEntries(archive: Uint8Array<ArrayBuffer>, isWanted: (name: string) => boolean) {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  let end = archive.length - 22
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1
  if (end < 0) return null
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  const files: ArchivedFile[] = []
  for (let index = 0; index < Math.min(count, mostEntries); index += 1) {
    if (view.getUint32(at, true) !== 0x02014b50) return null
    const [method, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)]
    const [nameLength, extra, comment] = [28, 30, 32].map(place => view.getUint16(at + place, true))
    const local = view.getUint32(at + 42, true)
    const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + (nameLength ?? 0)))
    if (isWanted(name)) {
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
      const text = await textOf(archive.subarray(start, start + size), method)
      if (text === null) return null
      files.push({ name, text })
    }
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return files
}

/** @returns `null` for another method than «stored» and «deflate», and for more bytes than a file may have */
async function textOf(content: Uint8Array<ArrayBuffer>, method: number): Promise<string | null> {
  if (method === 0) return content.length > mostFileBytes ? null : new TextDecoder().decode(content)
  if (method !== 8) return null
  const parts: Uint8Array[] = []
  const reader = new Blob([content]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value)
    if (lengthOf(parts) > mostFileBytes) return null
  }
  return new TextDecoder().decode(joined(parts))
}

/** Little-endian numbers, each with its length in bytes. */
function bytes(...numbers: readonly (readonly [value: number, length: 2 | 4])[]): Uint8Array {
  return Uint8Array.from(
    numbers.flatMap(([value, length]) => Array.from({ length }, (_, index) => (value >>> (8 * index)) & 0xff)),
  )
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0)
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(lengthOf(parts))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** CRC-32 as ISO 3309 has it. */
function crc32(content: Uint8Array): number {
  let crc = ~0
  for (const byte of content) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
