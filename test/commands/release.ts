import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import * as z from 'zod'
import { packFiles } from '../release/archive.ts'
import { billOfMaterials } from '../release/bill-of-materials.ts'
import { sectionOf } from '../release/change-log.ts'
import { noteFiles } from '../release/change-notes.ts'
import { faultsOfContents } from '../release/contents.ts'
import { type Edition, editionNames, editions, packageName } from '../release/editions.ts'
import { readLockFile } from '../release/lock-file.ts'
import { manifestChanges } from '../release/manifest-changes.ts'
import { type EditionNotes, writeNotes } from '../release/notes.ts'
import { type Package, textOf } from '../release/package.ts'
import { type Rebuilt, rebuild, type Surroundings, unpackSources } from '../release/rebuild.ts'
import { securityText } from '../release/security-text.ts'
import { readSignatures } from '../release/signatures.ts'
import { type Origin, originOf, readSources } from '../release/sources.ts'
import { weigh } from './budgets.ts'
import { temporaryFolder } from './extension.ts'
import { createLifetime } from './lifetime.ts'
import { root, version } from './project.ts'

/**
 * `npm run release [-- --draft] [-- --record]`: everything that is published, in .output/release. Each package is built
 * twice, in folders, time zones and languages that have nothing in common, and must come out the same. `--draft` allows
 * uncommitted changes; `--record` keeps this release's manifests as the last released ones, to be committed once it is
 * out.
 */
const target = join(root, '.output/release')
const recorded = (edition: Edition) => join(root, 'docs/store/released', `${edition}.json`)

/** A command that found faults is no failure of the command. */
const outputSchema = z.looseObject({ stdout: z.string() })

const lifetime = createLifetime()
let code = 1
try {
  const { values } = parseArgs({ options: { draft: { type: 'boolean' }, record: { type: 'boolean' } } })
  await release(values.draft === true, values.record === true)
  code = 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}
await lifetime.end()
process.exit(code)

async function release(isDraft: boolean, isRecorded: boolean): Promise<void> {
  const origin = await requireClean(isDraft)
  const left = await noteFiles()
  if (left.length > 0) throw new Error(`${left.length} notes are left in docs/changes: run npm run changes.`)
  const changes = sectionOf(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version)
  await step('the registry signed every installed package', checkSignatures)
  const sources = await readSources(root)
  const places = await step('the sources are unpacked in two places', () => unpackTwice(sources))

  const artifacts = new Map<string, Uint8Array>([[packageName(version, 'sources'), await packFiles(sources)]])
  const notes: EditionNotes[] = []
  const installed = await readLockFile(root)
  const listed = await npm('sbom', '--sbom-format', 'cyclonedx')
  for (const edition of editionNames) {
    const { files, bundled } = await step(`the package for ${edition} comes out the same twice`, () =>
      buildTwice(edition, places),
    )
    const archive = await packFiles(files)
    const base = packageName(version, edition).replace(/\.zip$/, '')
    const bill = billOfMaterials(listed, bundled, installed, base)
    artifacts.set(`${base}.zip`, archive)
    artifacts.set(`${base}.files.sha256`, encode(sumsOf(files)))
    artifacts.set(`${base}.cdx.json`, encode(`${JSON.stringify(bill, null, 2)}\n`))
    const manifest = textOf(files.get('manifest.json') ?? new Uint8Array())
    notes.push({
      edition,
      archive,
      files,
      components: bill.components.length,
      manifestChanges: await changesSinceLast(edition, manifest),
    })
    if (isRecorded) await record(edition, manifest)
  }
  const weights = await weigh(
    join(places[0].folder, editions.chrome.output),
    artifacts.get(packageName(version, 'chrome'))?.length ?? 0,
  )
  const over = weights.filter(({ bytes, budget }) => bytes > budget)
  if (over.length > 0) throw new Error(`Over budget: ${over.map(({ what }) => what).join(', ')}.`)

  const security = securityText(await repositoryOf(), new Date())
  if (security === null) console.log('  --   security.txt: SKIPPED, package.json names no repository of GitHub')
  else artifacts.set('security.txt', encode(security))
  artifacts.set('RELEASE.md', encode(writeNotes({ version, origin, changes, weights, editions: notes, artifacts })))
  await publish(artifacts)
}

async function repositoryOf(): Promise<unknown> {
  const { repository } = z.looseObject({}).parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  return repository
}

/** Prints what was done once it is. */
async function step<Result>(what: string, act: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  const result = await act()
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  console.log(`  ${typeof result === 'string' ? `--   ${what}: ${result}` : `ok   ${what}`} (${seconds} s)`)
  return result
}

async function requireClean(isDraft: boolean): Promise<Origin> {
  const origin = await originOf(lifetime, root)
  console.log(`Prelude ${version}, ${origin.commit === null ? 'without git' : `commit ${origin.commit}`}`)
  if (origin.changes.length > 0 && !isDraft)
    throw new Error(
      `A release is made of a commit, and these files differ from it; commit them, or add --draft:\n${origin.changes.join('\n')}`,
    )
  return origin
}

async function unpackTwice(sources: Package): Promise<[Surroundings, Surroundings]> {
  const places: [Surroundings, Surroundings] = [
    {
      folder: join(await temporaryFolder(lifetime, 'release'), 'a'),
      timeZone: 'Pacific/Kiritimati',
      locale: 'C.UTF-8',
    },
    {
      folder: join(await temporaryFolder(lifetime, 'release'), 'another folder, with spaces and an ü'),
      timeZone: 'America/St_Johns',
      locale: 'tr_TR.UTF-8',
    },
  ]
  for (const { folder } of places) await unpackSources(sources, folder, root)
  return places
}

async function buildTwice(edition: Edition, places: readonly Surroundings[]): Promise<Rebuilt> {
  const built: Rebuilt[] = []
  for (const place of places) built.push(await rebuild(lifetime, edition, place))
  const [one, other] = built
  if (one === undefined || other === undefined) throw new Error('Nothing was built.')
  const names = new Set([...one.files.keys(), ...other.files.keys()])
  const differing = [...names].filter(name => {
    const [a, b] = [one.files.get(name), other.files.get(name)]
    return a === undefined || b === undefined || !Buffer.from(a).equals(b)
  })
  if (differing.length > 0)
    throw new Error(`Two builds of the package for ${edition} differ in:\n${differing.join('\n')}`)
  const faults = faultsOfContents(one.files, 'store')
  if (faults.length > 0) throw new Error(`The package for ${edition} must not be published:\n${faults.join('\n')}`)
  return one
}

/** A sentence if it could not be checked. @throws Error when a signature is missing or wrong */
async function checkSignatures(): Promise<string | undefined> {
  const found = readSignatures(await npm('audit', 'signatures', '--json', '--fetch-retries=1', '--fetch-timeout=20000'))
  if (found.verdict === 'bad') throw new Error(`Packages without a good signature of the registry:\n${found.packages}`)
  return found.verdict === 'good' ? undefined : `SKIPPED, not checked (${found.reason})`
}

/** Standard output of npm, whatever its exit code. */
async function npm(...args: string[]): Promise<string> {
  const path = process.env.npm_execpath
  const [command, before] = path?.endsWith('.js') ? [process.execPath, [path]] : ['npm', []]
  const ended = await promisify(execFile)(command, [...before, ...args], { cwd: root, maxBuffer: 100_000_000 }).catch(
    (error: unknown) => outputSchema.parse(error),
  )
  return ended.stdout
}

async function changesSinceLast(edition: Edition, manifest: string): Promise<string[] | null> {
  const last = await readFile(recorded(edition), 'utf8').catch(() => null)
  return last === null ? null : manifestChanges(JSON.parse(last), JSON.parse(manifest))
}

async function record(edition: Edition, manifest: string): Promise<void> {
  await mkdir(join(root, 'docs/store/released'), { recursive: true })
  await writeFile(recorded(edition), `${JSON.stringify(JSON.parse(manifest), null, 2)}\n`)
}

async function publish(artifacts: Map<string, Uint8Array>): Promise<void> {
  const sums = sumsOf(artifacts)
  artifacts.set('SHA256SUMS', encode(sums))
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  for (const [name, bytes] of artifacts) await writeFile(join(target, name), bytes)
  console.log(`\n.output/release:\n${sums}`)
}

/** The sums in the form that `sha256sum` writes and checks. */
function sumsOf(files: Package): string {
  const lines = [...files].map(([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`)
  return lines.sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1)).join('')
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
