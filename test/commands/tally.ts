import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod'
import { root } from './project.ts'

const tallySchema = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  faults: z.array(z.string()),
})
/** How many tests of one suite went how. `faults` has a text for each failed test: its title and its error. */
export type Tally = z.infer<typeof tallySchema>

/** A tally before the first test. */
export const noTests = (): Tally => ({ passed: 0, failed: 0, skipped: 0, faults: [] })

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
})

const playwrightErrors = z.array(z.object({ message: z.string().optional() }))
const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(z.object({ status: z.string(), results: z.array(z.object({ errors: playwrightErrors })) })),
})
const playwrightSuite = z.object({
  specs: z.array(playwrightSpec),
  get suites() {
    return z.array(playwrightSuite).optional()
  },
})
const playwrightSchema = z.object({
  suites: z.array(playwrightSuite),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: playwrightErrors,
})

/** Lines of an error that the summary repeats. */
const linesOfFault = 20

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
      const faults = testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => faultText(`${relative(root, name)}: ${fullName}`, failureMessages)),
      )
      return {
        passed: numPassedTests,
        failed: numFailedTests + unloaded.length,
        skipped: numPendingTests,
        faults: [...faults, ...unloaded.map(({ name, message }) => faultText(relative(root, name), [message]))],
      }
    }
    case 'playwright': {
      const { suites, stats, errors } = playwrightSchema.parse(report)
      const failed = suites.flatMap(specsOf).filter(({ tests }) => tests.some(({ status }) => isFailure(status)))
      return {
        passed: stats.expected,
        failed: stats.unexpected + stats.flaky + errors.length,
        skipped: stats.skipped,
        faults: [
          ...failed.map(({ title, file, line, tests }) =>
            faultText(
              `${file}:${line}: ${title}`,
              tests.flatMap(({ results }) => results.flatMap(result => result.errors.map(messageOf))),
            ),
          ),
          ...errors.map(error => faultText('outside of a test', [messageOf(error)])),
        ],
      }
    }
  }
}

const isFailure = (status: string) => status === 'unexpected' || status === 'flaky'

const messageOf = ({ message }: { message?: string | undefined }) => message ?? ''

function specsOf({ specs, suites }: z.infer<typeof playwrightSuite>): z.infer<typeof playwrightSpec>[] {
  return [...specs, ...(suites ?? []).flatMap(specsOf)]
}

/** A title, and of each message as many lines as tell what was expected and what came. */
function faultText(title: string, messages: readonly string[]): string {
  const lines = messages.flatMap(message =>
    stripVTControlCharacters(message)
      .trim()
      .split('\n')
      .filter(line => !line.includes('node_modules'))
      .slice(0, linesOfFault),
  )
  return [title, ...lines.map(line => `  ${line}`)].join('\n')
}
