import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The files of an extension by their path inside it, `/` between folders. */
export type Package = ReadonlyMap<string, Uint8Array>

/**
 * Every file below a folder, by its path inside it, sorted.
 * @throws Error for anything that is neither file nor folder
 */
export async function readFolder(folder: string): Promise<Package> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries.flatMap(entry => {
    const name = join(entry.parentPath, entry.name).slice(join(folder, '/').length).replaceAll('\\', '/')
    if (entry.isDirectory()) return []
    if (!entry.isFile()) throw new Error(`${name} is neither a file nor a folder.`)
    return [name]
  })
  const files = names.sort().map(async name => [name, new Uint8Array(await readFile(join(folder, name)))] as const)
  return new Map(await Promise.all(files))
}

/** Writes files below a folder, which is made if it is not there. */
export async function writeFolder(files: Package, folder: string): Promise<void> {
  for (const [name, bytes] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
}

/** A file of a package as text. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
