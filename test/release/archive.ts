import { unzipSync } from 'fflate'
import JSZip from 'jszip'
import type { Package } from './package.ts'

/** In the earliest year that a ZIP file can say. */
const fixedTime = new Date(Date.UTC(1980, 0, 1, 12))

/**
 * A ZIP archive that depends on the files alone: sorted by name, with one time for all. The compressor is a pinned
 * package; Node's own makes other bytes on another processor.
 */
export async function packFiles(files: Package): Promise<Uint8Array> {
  const archive = new JSZip()
  for (const [name, bytes] of [...files].sort(([left], [right]) => (left < right ? -1 : 1)))
    archive.file(name, bytes, { date: fixedTime, createFolders: false })
  const compression = { compression: 'DEFLATE', compressionOptions: { level: 9 } } as const
  return archive.generateAsync({ type: 'uint8array', platform: 'DOS', ...compression })
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
