import { unzipSync, type Zippable, zipSync } from 'fflate'
import type { Package } from './package.ts'

/** The earliest year that a ZIP file can say. It says local time, so this is the same in every time zone. */
const fixedTime = new Date(1980, 0, 1, 12)

/**
 * A ZIP archive that depends on the files alone: sorted by name, with one time for all. The compressor is a pinned
 * package; Node's own makes other bytes on another processor.
 */
export function packFiles(files: Package): Uint8Array {
  const entries: Zippable = {}
  for (const name of [...files.keys()].sort()) {
    const bytes = files.get(name)
    if (bytes !== undefined) entries[name] = bytes
  }
  return zipSync(entries, { level: 9, mtime: fixedTime })
}

/**
 * The files of a ZIP archive.
 * @throws Error when it cannot be read, or has two files of one name, of which a browser could take either
 */
export function unpackFiles(archive: Uint8Array): Package {
  const names: string[] = []
  let entries: Record<string, Uint8Array>
  try {
    entries = unzipSync(archive, { filter: ({ name }) => names.push(name) > 0 })
  } catch (error) {
    throw new Error(`It is not a ZIP archive that can be read: ${error instanceof Error ? error.message : error}.`)
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`It has two files of the name ${twice}.`)
  return new Map(Object.entries(entries).filter(([name]) => !name.endsWith('/')))
}
