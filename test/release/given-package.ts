import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { unpackFiles } from './archive.ts'
import { isCrx, openCrx } from './crx.ts'
import { type Package, readFolder } from './package.ts'

/** A package from elsewhere: downloaded, or as a browser keeps it. */
export interface GivenPackage {
  form: 'a folder' | 'a ZIP archive' | 'a CRX file'
  files: Package
  /** SHA-256 of the file in hex; `null` for a folder. */
  sum: string | null
  /** The id of the key that signed it; `null` where the file carries no signature of Chromium's kind. */
  signedFor: string | null
}

/** Reads a folder, or a file of type ZIP, XPI or CRX. @throws Error with what is wrong with it */
export async function readGivenPackage(path: string): Promise<GivenPackage> {
  const found = await stat(path).catch(() => null)
  if (found === null) throw new Error(`There is nothing at ${path}.`)
  if (found.isDirectory()) return { form: 'a folder', files: await readFolder(path), sum: null, signedFor: null }
  const bytes = new Uint8Array(await readFile(path))
  const sum = createHash('sha256').update(bytes).digest('hex')
  if (!isCrx(bytes)) return { form: 'a ZIP archive', files: unpackFiles(bytes), sum, signedFor: null }
  const { archive, id } = openCrx(bytes)
  return { form: 'a CRX file', files: unpackFiles(archive), sum, signedFor: id }
}
