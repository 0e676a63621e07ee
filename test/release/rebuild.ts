import { copyFile, link, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type Lifetime, run } from '../commands/lifetime.ts'
import { type BundledBytes, readBundledBytes } from './bundled-modules.ts'
import { type Edition, editions } from './editions.ts'
import { type Package, readFolder, writeFolder } from './package.ts'

/** What must not show in a build: where, in which time zone and in which language it was made. */
export interface Surroundings {
  /** An empty folder of its own. */
  folder: string
  /** `Asia/Kolkata` */
  timeZone: string
  /** `tr_TR.UTF-8` */
  locale: string
}

export interface Rebuilt {
  files: Package
  bundled: BundledBytes
}

/** Puts sources into an empty folder, with the packages installed in `installed`, so that they can be built there. */
export async function unpackSources(sources: Package, folder: string, installed: string): Promise<void> {
  await writeFolder(sources, folder)
  await linkFolder(join(installed, 'node_modules'), join(folder, 'node_modules'))
}

/** Builds one package from sources that `unpackSources` put there. @throws Error with the builder's own words */
export async function rebuild(lifetime: Lifetime, edition: Edition, surroundings: Surroundings): Promise<Rebuilt> {
  const { folder, timeZone, locale } = surroundings
  const { output: outputFolder, build } = editions[edition]
  const { NODE_ENV: _, ...inherited } = process.env
  const env = { ...inherited, TZ: timeZone, LANG: locale, LC_ALL: locale }
  const wxt = join(folder, 'node_modules/wxt/bin/wxt.mjs')
  const { code, output } = await run(lifetime, process.execPath, [wxt, ...build], { cwd: folder, env, quiet: true })
  if (code !== 0) throw new Error(`The package for ${edition} did not build in ${folder}:\n${output}`)
  const built = join(folder, outputFolder)
  return { files: await readFolder(built), bundled: await readBundledBytes(built) }
}

/**
 * The same files again below another folder, without their bytes where the file system can: what is installed is large,
 * and only read.
 */
async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else if (!entry.isDirectory()) await link(source, target).catch(() => copyFile(source, target))
    // What earlier commands kept for themselves must not reach a build.
    else if (!/^\.(?:cache|vite)/.test(entry.name)) await linkFolder(source, target)
  }
}
