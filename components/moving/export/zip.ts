import { strFromU8, strToU8, unzipSync, Zip, ZipPassThrough } from 'fflate'
import { mostFileBytes } from '../files/read-file'

/** A file of an archive. */
export interface ArchivedFile {
  /** With `/` between folders. */
  name: string
  text: string
}

/** An archive of files as they are: what compresses them would be as large again as what packs them. */
export function zipOf(files: readonly ArchivedFile[], at: Date): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const archive = new Zip((error, part) => {
    if (error !== null) throw error
    parts.push(part)
  })
  for (const { name, text } of files) {
    const file = new ZipPassThrough(name)
    file.mtime = at
    archive.add(file)
    file.push(strToU8(text), true)
  }
  archive.end()
  return new Blob(parts)
}

/** Whether the bytes begin as an archive does. */
export function isZip(content: Uint8Array): boolean {
  return content[0] === 0x50 && content[1] === 0x4b && content[2] === 3 && content[3] === 4
}

/**
 * Whether this wallet reads the file again from the archive that it saved. The archive has some things in two formats,
 * and one of the two is enough.
 */
export function isForMoving(name: string): boolean {
  return /(?:^|\/)(?:contacts|tokens|networks)\.json$/.test(name)
}

/**
 * The files of an archive whose names `isWanted` takes.
 * @returns `null` for what is no archive, a damaged one, and where a file is larger than one may be
 */
export function unzip(archive: Uint8Array, isWanted: (name: string) => boolean): ArchivedFile[] | null {
  let isTooLarge = false
  try {
    const found = unzipSync(archive, {
      filter({ name, originalSize }) {
        if (!isWanted(name)) return false
        // No more than this is decompressed, whatever follows.
        isTooLarge ||= originalSize > mostFileBytes
        return !isTooLarge
      },
    })
    return isTooLarge ? null : Object.entries(found).map(([name, content]) => ({ name, text: strFromU8(content) }))
  } catch {
    // The archive cannot be read, for whatever reason.
    return null
  }
}
