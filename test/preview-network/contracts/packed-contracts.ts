import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildSchema, type ContractBuild } from './contract-build.ts'

/** The published package carries the contracts compiled, under this name: without sources and without a compiler. */
export const packedFile = 'compiled.json'

/** Returns the contracts that the package carries, or, in the repository, those compiled from its sources. */
export async function readContracts(): Promise<ContractBuild> {
  const packed = await readFile(join(import.meta.dirname, packedFile), 'utf8').catch(() => undefined)
  if (packed !== undefined) return buildSchema.parse(JSON.parse(packed))
  const { buildContracts } = await import('./compile.ts')
  return buildContracts()
}
