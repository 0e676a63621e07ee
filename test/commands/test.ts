import { rm } from 'node:fs/promises'
import { requireBrowser } from './browser.ts'
import { type Build, buildExtension } from './extension.ts'
import { createLifetime, run } from './lifetime.ts'
import { root, tool } from './project.ts'
import { readTally, type Tally, tallyFile } from './tally.ts'

/**
 * `npm test`: every suite, each with its own output and the machine to itself, and at the end one line that sums them
 * up.
 */

interface Suite {
  name: string
  runner: 'check' | 'vitest' | 'playwright'
  command: string
  args: string[]
}

// Most of these tests wait for blocks rather than for the processor.
const vitestWorkers = 4
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
 * One after the other: most of them wait for real blocks of 200 ms, and would wait for each other's processor time
 * instead.
 */
const suites: Suite[] = [
  script('check', 'check'),
  vitest('unit', 'network', 'release'),
  vitest('packages'),
  // The long ones have commands of their own; of each, what is most likely to break runs here.
  script('playwright', 'playwright'),
  script('firefox', 'playwright'),
  script('chaos', 'check', '--seeds', '2'),
]

/** A suite that hangs is a failure, not a reason to wait. */
const limitMs = 30 * 60_000

const lifetime = createLifetime()
const startedAt = performance.now()
const total: Tally = { passed: 0, failed: 0, skipped: 0 }

try {
  const browser = await requireBrowser(lifetime)
  console.log(`Browser: ${browser.version}, ${browser.executable}`)
  for (const build of ['local', 'barriers', 'store', 'storeFirefox', 'firefox', 'firefoxBarriers'] satisfies Build[])
    await buildExtension(lifetime, build)
  const env = {
    ...process.env,
    PRELUDE_BUILT: 'true',
    PRELUDE_SHORT: 'true',
    PRELUDE_CHROMIUM: browser.executable,
    FORCE_COLOR: '0',
  }
  for (const suite of suites) await runSuite(suite, env)
} catch (error) {
  total.failed++
  console.error(error instanceof Error ? error.message : error)
}
await lifetime.end()
console.log(`\nall suites, ${seconds(startedAt)}:`)
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

async function runSuite(suite: Suite, env: NodeJS.ProcessEnv): Promise<void> {
  const suiteStartedAt = performance.now()
  await rm(tallyFile(suite.name), { force: true })
  console.log(`\n── ${suite.name}`)
  const { code } = await run(lifetime, suite.command, suite.args, { cwd: root, env, limitMs })
  const tally = await readTally(suite.name, suite.runner).catch(() => ({ passed: 0, failed: 0, skipped: 0 }))
  // A runner that ended badly without naming a failed test is a failure of its own.
  const failed = code !== 0 && tally.failed === 0 ? 1 : tally.failed
  total.passed += tally.passed
  total.failed += failed
  total.skipped += tally.skipped
  console.log(`── ${suite.name}: ${tally.passed} passed, ${failed} failed (${seconds(suiteStartedAt)})`)
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(0)} s`
}
