import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { packFiles } from '../release/archive.ts'
import { type Comparison, comparePackages } from '../release/comparison.ts'
import { idOfKey } from '../release/crx.ts'
import type { Edition } from '../release/editions.ts'
import { type GivenPackage, readGivenPackage } from '../release/given-package.ts'
import { type Package, textOf } from '../release/package.ts'
import { rebuild, unpackSources } from '../release/rebuild.ts'
import { originOf, readSources } from '../release/sources.ts'
import { temporaryFolder } from './extension.ts'
import { createLifetime } from './lifetime.ts'
import { root, version } from './project.ts'

/**
 * `npm run verify -- FILE|FOLDER [--id ID]`: holds a downloaded or installed package against this source, file by file.
 * Needs neither git nor a network. `--id` asks for the id of a published extension, which follows from the key that
 * signed it. Exit code: 0 if every file is as this source makes it, 1 if one is not, 2 if there was nothing to compare.
 */

/** Something that keeps the command from comparing anything. */
class NothingToCompare extends Error {}

const usage = 'Usage: npm run verify -- FILE|FOLDER [--id ID]'

const manifestSchema = z.looseObject({
  version: z.string(),
  key: z.string().optional(),
  browser_specific_settings: z.unknown().optional(),
})

const lifetime = createLifetime()
let code = 2
try {
  code = (await verify()) ? 0 : 1
} catch (error) {
  if (!(error instanceof NothingToCompare)) console.error('The package could not be verified.')
  console.error(error instanceof Error ? error.message : error)
}
await lifetime.end()
process.exit(code)

async function verify(): Promise<boolean> {
  const { path, id } = readArguments()
  const given = await readGivenPackage(path).catch((error: unknown) => {
    throw new NothingToCompare(error instanceof Error ? error.message : String(error))
  })
  console.log(`Given: ${given.form} with ${given.files.size} files${given.sum === null ? '' : `, sha256 ${given.sum}`}`)
  const manifest = readManifest(given)
  const edition = manifest.browser_specific_settings === undefined ? 'chrome' : 'firefox'
  await sayOrigin()
  if (manifest.version !== version)
    throw new NothingToCompare(
      `The package is version ${manifest.version} and this source is version ${version}: compare it with the source of its own version.`,
    )
  const built = await build(edition)
  console.log(`Built: the package for ${edition}, ${built.size} files`)
  const comparison = comparePackages(built, given.files)
  await report(comparison, built, given)
  const itsId = given.signedFor ?? (manifest.key === undefined ? null : idOfKey(Buffer.from(manifest.key, 'base64')))
  if (itsId !== null) console.log(`Its id is ${itsId}${given.signedFor === null ? '' : ', and its signature is good'}.`)
  const isOwn = id === undefined || itsId === id
  if (!isOwn) console.log(`It should have the id ${id}${itsId === null ? ', and carries none' : ''}.`)
  const { differs, missing, more } = comparison
  const faults = differs.length + missing.length + more.length
  console.log(
    faults === 0
      ? 'Every file is the one that this source makes.'
      : `${faults} files are not as this source makes them.`,
  )
  return faults === 0 && isOwn
}

function readArguments(): { path: string; id: string | undefined } {
  let given: { positionals: string[]; values: { id?: string | undefined } }
  try {
    given = parseArgs({ allowPositionals: true, options: { id: { type: 'string' } } })
  } catch (error) {
    throw new NothingToCompare(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
  const [path, ...rest] = given.positionals
  if (path === undefined || rest.length > 0) throw new NothingToCompare(usage)
  // npm runs this in the project's folder, wherever it was called.
  return { path: resolve(process.env.INIT_CWD ?? process.cwd(), path), id: given.values.id }
}

function readManifest({ files }: GivenPackage): z.infer<typeof manifestSchema> {
  const bytes = files.get('manifest.json')
  if (bytes === undefined) throw new NothingToCompare('It has no manifest.json at its root: it is not an extension.')
  try {
    return manifestSchema.parse(JSON.parse(textOf(bytes)))
  } catch {
    throw new NothingToCompare('Its manifest.json cannot be read.')
  }
}

async function sayOrigin(): Promise<void> {
  const { commit, changes } = await originOf(lifetime, root)
  const of = commit === null ? 'without git' : `commit ${commit}`
  console.log(`Source: version ${version}, ${of}`)
  if (changes.length > 0) console.log(`  with ${changes.length} changed files:\n    ${changes.join('\n    ')}`)
}

async function build(edition: Edition): Promise<Package> {
  const folder = join(await temporaryFolder(lifetime, 'verify'), 'source')
  await unpackSources(await readSources(root), folder, root)
  const { files } = await rebuild(lifetime, edition, { folder, timeZone: 'UTC', locale: 'C.UTF-8' })
  return files
}

async function report(comparison: Comparison, built: Package, given: GivenPackage): Promise<void> {
  const sum = (bytes: Uint8Array | undefined) =>
    createHash('sha256')
      .update(bytes ?? '')
      .digest('hex')
  for (const name of comparison.differs)
    console.log(`  differs  ${name}\n    given  ${sum(given.files.get(name))}\n    built  ${sum(built.get(name))}`)
  for (const name of comparison.missing) console.log(`  missing  ${name}`)
  for (const name of comparison.more) console.log(`  more     ${name}  ${sum(given.files.get(name))}`)
  for (const sentence of comparison.added) console.log(`  note     ${sentence}`)
  if (given.sum !== null && given.sum === sum(await packFiles(built)))
    console.log('The archive is the one that this source makes, byte for byte.')
}
