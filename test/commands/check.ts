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
import { faultsOfContentScripts } from './content-scripts.ts'
import { faultsOfDebugPage } from './debug-page.ts'
import { faultsOfDocuments } from './document-links.ts'
import { type Build, buildExtension, builds } from './extension.ts'
import { faultsOfImportArrows } from './import-arrows.ts'
import { intendedManifest } from './intended-manifest.ts'
import { createLifetime, run } from './lifetime.ts'
import { root, tool } from './project.ts'
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

// The builds come first: they write the types the compiler needs, and what is weighed.
const stages: Record<string, Check>[] = [
  {
    'the extension builds, in every mode and for both browsers': async () => {
      for (const build of buildNames) await buildExtension(lifetime, build)
      return undefined
    },
  },
  {
    types: command('tsc', ['--noEmit', '-p', '.']),
    'lint and format': command('biome', ['ci', '--colors=off', '.']),
    'import arrows': faultless(faultsOfImportArrows),
    'no error is dropped without a reason': faultless(faultsOfSwallows),
    'no dead code or unused dependency': command('knip', ['--no-progress']),
    'the catalogue is whole in every language': faultless(faultsOfCatalogue),
    'selectors and topics are generated, and spelled out nowhere else': faultless(faultsOfSignatures),
    'the documents name what is there': faultless(faultsOfDocuments),
    'comment lines of at most 120 characters': faultless(checkComments),
    'the manifest is the intended one': checkManifest,
    'the content scripts are ones a browser accepts': faultless(() => faultsOfContentScripts(builds.local.folder)),
    'no build carries development code, paths of its builder, test hooks or strays': faultless(faultsOfBuilds),
    'no build for people has the debug page': faultless(async () =>
      (
        await Promise.all(
          (['local', 'store', 'storeFirefox'] as const).map(build => faultsOfDebugPage(builds[build].folder)),
        )
      ).flat(),
    ),
    'the linter of addons.mozilla.org finds nothing of ours': faultless(() =>
      faultsOfAddon(lifetime, builds.storeFirefox.folder),
    ),
    'each permission has its reason': faultless(checkPermissions),
    'dependencies are exact, with their sums, and run no scripts': faultless(() => faultsOfSupplyChain(root)),
    'the generated parts of documents are up to date': faultless(() => faultsOfGeneratedParts(root)),
    'sizes within budget': checkSizes,
  },
]

let passed = 0
let failed = 0
for (const stage of stages) {
  for (const [name, check] of Object.entries(stage)) {
    const startedAt = performance.now()
    try {
      const text = await check()
      passed++
      console.log(
        `  ok   ${name} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)${text ? `\n${text}` : ''}`,
      )
    } catch (error) {
      failed++
      console.log(`  FAIL ${name}\n${error instanceof Error ? error.message : String(error)}`)
    }
  }
}
await writeTally('check', { passed, failed, skipped: 0 })
console.log(`check: ${passed} passed, ${failed} failed`)
await lifetime.end()
process.exit(failed === 0 ? 0 : 1)
