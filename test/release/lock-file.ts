import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const schema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      license: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
      devDependencies: z.record(z.string(), z.string()).optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
})

/** A package as the lock file has it. */
export interface LockedPackage {
  /** `node_modules/viem`, or below another package where versions differ. */
  path: string
  name: string
  version: string
  /** SPDX expression as the package states it. */
  license: string
  /** True if it asks for a script of its own to run when it is installed. */
  hasInstallScript: boolean
}

/** Every package of a project's `package-lock.json`, by its path. */
export async function readLockFile(folder: string): Promise<ReadonlyMap<string, LockedPackage>> {
  const { packages } = schema.parse(JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')))
  const entries = Object.entries(packages).filter(([path]) => path !== '')
  return new Map(
    entries.map(([path, { version, license, hasInstallScript }]) => [
      path,
      {
        path,
        name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
        version: version ?? '',
        license: license ?? 'not stated',
        hasInstallScript: hasInstallScript ?? false,
      },
    ]),
  )
}

/** @throws Error when the lock file does not have it */
export function locked(packages: ReadonlyMap<string, LockedPackage>, path: string): LockedPackage {
  const found = packages.get(path)
  if (found === undefined) throw new Error(`package-lock.json does not have ${path}: run npm ci.`)
  return found
}
