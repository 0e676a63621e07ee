import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { makePlan } from '../chaos/plan.ts'
import { runPlan } from '../chaos/run.ts'
import type { Launched } from '../commands/extension.ts'
import { root } from '../commands/project.ts'
import { call } from '../e2e/shop.ts'
import { approve, decisionWindow } from '../e2e/wallet.ts'
import { measureLookUps } from './list-look-up.ts'
import { paintedAt } from './painted.ts'
import { measureOpenings } from './popup-opening.ts'
import { measureScale } from './scale.ts'
import { floorAndRatio, summary, table } from './statistics.ts'
import {
  begin,
  closed,
  connectedSite,
  lifetime,
  measureFirstAnswer,
  measures,
  measureTransfer,
  measureUnlock,
  note,
  prepare,
  pushesToPaint,
} from './wallet-measures.ts'
import { measureHeap } from './worker-heap.ts'

/**
 * `npm run bench:wallet [-- runs]`: the built extension against the embedded network; a table and
 * `test-results/bench/wallet.json`.
 * `npm run bench:wallet -- --scale [runs]`: the same at 1, 10 and 100 times a hundredth of what a wallet in long use
 * holds, with the ratio, in `test-results/bench/scale.json`.
 */

const isScale = process.argv.includes('--scale')
const runs = Number(process.argv.slice(2).find(each => /^\d+$/.test(each)) ?? 10)
/** What the browser takes for an extension that does nothing, by what is measured beside it. */
const floors = {
  'empty page: open → painted': [
    'popup, worker running: open → first control',
    'popup, worker stopped: open → first control',
    'first-run page: open → first control',
  ],
  'window with an empty page: call → painted': [
    'page request → decision window, Reject usable',
    'page request → Reject usable, lists of 354,000 hosts',
  ],
} as const

async function main(): Promise<void> {
  const { browser, built, network } = await prepare()
  const { wallet, site, popup } = await begin(browser, built, network)
  for (let run = 0; run < runs; run++) await measureTransfer(wallet, popup, site)
  for (const ms of await pushesToPaint(popup, 'activity'))
    note('push received in the worker → row painted', 'p95 ≤ 50', ms)
  // A balance is not in the push: it is asked for, and answered, in between.
  for (const ms of await pushesToPaint(popup, 'balance')) note('push received → balance read anew and painted', '', ms)
  for (let run = 0; run < runs; run++) await measureFirstAnswer(wallet, site)
  for (let run = 0; run < runs; run++) await measureUnlock(popup)
  const lookUps = await measureLookUps(lifetime, wallet, 200)
  for (const ms of lookUps.later) note('host looked up, lists of 354,000 hosts', '≤ 1', ms)
  note('the same, first look-up of a worker', '', lookUps.first)
  const shop = await connectedSite(wallet, 'https://shop.example/')
  for (let run = 0; run < runs; run++) await measureDecision(wallet, shop)
  await wallet.context.close()

  const openings = await measureOpenings(lifetime, browser, built, network, runs)
  for (const { send, balance } of openings.running) {
    note('popup, worker running: open → first control', '≤ 60', send)
    note('popup, worker running: open → balance', 'p75 ≤ 100', balance)
  }
  for (const { send, balance } of openings.stopped) {
    note('popup, worker stopped: open → first control', '', send)
    note('popup, worker stopped: open → balance', '≤ 300', balance)
  }
  for (const ms of openings.firstRun) note('first-run page: open → first control', '', ms)
  for (const { send, windowMs } of openings.empty) {
    note('empty page: open → painted', '', send)
    note('window with an empty page: call → painted', '', windowMs)
  }

  const { atRest, withRows, withList, grown } = await measureHeap(lifetime, browser, built, network)
  note('worker heap at rest', '≤ 4', atRest, 'MB')
  note('worker heap with 500 rows', '≤ 15', withRows, 'MB')
  note('the same, and a list of 300,000 hosts fetched', '≤ 15', withList, 'MB')
  note('the same, and 100 × of everything that grows', '≤ 15', grown, 'MB')

  const plan = makePlan(1)
  const kills = [6, 12, 20].map(afterApprovals => ({
    afterApprovals,
    delayMs: 0,
    fault: { kind: 'kill-worker' } as const,
  }))
  const burst = await runPlan(lifetime, browser, built, { ...plan, faults: kills })
  note('100 transfers, worker killed three times: all sealed', '', burst.sealedMs)
  note('100 transfers: what is wrong afterwards', '0', burst.faults.length, '')
}

/** From a page's request to the decision, with the site's host looked up in a list of 300,000. */
async function measureDecision(wallet: Launched, site: Page): Promise<void> {
  const from = await call(site, { method: 'eth_accounts' })
  const account = 'result' in from && Array.isArray(from.result) ? from.result[0] : null
  const transaction = { from: account, to: '0x000000000000000000000000000000000000beef', value: '0x1' }
  const askedAt = await site.evaluate(() => performance.timeOrigin + performance.now())
  const asking = call(site, { method: 'eth_sendTransaction', params: [transaction] })
  const decision = await decisionWindow(wallet)
  note(
    'page request → Reject usable, lists of 354,000 hosts',
    'p75 ≤ 350',
    (await paintedAt(decision, 'elements', 'reject')) - askedAt,
  )
  // Not refused: after three refusals the window stays open and offers to mute the site.
  await approve(decision, 'transaction')
  await asking
  await closed(decision)
}

async function report(): Promise<void> {
  const text = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(1))
  const load = loadavg()[0] ?? 0
  const all = [...measures].map(([name, { values, ...rest }]) => ({ name, ...rest, ...summary(values), values }))
  const floorOf = (name: string) => {
    const floor = Object.entries(floors).find(([, above]) => above.some(each => each === name))?.[0]
    return all.find(each => each.name === floor)?.median
  }
  const rows = all.map(({ name, unit, median, p95, worst, count, budget }) => [
    `${name}${unit === '' ? '' : `, ${unit}`}`,
    ...[median, p95, worst].map(text),
    ...floorAndRatio(median, floorOf(name)),
    String(count),
    budget,
  ])
  console.log(`${runs} runs on ${cpus().length} cores, load ${load.toFixed(1)}\n`)
  console.log(table([['', 'median', 'p95', 'worst', 'floor', 'ratio', 'values', 'budget'], ...rows]))
  const folder = join(root, 'test-results', 'bench')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'wallet.json'), `${JSON.stringify({ runs, load, measures: all }, null, 2)}\n`)
}

let code = 1
try {
  await (isScale ? measureScale(runs) : main())
  code = 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}
if (!isScale) await report()
await lifetime.end()
process.exit(code)
