import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { AnvilMissingError } from './errors.ts'

const require = createRequire(import.meta.url)
const architectures: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }
const asked = promisify(execFile)

/** The versions of Anvil that the network works with: their major and minor number. */
export const wantedVersion = '1.7'

/**
 * Returns the path of the Anvil binary.
 * @param chosen a path; by default the npm package `@foundry-rs/anvil`, then `anvil` on the PATH
 * @throws {AnvilMissingError} naming the places without one
 */
export async function findAnvil(chosen: string | undefined): Promise<string> {
  const places = chosen === undefined ? [...ofPackage(), ...onPath()] : [chosen]
  for (const place of places) if (await isExecutable(place)) return place
  throw new AnvilMissingError(
    chosen === undefined ? [`the npm package ${packageName()}`, 'anvil on the PATH'] : [chosen],
  )
}

/** Returns the version that a binary tells of itself (`1.7.1`), or undefined when it tells none. */
export async function versionOf(path: string): Promise<string | undefined> {
  const { stdout } = await asked(path, ['--version'], { timeout: 10_000 }).catch(() => ({ stdout: '' }))
  return /\d+\.\d+\.\d+/.exec(stdout)?.[0]
}

/** Returns whether a version is one that the network works with. @param version `1.7.1` */
export function isWanted(version: string): boolean {
  return version.startsWith(`${wantedVersion}.`)
}

function packageName(): string {
  return `@foundry-rs/anvil-${process.platform}-${architectures[process.arch] ?? process.arch}`
}

/** The binary itself instead of the package's wrapper, which costs a second Node process. */
function ofPackage(): string[] {
  try {
    // Package managers that do not hoist put it beside the wrapper, which alone depends on it.
    const wrapper = createRequire(require.resolve('@foundry-rs/anvil/package.json'))
    return [join(dirname(wrapper.resolve(`${packageName()}/package.json`)), 'bin', 'anvil')]
  } catch {
    return []
  }
}

function onPath(): string[] {
  return (process.env.PATH ?? '').split(delimiter).flatMap(folder => (folder === '' ? [] : [join(folder, 'anvil')]))
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
