import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import { requireBrowser } from '../commands/browser.ts'
import { readManifest, temporaryFolder } from '../commands/extension.ts'
import { type RawBrowser, type RawPage, startRawBrowser } from '../raw-browser.ts'
import { answering, idleScripts, leastExtension } from './least.ts'
import { inTurns } from './lines.ts'
import { type Measurement, runBench } from './measurement.ts'
import { ask, askLeast, fetchAgain, loaded, startPages } from './page-work.ts'
import { findSides } from './sides.ts'
import { percentile } from './statistics.ts'

/**
 * `npm run bench:page [-- runs] [--beside FOLDER]`: what the wallet costs a page that asks it nothing, and how fast it
 * answers a page that asks. Browsers take turns page by page: one with each wallet, one with an extension that does
 * nothing, and one whose extension has the wallet's permissions and two content scripts that do nothing. The last one
 * is the floor, what the browser itself takes for such a wallet: an isolated world for each document, and in Chromium
 * about a millisecond for every request of every page as long as an extension may add a header to some of them. Nobody
 * has made a wallet, as with most pages.
 */

const answers = 300
const frames = 10
/** Loads of one visit. What the machine does meanwhile moves a single load by more than the wallet does. */
const nextLoads = 9
/** Requests of a visit. */
const requests = 40
/** A process that ends takes its time from the next measure; nobody wakes a worker in the moment it was stopped. */
const settlingMs = 300

/** Pages as different as possible for a content script: one document, and eleven. */
const pages = [
  { name: 'a page', count: 0 },
  { name: 'a page with ten frames', count: frames },
] as const

interface Visit {
  /** The first page of a site, in a process of its own. */
  loadMs: number
  /** Another page of the site in the same tab, as most pages are: the median of some. */
  nextMs: number
  scriptMs: number
  nextScriptMs: number
  heapMB: number
  /** The time of a request that the page makes itself: the median of some. */
  requestMs: number
}

/** What a visit measures. `added`: budget of what the wallet adds to each document, where that is a line of its own. */
const measures: { of: keyof Visit; name: (page: string) => string; unit: string; added?: string }[] = [
  { of: 'nextMs', name: page => `load of ${page}`, unit: 'ms', added: '≤ 1.4' },
  { of: 'loadMs', name: page => `load of ${page}, first of a site, in a new process`, unit: 'ms' },
  { of: 'requestMs', name: page => `request of ${page}`, unit: 'ms' },
  { of: 'nextScriptMs', name: page => `script on ${page}`, unit: 'ms', added: '≤ 1' },
  { of: 'scriptMs', name: page => `script on ${page}, first of a site`, unit: 'ms' },
  { of: 'heapMB', name: page => `heap of ${page}`, unit: 'MB', added: '≤ 0.3' },
]

async function measurePage({ lifetime, lines, runs, beside }: Measurement): Promise<void> {
  const browser = await requireBrowser(lifetime)
  const wallets = await findSides(lifetime, { bench: 'page', engine: 'chromium', needs: [], beside })
  const site = await startPages(lifetime)
  const start = async (extension: string) =>
    startRawBrowser(lifetime, browser, { profile: await temporaryFolder(lifetime, 'profile'), extension })
  const { permissions, host_permissions } = await readManifest(wallets[0]?.built ?? '')
  const rights = { permissions, host_permissions }
  const plain = await start(await leastExtension(lifetime))
  const idle = await start(await leastExtension(lifetime, { rights, contentScripts: idleScripts }))
  const least = await start(await leastExtension(lifetime, answering))
  const started = []
  for (const { column, built } of wallets) {
    lines.note(column, 'content scripts, minified', (await contentBytes(built)) / 1_000, '≤ 12', 'kB')
    const wallet = await start(built)
    // It would wake the worker each time it is stopped.
    await (await wallet.raw.find(`chrome-extension://${wallet.extensionId}/home.html`)).close()
    started.push({ column, ...wallet })
  }

  for (const { name, count } of pages) {
    const visits: Record<'without' | 'floor' | 'ours' | 'beside', Visit[]> = {
      without: [],
      floor: [],
      ours: [],
      beside: [],
    }
    const visited = [
      { column: 'without', raw: plain.raw } as const,
      { column: 'floor', raw: idle.raw } as const,
      ...started,
    ]
    // The first visits of a browser pay for what all later ones share.
    await inTurns(
      visited,
      runs,
      async ({ column, raw }, run) => {
        const each = await visit(raw, site(`run-${run + 3}`, count), count)
        if (run >= 0) visits[column].push(each)
      },
      -3,
    )
    for (const measure of measures)
      for (const column of ['ours', 'beside', 'floor'] as const) {
        const values = visits[column].map(each => each[measure.of])
        lines.note(column, measure.name(name), values, '', measure.unit)
        if (measure.added === undefined) continue
        // Turn by turn: what the machine did meanwhile it did to all.
        const without = visits.without.map(each => each[measure.of])
        const added = values.map((value, index) => (value - (without[index] ?? Number.NaN)) / (count + 1))
        lines.note(column, `added to ${measure.name(name)}, each document`, added, measure.added, measure.unit)
      }
  }

  const answerers = await Promise.all(
    [{ column: 'floor', ...least } as const, ...started].map(async each => ({
      ...each,
      page: (await openAt(each.raw, site('asking', 0))).page,
    })),
  )
  for (const { column, page } of answerers)
    if (column !== 'floor') lines.note(column, 'eth_chainId, asked again', await ask(page, answers), 'median ≤ 1.0')
  await inTurns(answerers, runs, async ({ column, raw, extensionId, page }, run) => {
    await stopWorker(raw, extensionId)
    await delay(settlingMs)
    const woken = column === 'floor' ? await askLeast(page) : await ask(page, 1)
    lines.note(column, 'eth_chainId, worker stopped before', woken, '≤ 45')
    if (column === 'floor') return
    const { page: fresh } = await openAt(raw, site(`first-${run}`, 0))
    lines.note(column, 'eth_chainId, first of a page', await ask(fresh, 1))
    await fresh.close()
  })
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

await runBench('page', 40, measurePage)
