import { deepStrictEqual } from 'node:assert'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packFiles } from '../release/archive.ts'
import { faultsOfContents } from '../release/contents.ts'
import { faultsOfGeneratedParts } from '../release/documents.ts'
import { readFolder } from '../release/package.ts'
import { faultsOfPermissions } from '../release/permissions.ts'
import { faultsOfSupplyChain } from '../release/supply-chain.ts'
import { faultsOfAddon } from './addon-linter.ts'
import { weigh } from './budgets.ts'
import { faultsOfCatalogue } from './catalogue.ts'
import { longCommentLines } from './comment-lines.ts'
import { subjectlessComments } from './comment-words.ts'
import { faultsOfContentScripts } from './content-scripts.ts'
import { faultsOfDebugPage } from './debug-page.ts'
import { faultsOfDocuments } from './document-links.ts'
import { type Build, buildExtension, buildExtensions, builds } from './extension.ts'
import { faultsOfForeignText } from './foreign-text.ts'
import { faultsOfImportArrows } from './import-arrows.ts'
import { intendedManifest } from './intended-manifest.ts'
import { createLifetime, run } from './lifetime.ts'
import { cacheFolder, root, tool } from './project.ts'
import { faultsOfPromises } from './promises.ts'
import { faultsOfSignatures } from './signature-tables.ts'
import { faultsOfSwallows } from './silent-swallows.ts'
import { writeTally } from './tally.ts'

/**
 * `npm run check`: everything that needs no running wallet. Each check prints one line; what failed prints its reasons
 * below.
 */

const lifetime = createLifetime()

const buildNames = ['local', 'barriers', 'store', 'storeFirefox'] as const satisfies readonly Build[]

/** Resolves with text to show (or nothing); throws what is wrong. */
type Check = () => Promise<string | undefined>

const command =
  (name: string, args: readonly string[]): Check =>
  async () => {
    const { code, output } = await run(lifetime, tool(name), args, { cwd: root, quiet: true })
    if (code !== 0) throw new Error(output.trim())
    return undefined
  }

const faultless =
  (find: () => Promise<string[]>): Check =>
  async () => {
    const faults = await find()
    if (faults.length > 0) throw new Error(faults.join('\n'))
    return undefined
  }

const manifestOf = async (build: Build): Promise<unknown> =>
  JSON.parse(await readFile(join(builds[build].folder, 'manifest.json'), 'utf8'))

async function checkPermissions(): Promise<string[]> {
  const document = await readFile(join(root, 'docs/permissions.md'), 'utf8')
  return faultsOfPermissions(document, {
    chrome: await manifestOf('store'),
    firefox: await manifestOf('storeFirefox'),
  })
}

async function checkManifest(): Promise<undefined> {
  for (const build of ['local', 'store', 'storeFirefox'] as const)
    deepStrictEqual(
      sorted(await manifestOf(build)),
      sorted(intendedManifest(build)),
      `the manifest of the ${build} build is not the intended one`,
    )
}

async function checkComments(): Promise<string[]> {
  return (await longCommentLines()).map(({ file, line, length }) => `${file}:${line}: ${length} characters`)
}

/** Development code, paths, test hooks, strays: in every build, as far as its purpose allows. */
async function faultsOfBuilds(): Promise<string[]> {
  const purposes = { local: 'local', barriers: 'barriers', store: 'store', storeFirefox: 'store' } as const
  const found = await Promise.all(
    buildNames.map(async build => {
      const faults = faultsOfContents(await readFolder(builds[build].folder), purposes[build])
      return faults.map(fault => `${build}: ${fault}`)
    }),
  )
  return found.flat()
}

async function checkSizes(): Promise<string> {
  const { folder } = builds.store
  const weights = await weigh(folder, (await packFiles(await readFolder(folder))).length)
  const table = weights
    .map(({ what, bytes, budget }) => {
      const share = `${Math.round((bytes / budget) * 100)} %`
      return `    ${what.padEnd(40)} ${kilobytes(bytes)} of ${kilobytes(budget)} kB ${share.padStart(6)}`
    })
    .join('\n')
  if (weights.some(({ bytes, budget }) => bytes > budget)) throw new Error(`over budget:\n${table}`)
  return table
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1).padStart(7)
}

/** Order of permissions and keys means nothing to the browser. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => [key, sorted(entry)]),
  )
}

/** Whether a check reads nothing of the builds, or the types that the first one writes, or all of them. */
type Needs = 'nothing' | 'types' | 'builds'

/** In the order in which they are printed. */
const checks: [name: string, needs: Needs, check: Check][] = [
  ['the extension builds, in every mode and for both browsers', 'nothing', () => built.then(() => undefined)],
  [
    'types',
    'builds',
    command('tsc', [
      '--noEmit',
      '-p',
      '.',
      '--incremental',
      '--tsBuildInfoFile',
      join(cacheFolder, 'check.tsbuildinfo'),
    ]),
  ],
  ['lint and format', 'nothing', command('biome', ['ci', '--colors=off', '.'])],
  ['import arrows', 'nothing', faultless(faultsOfImportArrows)],
  ['no error is dropped without a reason', 'nothing', faultless(faultsOfSwallows)],
  ['text of others is drawn in one of the two ways', 'nothing', faultless(faultsOfForeignText)],
  ['no dead code or unused dependency', 'types', command('knip', ['--no-progress'])],
  ['the catalogue is whole in every language', 'nothing', faultless(faultsOfCatalogue)],
  ['selectors and topics are generated, and spelled out nowhere else', 'nothing', faultless(faultsOfSignatures)],
  ['the documents name what is there', 'nothing', faultless(faultsOfDocuments)],
  ['a test shows each promise of SECURITY.md', 'nothing', faultless(faultsOfPromises)],
  ['comment lines of at most 120 characters', 'nothing', faultless(checkComments)],
  ['comments that name their subject', 'nothing', faultless(subjectlessComments)],
  ['the manifest is the intended one', 'builds', checkManifest],
  [
    'the content scripts are ones a browser accepts',
    'builds',
    faultless(() => faultsOfContentScripts(builds.local.folder)),
  ],
  [
    'no build carries development code, paths of its builder, test hooks or strays',
    'builds',
    faultless(faultsOfBuilds),
  ],
  [
    'no build for people has the debug page',
    'builds',
    faultless(async () =>
      (
        await Promise.all(
          (['local', 'store', 'storeFirefox'] as const).map(build => faultsOfDebugPage(builds[build].folder)),
        )
      ).flat(),
    ),
  ],
  [
    'the linter of addons.mozilla.org finds nothing of ours',
    'builds',
    faultless(() => faultsOfAddon(lifetime, builds.storeFirefox.folder)),
  ],
  ['each permission has its reason', 'builds', faultless(checkPermissions)],
  [
    'dependencies are exact, with their sums, and run no scripts',
    'nothing',
    faultless(() => faultsOfSupplyChain(root)),
  ],
  ['the generated parts of documents are up to date', 'builds', faultless(() => faultsOfGeneratedParts(root))],
  ['sizes within budget', 'builds', checkSizes],
]

const [firstBuild, ...otherBuilds] = buildNames
const typesWritten = buildExtension(lifetime, firstBuild)
const built = typesWritten.then(() => buildExtensions(lifetime, otherBuilds))
const ready: Record<Needs, Promise<unknown>> = { nothing: Promise.resolve(), types: typesWritten, builds: built }

interface Outcome {
  isFault: boolean
  text: string
}

async function outcomeOf(name: string, needs: Needs, check: Check): Promise<Outcome> {
  try {
    await ready[needs]
    const startedAt = performance.now()
    const text = await check()
    const took = ((performance.now() - startedAt) / 1_000).toFixed(1)
    return { isFault: false, text: `  ok   ${name} (${took} s)${text ? `\n${text}` : ''}` }
  } catch (error) {
    return { isFault: true, text: `  FAIL ${name}\n${error instanceof Error ? error.message : String(error)}` }
  }
}
/** All that need the same begin together; a check whose builds failed fails with the builder's words. */
const outcomes = checks.map(each => outcomeOf(...each))
let passed = 0
const faults: string[] = []
for (const outcome of outcomes) {
  const { isFault, text } = await outcome
  if (isFault) faults.push(text)
  else passed++
  console.log(text)
}
const failed = faults.length
await writeTally('check', { passed, failed, skipped: 0, faults })
console.log(`check: ${passed} passed, ${failed} failed`)
await lifetime.end()
process.exit(failed === 0 ? 0 : 1)
