import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Lifetime, run } from '../commands/lifetime.ts'
import { type Package, readFolder } from './package.ts'

/** What the packages are built from, and what builds and verifies them. Nothing else reaches a build of a release. */
const sourceFolders = [
  'entrypoints',
  'components',
  'lib',
  'public',
  'test/commands',
  'test/release',
  'test/wallet-fixtures',
  'docs/store',
]
const sourceFiles = [
  '.npmrc',
  'CHANGELOG.md',
  'LICENSE',
  'later-scripts.config.ts',
  'lean-react.config.ts',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'wxt.config.ts',
]

/** Not needed to build: unit tests, the stores' pictures, and what a desktop leaves in folders. */
const leftOut = /\.test\.tsx?$|^docs\/store\/pictures\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db)$/

/**
 * The sources of a release by their path: what the browsers' add-on reviewers get, and what every build of a release is
 * made from.
 * @param folder the project's root
 * @throws Error when one of them is missing
 */
export async function readSources(folder: string): Promise<Package> {
  const files = new Map<string, Uint8Array>()
  for (const name of sourceFiles) files.set(name, new Uint8Array(await readFile(join(folder, name))))
  for (const below of sourceFolders) {
    if (!(await stat(join(folder, below))).isDirectory()) throw new Error(`${below} is not a folder.`)
    for (const [name, bytes] of await readFolder(join(folder, below))) files.set(`${below}/${name}`, bytes)
  }
  return new Map([...files].filter(([name]) => !leftOut.test(name)).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Where the sources come from, as far as git knows. */
export interface Origin {
  /** `null` where there is no git, or no repository. */
  commit: string | null
  /** Files that differ from the commit, as git lists them. */
  changes: string[]
}

/** Asks git about the project's folder; does without it where there is none. */
export async function originOf(lifetime: Lifetime, folder: string): Promise<Origin> {
  const git = async (...args: string[]) => {
    try {
      const { code, output } = await run(lifetime, 'git', ['-C', folder, ...args], { quiet: true })
      return code === 0 ? output : null
    } catch {
      return null
    }
  }
  const inside = await git('rev-parse', '--show-prefix')
  // A folder unpacked somewhere in another repository is not its root.
  if (inside === null || inside.trim() !== '') return { commit: null, changes: [] }
  const commit = await git('rev-parse', 'HEAD')
  const status = await git('status', '--porcelain')
  return { commit: commit?.trim() ?? null, changes: (status ?? '').split('\n').filter(line => line !== '') }
}
