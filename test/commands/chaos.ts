import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makePlan } from '../chaos/plan.ts'
import { type PlanResult, runPlan } from '../chaos/run.ts'
import { type Evidence, latenessOf } from '../chaos/verdict.ts'
import { requireBrowser } from './browser.ts'
import { buildExtension } from './extension.ts'
import { createLifetime } from './lifetime.ts'
import { root } from './project.ts'
import { noTests, writeTally } from './tally.ts'

/**
 * `npm run test:chaos [-- --seed N | --seeds N] [--lanes N]`: a hundred approved transfers from two accounts while
 * everything around them goes wrong. `--seeds` runs so many, from 1 on (ten, if nothing is said), `--seed` that one
 * alone. A person mostly waits: one run keeps two thirds of a core busy.
 */

const folder = join(root, 'test-results/chaos')
const { values } = parseArgs({
  options: { seed: { type: 'string' }, seeds: { type: 'string' }, lanes: { type: 'string' } },
})
const seeds =
  values.seed === undefined
    ? Array.from({ length: Number(values.seeds ?? 10) }, (_, index) => index + 1)
    : [Number(values.seed)]
const lanes = Number(values.lanes ?? Math.ceil(1.5 * availableParallelism()))
const lifetime = createLifetime()
const tally = noTests()

try {
  const startedAt = performance.now()
  const browser = await requireBrowser(lifetime)
  const built = await buildExtension(lifetime, 'local')
  await mkdir(folder, { recursive: true })
  const waiting = [...seeds]
  const lane = async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) await judge(browser, built, seed)
  }
  await Promise.all(Array.from({ length: Math.min(lanes, seeds.length) }, lane))
  console.log(`${seeds.length} seeds in ${seconds(startedAt)}`)
} catch (error) {
  tally.failed++
  tally.faults.push(error instanceof Error ? error.message : String(error))
  console.error(error instanceof Error ? error.message : error)
}
await writeTally('chaos', tally)
await lifetime.end()
process.exit(tally.failed === 0 && tally.passed > 0 ? 0 : 1)

async function judge(browser: Awaited<ReturnType<typeof requireBrowser>>, built: string, seed: number): Promise<void> {
  const startedAt = performance.now()
  const { faults, outcome } = await runPlan(lifetime, browser, built, makePlan(seed)).then(
    done => ({ faults: done.faults, outcome: done }),
    (error: unknown) => ({ faults: [error instanceof Error ? error.message : String(error)], outcome: undefined }),
  )
  if (outcome !== undefined) await keep(seed, outcome)
  if (faults.length === 0) {
    tally.passed++
    const { approvals, evidence, misfortunes } = outcome ?? { approvals: 0, evidence: undefined, misfortunes: [] }
    console.log(
      `seed ${seed}: ${evidence?.sealed.length} sealed of ${evidence?.asked.length}, ${approvals} decisions, ${misfortunes.length} faults, ${seconds(startedAt)}${evidence === undefined ? '' : `; ${behind(evidence)}`}`,
    )
    return
  }
  tally.failed++
  tally.faults.push([`seed ${seed}`, ...faults.slice(0, 20)].join('\n  '))
  console.error(`seed ${seed} failed after ${seconds(startedAt)}; again with: npm run test:chaos -- --seed ${seed}`)
  for (const fault of faults.slice(0, 20)) console.error(`  ${fault}`)
}

/** What there is to know of a run, for who looks into a failure. */
async function keep(seed: number, { faults, misfortunes, evidence }: PlanResult): Promise<void> {
  const spans = evidence.journal.map(({ hash }) => [hash, evidence.levelsOf(hash)])
  const funds = Object.fromEntries(evidence.funds.after)
  const report = { seed, faults, misfortunes, ...evidence, funds, spans: Object.fromEntries(spans) }
  const text = JSON.stringify(report, (_, value) => (typeof value === 'bigint' ? value.toString() : value), 2)
  await writeFile(join(folder, `seed-${seed}.json`), text)
}

/** How far the screens were behind the network. */
function behind(evidence: Evidence): string {
  const balances = evidence.screens.reduce((sum, screen) => sum + screen.balances.length, 0)
  const ofLevels = (['preconfirmed', 'sealed'] as const).map(level => {
    const all = evidence.screens
      .flatMap(({ rows }) => latenessOf(rows, evidence))
      .filter(each => each.level === level)
      .map(({ ms }) => Math.round(ms))
      .sort((one, other) => one - other)
    const at = (share: number) => all[Math.floor((all.length - 1) * share)] ?? 0
    return `${level} shown ${all.length} times, late by ${at(0.5)} ms, p95 ${at(0.95)}, at most ${at(1)}`
  })
  return [...ofLevels, `${balances} balances`].join('; ')
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(0)} s`
}
