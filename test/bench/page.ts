import { mkdir, stat, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import { requireBrowser } from '../commands/browser.ts'
import { buildExtension, readManifest, temporaryFolder } from '../commands/extension.ts'
import { createLifetime } from '../commands/lifetime.ts'
import { root } from '../commands/project.ts'
import { type RawBrowser, type RawPage, startRawBrowser } from '../raw-browser.ts'
import { answering, idleScripts, leastExtension } from './least.ts'
import { ask, askLeast, fetchAgain, loaded, startPages } from './page-work.ts'
import { floorAndRatio, percentile, summary, table } from './statistics.ts'

/**
 * `npm run bench:page [-- runs]`: what the wallet costs a page that asks it nothing, and how fast it answers one that
 * does. Three browsers take turns page by page: one with the wallet, one with an extension that does nothing, and one
 * whose extension has the wallet's permissions and two content scripts that do nothing, which is what the browser
 * itself takes for such a wallet: a world of the extension's own in each document, and in Chromium about a millisecond
 * for every request of every page as long as an extension may add a header to some of them. Nobody has made a wallet,
 * as with most pages. A table and `test-results/bench/page.json`.
 */

const runs = Number(process.argv[2] ?? 40)
const answers = 300
const frames = 10
/** Loads of one visit. What the machine does meanwhile moves a single one by more than the wallet does. */
const nextLoads = 9
/** Requests of a visit. */
const requests = 40
/**
 * A process that ends takes its time from what is measured next; nobody wakes a worker in the moment it was stopped.
 */
const settlingMs = 300
const lifetime = createLifetime()

/** Pages as different as possible for a content script: one document, and eleven. */
const pages = { 'a page': 0, 'a page of ten frames': frames } as const
type Kind = keyof typeof pages
const kinds = Object.keys(pages) as Kind[]

interface Visit {
  /** The first page of a site, in a process of its own. */
  loadMs: number
  /** Another page of it in the same tab, as most pages are: the median of some. */
  nextMs: number
  scriptMs: number
  nextScriptMs: number
  heapMB: number
  /** Of what the page fetches itself: the median of some. */
  requestMs: number
}
/** Nothing in the pages; two content scripts that do nothing; the wallet. */
const sideNames = ['without', 'idle', 'with'] as const
type Sides = Record<(typeof sideNames)[number], Visit[]>

async function main() {
  const browser = await requireBrowser(lifetime)
  const built = await buildExtension(lifetime, 'local')
  const site = await startPages(lifetime)
  const start = async (extension: string) =>
    startRawBrowser(lifetime, browser, { profile: await temporaryFolder(lifetime, 'profile'), extension })
  const { permissions, host_permissions } = await readManifest(built)
  const plain = await start(await leastExtension(lifetime))
  const rights = { permissions, host_permissions }
  const idle = await start(await leastExtension(lifetime, { rights, contentScripts: idleScripts }))
  const least = await start(await leastExtension(lifetime, answering))
  const wallet = await start(built)
  // It would wake the worker each time it is stopped.
  await (await wallet.raw.find(`chrome-extension://${wallet.extensionId}/home.html`)).close()

  const visits = Object.fromEntries(kinds.map((kind): [Kind, Sides] => [kind, { without: [], idle: [], with: [] }]))
  // The first visits of a browser pay for what all later ones share.
  for (let run = -3; run < runs; run++) {
    for (const kind of kinds) {
      const url = site(`run-${run + 3}`, pages[kind])
      const raws = { without: plain.raw, idle: idle.raw, with: wallet.raw }
      for (const side of run % 2 === 0 ? sideNames : sideNames.toReversed()) {
        const visited = await visit(raws[side], url, pages[kind])
        if (run >= 0) visits[kind]?.[side].push(visited)
      }
    }
  }

  const { page } = await openAt(wallet.raw, site('asking', 0))
  const { page: leastPage } = await openAt(least.raw, site('asking', 0))
  const warm = await ask(page, answers)
  const woken: number[] = []
  const leastWoken: number[] = []
  const firsts: number[] = []
  for (let run = 0; run < runs; run++) {
    await stopWorker(least.raw, least.extensionId)
    await delay(settlingMs)
    leastWoken.push(await askLeast(leastPage))
    await stopWorker(wallet.raw, wallet.extensionId)
    await delay(settlingMs)
    woken.push(...(await ask(page, 1)))
    const { page: fresh } = await openAt(wallet.raw, site(`first-${run}`, 0))
    firsts.push(...(await ask(fresh, 1)))
    await fresh.close()
  }
  return { bytes: await contentBytes(built), visits, warm, woken, leastWoken, firsts }
}

const metricsSchema = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) })
const heapSchema = z.object({ usedSize: z.number() })

/** A new tab, and how long its navigation took to the end of its load event. */
async function openAt(raw: RawBrowser, url: string): Promise<{ page: RawPage; loadMs: number }> {
  const page = await raw.open('about:blank')
  await raw.send('Performance.enable', {}, page.sessionId)
  await raw.send('Page.navigate', { url }, page.sessionId)
  return { page, loadMs: await loaded(page, url) }
}

/** A site this browser has not been to. */
async function visit(raw: RawBrowser, url: string, count: number): Promise<Visit> {
  const { page, loadMs } = await openAt(raw, url)
  const scriptMs = await scriptOf(raw, page)
  await raw.send('HeapProfiler.collectGarbage', {}, page.sessionId)
  const { usedSize } = heapSchema.parse(await raw.send('Runtime.getHeapUsage', {}, page.sessionId))
  const found = await page.run(() => document.querySelectorAll('iframe').length, null)
  if (found !== count) throw new Error(`${found} frames instead of ${count}`)
  const nexts: number[] = []
  const nextScripts: number[] = []
  for (let load = 0; load < nextLoads; load++) {
    const next = `${url}&next=${load}`
    await raw.send('Page.navigate', { url: next }, page.sessionId)
    nexts.push(await loaded(page, next))
    nextScripts.push(await scriptOf(raw, page))
  }
  const requestMs = percentile(await fetchAgain(page, requests), 50)
  await page.close()
  await delay(settlingMs)
  const [nextMs, nextScriptMs] = [percentile(nexts, 50), percentile(nextScripts, 50)]
  return { loadMs, nextMs, scriptMs, nextScriptMs, heapMB: usedSize / 1_000_000, requestMs }
}

/** How long scripts have run on the page that is shown, in ms. */
async function scriptOf(raw: RawBrowser, page: RawPage): Promise<number> {
  const { metrics } = metricsSchema.parse(await raw.send('Performance.getMetrics', {}, page.sessionId))
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1_000
}

/** @throws Error when it is not stopped within a few seconds */
async function stopWorker(raw: RawBrowser, extensionId: string): Promise<void> {
  const targetId = await raw.workerTarget(extensionId)
  if (targetId !== undefined) await raw.send('Target.closeTarget', { targetId })
  const until = performance.now() + 10_000
  while ((await raw.workerTarget(extensionId)) !== undefined)
    if (performance.now() > until) throw new Error('The worker does not stop.')
}

async function contentBytes(folder: string): Promise<number> {
  const { content_scripts: scripts } = await readManifest(folder)
  const sizes = scripts.flatMap(({ js }) => js).map(async file => (await stat(join(folder, file))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

// ---- The report -----------------------------------------------------------------------------------------------------

type Measured = Awaited<ReturnType<typeof main>>

interface Line {
  name: string
  unit: string
  /** Medians of the pages without the wallet; `null` where there is nothing to compare. */
  without: number | null
  median: number
  p95: number
  /** Median of what the wallet adds, turn by turn; of frames, to each document. */
  added: number | null
  /** The same of two scripts that do nothing. */
  addedByIdle: number | null
  /** Median with an extension that does nothing, in the same turns. */
  floor: number | null
  count: number
  budget: string
}

function linesOf({ bytes, visits, warm, woken, leastWoken, firsts }: Measured): Line[] {
  const compared = (name: string, unit: string, kind: Kind, of: keyof Visit, budget: string, documents = 1): Line => {
    const valuesOf = (side: keyof Sides) => (visits[kind]?.[side] ?? []).map(each => each[of])
    const without = valuesOf('without')
    const within = valuesOf('with')
    const { median, p95, count } = summary(within)
    // Turn by turn: what the machine did meanwhile it did to all.
    const addedBy = (values: number[]) =>
      percentile(
        values.map((value, index) => (value - (without[index] ?? Number.NaN)) / documents),
        50,
      )
    return {
      name,
      unit,
      without: percentile(without, 50),
      median,
      p95,
      added: addedBy(within),
      addedByIdle: addedBy(valuesOf('idle')),
      floor: percentile(valuesOf('idle'), 50),
      count,
      budget,
    }
  }
  const alone = (name: string, unit: string, values: number[], budget: string, floors: number[] = []): Line => {
    const { median, p95, count } = summary(values)
    const floor = floors.length === 0 ? null : percentile(floors, 50)
    return { name, unit, without: null, median, p95, added: null, addedByIdle: null, floor, count, budget }
  }
  const [one, many] = kinds as [Kind, Kind]
  return [
    alone('content scripts, minified', 'kB', [bytes / 1_000], '≤ 12'),
    compared('load of a page', 'ms', one, 'nextMs', 'added ≤ 1.4'),
    compared('load of a page with ten frames, a document', 'ms', many, 'nextMs', 'added ≤ 1.4', frames + 1),
    compared('load of the first page of a site, in a new process', 'ms', one, 'loadMs', ''),
    compared('the same with ten frames, a document', 'ms', many, 'loadMs', '', frames + 1),
    compared('request of a page', 'ms', one, 'requestMs', ''),
    compared('script on a page', 'ms', one, 'nextScriptMs', 'added ≤ 1'),
    compared('script on a page with ten frames, a document', 'ms', many, 'nextScriptMs', 'added ≤ 1', frames + 1),
    compared('script on the first page of a site, in a new process', 'ms', one, 'scriptMs', ''),
    compared('heap of a page', 'MB', one, 'heapMB', 'added ≤ 0.3'),
    compared('heap of a page with ten frames, a document', 'MB', many, 'heapMB', 'added ≤ 0.3', frames + 1),
    alone('eth_chainId, asked again', 'ms', warm, 'median ≤ 1.0'),
    alone('eth_chainId, first of a page', 'ms', firsts, ''),
    alone('eth_chainId, worker stopped before', 'ms', woken, '≤ 45', leastWoken),
  ]
}

async function report(measured: Measured): Promise<void> {
  const lines = linesOf(measured)
  const text = (value: number | null) => (value === null ? '' : value.toFixed(2))
  const load = loadavg()[0] ?? 0
  console.log(
    `${runs} runs on ${cpus().length} cores, load ${load.toFixed(1)}; with the wallet, with idle scripts and with neither in turns\n`,
  )
  console.log(
    table([
      ['', 'without', 'with', 'p95 with', 'added', 'by idle scripts', 'floor', 'ratio', 'values', 'budget'],
      ...lines.map(({ name, unit, without, median, p95, added, addedByIdle, floor, count, budget }) => [
        `${name}, ${unit}`,
        ...[without, median, p95, added, addedByIdle].map(text),
        ...floorAndRatio(median, floor),
        String(count),
        budget,
      ]),
    ]),
  )
  const folder = join(root, 'test-results', 'bench')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'page.json'), `${JSON.stringify({ runs, load, lines, measured }, null, 2)}\n`)
}

let code = 1
try {
  await report(await main())
  code = 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}
await lifetime.end()
process.exit(code)
