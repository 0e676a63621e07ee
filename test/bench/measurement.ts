import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createLifetime, type Lifetime } from '../commands/lifetime.ts'
import { root } from '../commands/project.ts'
import { createLines, figuresOf, type Lines, tableOf } from './lines.ts'

export interface Measurement {
  lifetime: Lifetime
  lines: Lines
  /** How often to measure; the argument without a name. */
  runs: number
  /** What `--beside` names. */
  beside: string | undefined
}

/**
 * Runs one bench as a command: prints its lines as a table, writes them to `test-results/bench/<name>.json` and ends
 * the process. What was measured before a failure is reported too.
 */
export async function runBench(
  name: string,
  usualRuns: number,
  measure: (measurement: Measurement) => Promise<void>,
): Promise<never> {
  const lifetime = createLifetime()
  const lines = createLines()
  let code = 1
  try {
    const { values, positionals } = parseArgs({
      options: { beside: { type: 'string' }, scale: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const runs = Number(positionals[0] ?? usualRuns)
    if (!Number.isInteger(runs) || runs < 1) throw new Error(`${positionals[0]} is not a number of runs.`)
    await measure({ lifetime, lines, runs, beside: values.beside })
    code = 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
  const figures = figuresOf(lines.all())
  if (figures.length > 0) {
    const load = loadavg()[0] ?? 0
    console.log(`${name} on ${cpus().length} cores, load ${load.toFixed(1)}\n`)
    console.log(tableOf(figures))
    const folder = join(root, 'test-results', 'bench')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${name}.json`), `${JSON.stringify({ load, lines: figures }, null, 2)}\n`)
  }
  await lifetime.end()
  process.exit(code)
}
