import type { Page } from '@playwright/test'
import { numberToHex } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { type Browser, requireBrowser } from '../commands/browser.ts'
import { installedPage, temporaryFolder } from '../commands/extension.ts'
import { meet, resultOf } from '../dapp/page.ts'
import { addonId, type LaunchedFirefox, launchFirefox } from '../firefox/launch.ts'
import { createPreviewNetwork, type PreviewNetwork } from '../preview-network/index.ts'
import { answering, idleScripts, leastExtension } from './least.ts'
import { inTurns } from './lines.ts'
import { type Measurement, runBench } from './measurement.ts'
import { ask, askLeast, fetchAgain, type InPage, inPage, loaded, startPages } from './page-work.ts'
import { addPaintingTo, emptyPage, nextPainted, openPainted } from './painted-extension.ts'
import { copyOf, findSides, type Side } from './sides.ts'
import { percentile } from './statistics.ts'

/**
 * `npm run bench:firefox [-- runs] [--beside FOLDER]`: what the wallet takes in Firefox beside an extension that does
 * nothing, in turns in the same run.
 */

const answers = 300
const frames = 10
/** Loads of one visit, and requests of its page. */
const loads = 5
const requests = 40

const needs = ['screens', 'painted'] as const

/** A Firefox with one extension, which has an empty page. */
interface Started {
  column: 'ours' | 'beside' | 'floor'
  firefox: LaunchedFirefox
}
interface Wallet extends Started {
  column: 'ours' | 'beside'
  side: Side<(typeof needs)[number]>
}

async function measureFirefox(measurement: Measurement): Promise<void> {
  const { lifetime, beside } = measurement
  const browser = await requireBrowser(lifetime, 'firefox')
  const sides = await findSides(lifetime, { bench: 'firefox', engine: 'firefox', needs, beside })
  const network = await createPreviewNetwork()
  lifetime.onEnd(() => network.stop())
  const extension = await leastExtension(lifetime, {
    ...answering,
    contentScripts: [...idleScripts.filter(({ world }) => world === 'MAIN'), ...(answering.contentScripts ?? [])],
    geckoId: addonId,
  })
  await addPaintingTo(extension, [])
  const floor: Started = { column: 'floor', firefox: await start(measurement, browser, extension) }
  const wallets: Wallet[] = []
  for (const side of sides) {
    const copy = await copyOf(lifetime, side, network)
    await addPaintingTo(copy, ['popup.html', 'approval.html', 'home.html'], side.drivers.painted.watchPainting)
    wallets.push({ column: side.column, side, firefox: await start(measurement, browser, copy) })
  }
  await measureVisits(measurement, [floor, ...wallets])
  await measureAnswers(measurement, [floor, ...wallets])
  await measureOpenings(measurement, network, floor, wallets)
}

async function start({ lifetime }: Measurement, browser: Browser, extension: string): Promise<LaunchedFirefox> {
  const profile = await temporaryFolder(lifetime, 'profile')
  const firefox = await launchFirefox({ browser, extension, profile, headless: true })
  lifetime.onEnd(() => firefox.context.close())
  return firefox
}

/** Pages that ask the wallet nothing, loaded in turns. */
async function measureVisits({ lifetime, lines, runs }: Measurement, all: Started[]): Promise<void> {
  const site = await startPages(lifetime)
  for (const count of [0, frames]) {
    const name = count === 0 ? 'a page' : 'a page with ten frames'
    await inTurns(
      all,
      runs,
      async ({ column, firefox }, run) => {
        const { loadMs, requestMs } = await visit(firefox, site(`run-${run + 2}`, count))
        if (run < 0) return
        lines.note(column, `load of ${name}`, loadMs)
        lines.note(column, `request of ${name}`, requestMs)
      },
      -2,
    )
  }
}

/** Medians of one site’s page that is loaded again and again. */
async function visit({ context }: LaunchedFirefox, url: string): Promise<{ loadMs: number; requestMs: number }> {
  const page = await context.newPage()
  const took: number[] = []
  for (let load = 0; load < loads; load++) {
    const next = `${url}&next=${load}`
    await page.goto(next)
    took.push(await loaded(inPage(page), next))
  }
  const requestMs = percentile(await fetchAgain(inPage(page), requests), 50)
  await page.close()
  return { loadMs: percentile(took, 50), requestMs }
}

/** What a page asks, with the event page running and ended. */
async function measureAnswers({ lifetime, lines, runs }: Measurement, all: Started[]): Promise<void> {
  const site = await startPages(lifetime)
  const asking: (Started & { page: InPage })[] = []
  for (const started of all) {
    const page = await started.firefox.context.newPage()
    await page.goto(site('asking'))
    asking.push({ ...started, page: inPage(page) })
  }
  for (const { column, page } of asking)
    if (column !== 'floor') lines.note(column, 'eth_chainId, asked again', await ask(page, answers), 'median ≤ 1.0')
  await inTurns(asking, runs, async ({ column, firefox, page }) => {
    await firefox.endBackground()
    const took = column === 'floor' ? await askLeast(page) : await ask(page, 1)
    lines.note(column, 'eth_chainId, event page ended before', took, '≤ 45')
  })
}

const firstRunLine = 'first-run page: open → first control'
const runningLine = 'popup, event page running: open → first control'
const endedLine = 'popup, event page ended: open → first control'
const requestLine = 'page request → decision window, Reject usable'

/** The wallet's own pages beside an empty one, each in a window of its own. */
async function measureOpenings(
  measurement: Measurement,
  network: PreviewNetwork,
  floor: Started,
  wallets: Wallet[],
): Promise<void> {
  const { lines, runs } = measurement
  const opening = async <Each extends Started>(started: Each) => {
    // A page without a port: one with a port would start an event page that has ended before the popup does.
    const page = await started.firefox.context.newPage()
    await page.goto(started.firefox.address(emptyPage))
    return { ...started, opener: inPage(page), account: '' }
  }
  const ready: (Wallet & { opener: InPage; account: string; home: Page })[] = []
  for (const wallet of wallets) {
    const home = await installedPage(wallet.firefox)
    ready.push({ ...(await opening(wallet)), home })
  }
  const all = [await opening(floor), ...ready]
  // The first one leaves the compiled scripts.
  await inTurns(
    all,
    runs,
    async ({ column, opener }, run) => {
      const { firstRun, send } = await openPainted(opener, column === 'floor' ? emptyPage : 'home.html')
      if (run >= 0) lines.note(column, firstRunLine, column === 'floor' ? send : firstRun)
    },
    -1,
  )
  for (const wallet of ready) {
    const phrase = generateMnemonic(english)
    wallet.account = mnemonicToAccount(phrase).address
    await network.faults.alter('anvil_setBalance', [wallet.account, numberToHex(10n ** 18n)])
    await wallet.side.drivers.screens.importWallet(wallet.home, phrase)
    await wallet.home.close()
    for (let warming = 0; warming < 2; warming++) await openPainted(wallet.opener, 'popup.html')
  }
  await inTurns(all, runs, async ({ column, opener, firefox }) => {
    if (column === 'floor') {
      const { send, windowMs } = await openPainted(opener, emptyPage)
      for (const line of [runningLine, endedLine]) lines.note('floor', line, send)
      lines.note('floor', requestLine, windowMs)
      return
    }
    lines.note(column, runningLine, (await openPainted(opener, 'popup.html')).send, '≤ 60')
    await firefox.endBackground()
    const ended = await openPainted(opener, 'popup.html')
    lines.note(column, endedLine, ended.send)
    lines.note(column, 'popup, event page ended: open → balance', ended.balance, '≤ 300')
  })
  const deciding = []
  for (const wallet of ready) deciding.push({ column: wallet.column, decide: await connected(measurement, wallet) })
  await inTurns(deciding, runs, async ({ column, decide }) =>
    lines.note(column, requestLine, await decide(), 'p75 ≤ 350'),
  )
}

/** Connects a page. Resolves with a function that measures from the page's request to the decision's first control. */
async function connected(
  { lifetime }: Measurement,
  { firefox, opener, account, side }: Wallet & { opener: InPage; account: string },
): Promise<() => Promise<number>> {
  const site = await startPages(lifetime)
  const page = await firefox.context.newPage()
  await page.goto(site('deciding'))
  await meet(page)
  const decide = async (method: string, params: unknown) => {
    const painting = nextPainted(opener)
    const askedAt = await page.evaluate(() => performance.timeOrigin + performance.now())
    const asking = resultOf(page, method, params)
    const { startedAt, reject } = await painting
    const decision = await side.drivers.screens.decisionWindow(firefox)
    await side.drivers.screens.approve(decision)
    await asking
    if (!decision.isClosed()) await decision.waitForEvent('close')
    return startedAt + reject - askedAt
  }
  await decide('eth_requestAccounts', [])
  const transaction = { from: account, to: '0x000000000000000000000000000000000000beef', value: '0x1' }
  return () => decide('eth_sendTransaction', [transaction])
}

await runBench('firefox', 15, measureFirefox)
