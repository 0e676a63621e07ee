import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { root } from './project.ts'

const tallySchema = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() })
/** How many tests of one suite went how. */
export type Tally = z.infer<typeof tallySchema>

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})
const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
})

/** Where a suite leaves its count, so that `npm test` can add them up. */
export function tallyFile(suite: string): string {
  return join(root, 'test-results', `${suite}.json`)
}

export async function writeTally(suite: string, tally: Tally): Promise<void> {
  await mkdir(join(root, 'test-results'), { recursive: true })
  await writeFile(tallyFile(suite), JSON.stringify(tally))
}

/**
 * Reads the count that a suite left, in its runner's own JSON. A file that could not be loaded counts as one failure.
 */
export async function readTally(suite: string, runner: 'check' | 'vitest' | 'playwright'): Promise<Tally> {
  const report: unknown = JSON.parse(await readFile(tallyFile(suite), 'utf8'))
  switch (runner) {
    case 'check':
      return tallySchema.parse(report)
    case 'vitest': {
      const { numPassedTests, numFailedTests, numPendingTests, testResults } = vitestSchema.parse(report)
      const unloaded = testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0)
      return { passed: numPassedTests, failed: numFailedTests + unloaded.length, skipped: numPendingTests }
    }
    case 'playwright': {
      const { stats, errors } = playwrightSchema.parse(report)
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped }
    }
  }
}
