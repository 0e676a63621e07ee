import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { requireBrowser } from './browser.ts'
import { buildExtensions } from './extension.ts'
import { createLifetime, run } from './lifetime.ts'
import { cacheFolder, root, tool } from './project.ts'
import { noTests, readTally, tallyFile } from './tally.ts'

/**
 * `npm test`: every suite, each with its own output, and at the end one line that sums them up.
 */

interface Suite {
  name: string
  runner: 'check' | 'vitest' | 'playwright'
  command: string
  args: string[]
}

// Most of these tests wait for blocks rather than for the processor.
const vitestWorkers = 5
const vitest = (...projects: string[]): Suite => {
  const name = projects.join('+')
  return {
    name,
    runner: 'vitest',
    command: tool('vitest'),
    args: [
      ...['run', ...projects.flatMap(project => ['--project', project]), `--maxWorkers=${vitestWorkers}`],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${tallyFile(name)}`],
    ],
  }
}
const script = (name: string, runner: Suite['runner'], ...more: string[]): Suite => ({
  name,
  runner,
  command: process.execPath,
  args: [`test/commands/${name}.ts`, ...more],
})

/**
 * One step after the other: most suites keep both processors busy, and would wait for each other's processor time
 * instead. The suites of one step run side by side.
 */
const steps: Suite[][] = [
  [script('check', 'check')],
  [vitest('unit', 'worker', 'network', 'nodes', 'release')],
  // The long ones have commands of their own; of each, what is most likely to break runs here.
  [script('playwright', 'playwright')],
  [script('firefox', 'playwright')],
  // A run of chaos mostly waits.
  [vitest('packages'), script('chaos', 'check', '--seeds', '2')],
]

/** A suite that hangs is a failure, not a reason to wait. */
const limitMs = 30 * 60_000

const lifetime = createLifetime()
const startedAt = performance.now()
const total = noTests()

try {
  const browser = await requireBrowser(lifetime)
  console.log(`Browser: ${browser.version}, ${browser.executable}`)
  await buildExtensions(lifetime, ['local', 'barriers', 'store', 'storeFirefox', 'firefox', 'firefoxBarriers'])
  const env = {
    ...process.env,
    PRELUDE_BUILT: 'true',
    PRELUDE_SHORT: 'true',
    PRELUDE_CHROMIUM: browser.executable,
    // Most of these tests start processes that load the same modules.
    NODE_COMPILE_CACHE: join(cacheFolder, 'compiled'),
    FORCE_COLOR: '0',
  }
  for (const suites of steps) await Promise.all(suites.map(suite => runSuite(suite, suites.length > 1, env)))
} catch (error) {
  total.failed++
  total.faults.push(error instanceof Error ? error.message : String(error))
  console.error(error instanceof Error ? error.message : error)
}
await lifetime.end()
// Failures are told once more at the end: who reads only the last lines of a long log sees which they are.
for (const fault of total.faults) console.log(`\nFAILED ${fault}`)
console.log(`\nall suites, ${seconds(startedAt)}:`)
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

/** @param isBeside another suite runs: what this one prints is shown when it has ended */
async function runSuite(suite: Suite, isBeside: boolean, env: NodeJS.ProcessEnv): Promise<void> {
  const suiteStartedAt = performance.now()
  await rm(tallyFile(suite.name), { force: true })
  if (!isBeside) console.log(`\n── ${suite.name}`)
  const options = { cwd: root, env, limitMs, quiet: isBeside }
  const { code, output } = await run(lifetime, suite.command, suite.args, options)
  if (isBeside) console.log(`\n── ${suite.name}\n${output.trimEnd()}`)
  const tally = await readTally(suite.name, suite.runner).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    return { ...noTests(), failed: 1, faults: [`its report cannot be read: ${message}`] }
  })
  // A runner that ended badly without naming a failed test is a failure of its own.
  if (code !== 0 && tally.failed === 0) {
    tally.failed = 1
    tally.faults.push(`ended with ${code}: ${output.trim().split('\n').slice(-20).join('\n  ')}`)
  }
  total.passed += tally.passed
  total.failed += tally.failed
  total.skipped += tally.skipped
  total.faults.push(...tally.faults.map(fault => `${suite.name}: ${fault}`))
  console.log(`── ${suite.name}: ${tally.passed} passed, ${tally.failed} failed (${seconds(suiteStartedAt)})`)
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(0)} s`
}
