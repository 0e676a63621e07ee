import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { numberToHex } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { requireBrowser } from '../commands/browser.ts'
import { buildExtension, copyExtension, installedPage, temporaryFolder } from '../commands/extension.ts'
import { createLifetime } from '../commands/lifetime.ts'
import { root } from '../commands/project.ts'
import { meet, resultOf } from '../dapp/page.ts'
import { approve, decisionWindow, importWallet } from '../e2e/wallet.ts'
import { addonId, type LaunchedFirefox, launchFirefox } from '../firefox/launch.ts'
import { createPreviewNetwork, type PreviewNetwork } from '../preview-network/index.ts'
import { answering, idleScripts, leastExtension } from './least.ts'
import { ask, askLeast, fetchAgain, type InPage, loaded, startPages } from './page-work.ts'
import { addPaintingTo, emptyPage, nextPainted, openPainted } from './painted-extension.ts'
import { floorAndRatio, percentile, summary, table } from './statistics.ts'

/**
 * `npm run bench:firefox [-- runs]`: what the wallet takes in Firefox beside an extension that does nothing, in turns
 * in the same run. A table and `test-results/bench/firefox.json`.
 */

const runs = Number(process.argv[2] ?? 15)
const answers = 300
const frames = 10
/** Loads of one visit, and requests of its page. */
const loads = 5
const requests = 40
const lifetime = createLifetime()

interface Line {
  name: string
  budget: string
  values: number[]
  /** Of an extension that does nothing; empty where there is nothing to compare. */
  floor: number[]
}

async function main(): Promise<Line[]> {
  const browser = await requireBrowser(lifetime, 'firefox')
  const built = await buildExtension(lifetime, 'firefox')
  const network = await createPreviewNetwork()
  lifetime.onEnd(() => network.stop())
  const start = async (extension: string) => {
    const profile = await temporaryFolder(lifetime, 'profile')
    const firefox = await launchFirefox({ browser, extension, profile, headless: true })
    lifetime.onEnd(() => firefox.context.close())
    return firefox
  }
  const least = await start(
    await leastExtension(lifetime, {
      ...answering,
      contentScripts: [...idleScripts.filter(({ world }) => world === 'MAIN'), ...(answering.contentScripts ?? [])],
      geckoId: addonId,
    }),
  )
  const extension = await copyExtension(lifetime, built, network)
  await addPaintingTo(extension, ['popup.html', 'approval.html', 'home.html'])
  const wallet = await start(extension)
  const opened = await openings(wallet, network)
  return [...(await visits(least, wallet)), ...(await firstAnswers(least, wallet)), ...opened]
}

/** A page of Playwright’s, as the functions that run in pages want it. */
const inPage = (page: Page): InPage => ({
  run: (work, argument) => page.evaluate(`(${work})(${JSON.stringify(argument)})`),
})

/** Pages that ask the wallet nothing, loaded in turns. */
async function visits(least: LaunchedFirefox, wallet: LaunchedFirefox): Promise<Line[]> {
  const site = await startPages(lifetime)
  const lines = [0, frames].map(count => ({ count, page: emptyLine(''), request: emptyLine('') }))
  for (let run = -2; run < runs; run++) {
    for (const { count, page, request } of lines) {
      const sides = [
        { firefox: least, pages: page.floor, fetches: request.floor },
        { firefox: wallet, pages: page.values, fetches: request.values },
      ]
      for (const { firefox, pages, fetches } of run % 2 === 0 ? sides : sides.toReversed()) {
        const visited = await visit(firefox, site(`run-${run + 2}`, count))
        if (run < 0) continue
        pages.push(visited.loadMs)
        fetches.push(visited.requestMs)
      }
    }
  }
  const names = ['load of a page', 'load of a page with ten frames']
  return [
    ...lines.map(({ page }, index) => ({ ...page, name: names[index] ?? '' })),
    { ...(lines[0]?.request ?? emptyLine('')), name: 'request of a page' },
  ]
}

const emptyLine = (name: string, budget = ''): Line => ({ name, budget, values: [], floor: [] })

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
async function firstAnswers(least: LaunchedFirefox, wallet: LaunchedFirefox): Promise<Line[]> {
  const site = await startPages(lifetime)
  const open = async ({ context }: LaunchedFirefox) => {
    const page = await context.newPage()
    await page.goto(site('asking'))
    return inPage(page)
  }
  const page = await open(wallet)
  const leastPage = await open(least)
  const again = { ...emptyLine('eth_chainId, asked again', 'median ≤ 1.0'), values: await ask(page, answers) }
  const ended = emptyLine('eth_chainId, event page ended before', '≤ 45')
  for (let run = 0; run < runs; run++) {
    await least.endBackground()
    ended.floor.push(await askLeast(leastPage))
    await wallet.endBackground()
    ended.values.push(...(await ask(page, 1)))
  }
  return [again, ended]
}

/** The wallet’s own pages beside an empty one, each in a window of its own. */
async function openings(wallet: LaunchedFirefox, network: PreviewNetwork): Promise<Line[]> {
  const home = await installedPage(wallet)
  // A page without a port: one with a port would start an event page that has ended before the popup does.
  const openerPage = await wallet.context.newPage()
  await openerPage.goto(wallet.address(emptyPage))
  const opener = inPage(openerPage)
  const first = emptyLine('first-run page: open → first control')
  for (let run = 0; run <= runs; run++) {
    const { firstRun } = await openPainted(opener, 'home.html')
    const { send } = await openPainted(opener, emptyPage)
    // The first one leaves the compiled scripts.
    if (run === 0) continue
    first.values.push(firstRun)
    first.floor.push(send)
  }
  const phrase = generateMnemonic(english)
  const account = mnemonicToAccount(phrase).address
  await network.faults.alter('anvil_setBalance', [account, numberToHex(10n ** 18n)])
  await importWallet(home, phrase)
  await home.close()
  for (const page of ['popup.html', emptyPage, 'popup.html']) await openPainted(opener, page)

  const running = emptyLine('popup, event page running: open → first control', '≤ 60')
  const ended = emptyLine('popup, event page ended: open → first control')
  const balance = emptyLine('popup, event page ended: open → balance', '≤ 300')
  const empty: number[] = []
  for (let run = 0; run < runs; run++) {
    const { send, windowMs } = await openPainted(opener, emptyPage)
    for (const { floor } of [running, ended]) floor.push(send)
    empty.push(windowMs)
    running.values.push((await openPainted(opener, 'popup.html')).send)
    await wallet.endBackground()
    const opened = await openPainted(opener, 'popup.html')
    ended.values.push(opened.send)
    balance.values.push(opened.balance)
  }
  return [first, running, ended, balance, await decisions(wallet, opener, account, empty)]
}

/** From a page’s request to the decision’s first control. */
async function decisions(
  wallet: LaunchedFirefox,
  opener: InPage,
  account: string,
  emptyWindows: number[],
): Promise<Line> {
  const site = await startPages(lifetime)
  const page = await wallet.context.newPage()
  await page.goto(site('deciding'))
  await meet(page)
  const line = { ...emptyLine('page request → decision window, Reject usable', 'p75 ≤ 350'), floor: emptyWindows }
  const decide = async (method: string, params: unknown) => {
    const painting = nextPainted(opener)
    const askedAt = await page.evaluate(() => performance.timeOrigin + performance.now())
    const asking = resultOf(page, method, params)
    const { startedAt, reject } = await painting
    const decision = await decisionWindow(wallet)
    await approve(decision)
    await asking
    if (!decision.isClosed()) await decision.waitForEvent('close')
    return startedAt + reject - askedAt
  }
  await decide('eth_requestAccounts', [])
  const transaction = { from: account, to: '0x000000000000000000000000000000000000beef', value: '0x1' }
  for (let run = 0; run < runs; run++) line.values.push(await decide('eth_sendTransaction', [transaction]))
  return line
}

async function report(lines: Line[]): Promise<void> {
  const load = loadavg()[0] ?? 0
  const all = lines.map(line => ({ ...line, ...summary(line.values) }))
  console.log(`Firefox, ${runs} runs on ${cpus().length} cores, load ${load.toFixed(1)}\n`)
  console.log(
    table([
      ['', 'median', 'p95', 'floor', 'ratio', 'values', 'budget'],
      ...all.map(({ name, median, p95, floor, count, budget }) => [
        `${name}, ms`,
        ...[median, p95].map(value => value.toFixed(1)),
        ...floorAndRatio(median, floor.length === 0 ? null : percentile(floor, 50)),
        String(count),
        budget,
      ]),
    ]),
  )
  const folder = join(root, 'test-results', 'bench')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'firefox.json'), `${JSON.stringify({ runs, load, lines: all }, null, 2)}\n`)
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
