import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { requireBrowser } from './browser.ts'
import { faultsOfCatalogue } from './catalogue.ts'
import { longCommentLines } from './comment-lines.ts'
import { faultsOfDocuments } from './document-links.ts'
import { buildExtensions } from './extension.ts'
import { faultsOfImportArrows } from './import-arrows.ts'
import { createLifetime, run } from './lifetime.ts'
import { cacheFolder, root, tool } from './project.ts'
import { faultsOfSwallows } from './silent-swallows.ts'

/**
 * `npm run test:changed [-- REVISION]`: what a change can break, for the time between two commits. The change is
 * everything since the revision, committed or not; by default since the branch left its upstream. Runs the tests of
 * units and of the network that import a changed file, the checks that need no build, and the browser's tests in files
 * that were changed themselves.
 */

const git = async (...args: string[]): Promise<string[]> => {
  const { stdout } = await promisify(execFile)('git', args, { cwd: root })
  return stdout.split('\n').filter(line => line !== '')
}

/** Where the branch left its upstream, or the last commit where it has none. */
async function defaultRevision(): Promise<string> {
  const [revision = 'HEAD'] = await git('merge-base', 'HEAD', '@{upstream}').catch(() => [])
  return revision
}

const revision = process.argv[2] ?? (await defaultRevision())
const changed = [
  ...(await git('diff', '--name-only', '--diff-filter=d', revision)),
  ...(await git('ls-files', '--others', '--exclude-standard')),
]
const specs = changed.filter(file => /^test\/(?:e2e|dapp|payments|signers)\/.*\.spec\.ts$/.test(file))
const lifetime = createLifetime()
let failed = 0

async function report(name: string, find: () => Promise<string[]>): Promise<void> {
  const startedAt = performance.now()
  const faults = await find().catch((error: unknown) => [error instanceof Error ? error.message : String(error)])
  if (faults.length > 0) failed++
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  console.log([`  ${faults.length > 0 ? 'FAIL' : 'ok  '} ${name} (${seconds} s)`, ...faults].join('\n'))
}

async function command(name: string, args: readonly string[]): Promise<string[]> {
  const { code, output } = await run(lifetime, tool(name), args, { cwd: root, quiet: true })
  return code === 0 ? [] : [output.trim()]
}

async function check(): Promise<void> {
  const buildInfo = join(cacheFolder, 'check.tsbuildinfo')
  const incremental = ['--noEmit', '-p', '.', '--incremental', '--tsBuildInfoFile']
  await Promise.all([
    // The names of strings are types: those of a catalogue that was changed or pulled are written first.
    report('types', async () => {
      const faults = await command('wxt', ['prepare'])
      return faults.length > 0 ? faults : command('tsc', [...incremental, buildInfo])
    }),
    report('lint and format', () => command('biome', ['ci', '--colors=off', '--no-errors-on-unmatched', ...changed])),
  ])
  await report('import arrows', faultsOfImportArrows)
  await report('no error is dropped without a reason', faultsOfSwallows)
  await report('the catalogue is whole in every language', faultsOfCatalogue)
  await report('the documents name what is there', faultsOfDocuments)
  await report('comment lines of at most 120 characters', async () =>
    (await longCommentLines()).map(({ file, line, length }) => `${file}:${line}: ${length} characters`),
  )
}

async function testUnits(): Promise<void> {
  const projects = ['unit', 'worker', 'network'].flatMap(name => ['--project', name])
  const env = { ...process.env, NODE_COMPILE_CACHE: join(cacheFolder, 'compiled') }
  const args = ['run', ...projects, `--changed=${revision}`, '--passWithNoTests', '--reporter=default']
  const { code } = await run(lifetime, tool('vitest'), args, { cwd: root, env })
  if (code !== 0) failed++
}

async function testInBrowser(): Promise<void> {
  const browser = await requireBrowser(lifetime)
  await buildExtensions(lifetime, ['local', 'barriers'])
  const env = { ...process.env, PRELUDE_CHROMIUM: browser.executable }
  const { code } = await run(lifetime, tool('playwright'), ['test', ...specs], { cwd: root, env })
  if (code !== 0) failed++
}

console.log(`${changed.length} files changed since ${revision.slice(0, 12)}`)
if (changed.length > 0) {
  await Promise.all([check(), testUnits()])
  if (specs.length > 0) await testInBrowser()
}
await lifetime.end()
process.exit(failed === 0 ? 0 : 1)
