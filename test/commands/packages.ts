import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { root } from './project.ts'

/** The packages that dapp developers install, by their folder in `test/`: each a workspace, all of one version. */
export const packageFolders = ['preview-network', 'viem-levels', 'wallet-fixtures'] as const
export type PackageFolder = (typeof packageFolders)[number]

const manifestSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  exports: z.record(z.string(), z.unknown()).optional(),
  bin: z.record(z.string(), z.string()).optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  peerDependencies: z.record(z.string(), z.string()).optional(),
})
export type PackageManifest = z.infer<typeof manifestSchema>

/** Absolute path of a package's folder. */
export const pathOf = (folder: PackageFolder) => join(root, 'test', folder)

/** A package's own package.json. */
export function manifestOf(folder: PackageFolder): PackageManifest {
  return manifestSchema.parse(JSON.parse(readFileSync(join(pathOf(folder), 'package.json'), 'utf8')))
}
