import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { argon2id } from 'hash-wasm'
import { numberToHex } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { readJournalRows } from '../chaos/journal.ts'
import { makePlan } from '../chaos/plan.ts'
import { runPlan } from '../chaos/run.ts'
import { requireBrowser } from '../commands/browser.ts'
import { watchClick } from '../commands/demo-measures.ts'
import {
  buildExtension,
  copyExtension,
  installedPage,
  type Launched,
  launchWithExtension,
  temporaryFolder,
} from '../commands/extension.ts'
import { createLifetime } from '../commands/lifetime.ts'
import { root } from '../commands/project.ts'
import { call } from '../e2e/shop.ts'
import { approve, decisionWindow, importWallet, killWorker, openPopup, password } from '../e2e/wallet.ts'
import { startLocalEndpoint } from '../local-endpoint.ts'
import { createPreviewNetwork } from '../preview-network/index.ts'
import { measureLookUps } from './list-look-up.ts'
import { notePainting, paintedAt } from './painted.ts'
import { measureOpenings } from './popup-opening.ts'
import { floorAndRatio, summary, table } from './statistics.ts'
import { measureHeap } from './worker-heap.ts'

/**
 * `npm run bench:wallet [-- runs]`: the built extension against the embedded network; a table and
 * `test-results/bench/wallet.json`.
 */

const runs = Number(process.argv[2] ?? 10)
const lifetime = createLifetime()
const measures = new Map<string, { unit: string; budget: string; values: number[] }>()
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

function note(name: string, budget: string, value: number, unit = 'ms'): void {
  const measure = measures.get(name) ?? { unit, budget, values: [] }
  measure.values.push(value)
  measures.set(name, measure)
}

async function main(): Promise<void> {
  const browser = await requireBrowser(lifetime)
  const built = await buildExtension(lifetime, 'local')
  const network = await createPreviewNetwork()
  lifetime.onEnd(() => network.stop())
  const wallet = await launchWithExtension({
    browser,
    extension: await copyExtension(lifetime, built, network),
    profile: await temporaryFolder(lifetime, 'profile'),
    headless: true,
  })
  lifetime.onEnd(() => wallet.context.close())
  await notePainting(wallet.context)

  const phrase = generateMnemonic(english)
  await network.faults.alter('anvil_setBalance', [mnemonicToAccount(phrase).address, numberToHex(10n ** 20n)])
  const home = await installedPage(wallet)
  await importWallet(home, phrase)
  const site = await connectedSite(wallet)
  const popup = await openPopup(wallet)

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

  const { atRest, withRows, withList } = await measureHeap(lifetime, browser, built, network)
  note('worker heap at rest', '≤ 4', atRest, 'MB')
  note('worker heap with 500 rows', '≤ 15', withRows, 'MB')
  note('the same, and a list of 300,000 hosts fetched', '≤ 15', withList, 'MB')

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

const sitePage = '<!doctype html><title>Site</title>'

/** @param url shown in place of this machine's, whose hosts are not looked up in lists */
async function connectedSite(wallet: Launched, url?: string): Promise<Page> {
  const site = await wallet.context.newPage()
  if (url === undefined) {
    const endpoint = await startLocalEndpoint({
      http: (_, response) => response.setHeader('content-type', 'text/html').end(sitePage),
    })
    lifetime.onEnd(() => endpoint.close())
    await site.goto(endpoint.url)
  } else {
    await site.route('**/*', route => route.fulfill({ contentType: 'text/html', body: sitePage }))
    await site.goto(url)
  }
  const connecting = call(site, { method: 'eth_requestAccounts' })
  const decision = await decisionWindow(wallet)
  await approve(decision, 'connect')
  await connecting
  await closed(decision)
  return site
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

/** From a page's request to the pre-confirmation on the popup's screen. */
async function measureTransfer(wallet: Launched, popup: Page, site: Page): Promise<void> {
  const from = await call(site, { method: 'eth_accounts' })
  const account = 'result' in from && Array.isArray(from.result) ? from.result[0] : null
  const transaction = { from: account, to: '0x000000000000000000000000000000000000beef', value: '0x1' }
  const askedAt = await site.evaluate(() => performance.timeOrigin + performance.now())
  const asking = call(site, { method: 'eth_sendTransaction', params: [transaction] })
  const decision = await decisionWindow(wallet)
  note(
    'page request → decision window, Reject usable',
    'p75 ≤ 350',
    (await paintedAt(decision, 'elements', 'reject')) - askedAt,
  )
  const clickedAt = await watchClick(decision, 'approve', popup)
  await approve(decision, 'transaction')
  const reply = await asking
  const hash = 'result' in reply ? String(reply.result) : ''
  const preconfirmedAt = await paintedAt(popup, 'rows', hash, 'preconfirmed')
  const row = (await readJournalRows(popup)).find(candidate => candidate.hash === hash)
  const submittedAt = row?.history.find(({ level }) => level === 'submitted')?.at ?? Number.NaN
  note('approve → raw transaction sent', '≤ 60', submittedAt - (await clickedAt()))
  // The interval of the network, one round trip, and 50.
  note('submit → pre-confirmed painted', 'p95 ≤ 200 + round trip + 50', preconfirmedAt - submittedAt)
  await closed(decision)
}

function pushesToPaint(popup: Page, slice: 'activity' | 'balance'): Promise<number[]> {
  return popup.evaluate(
    name =>
      performance
        .getEntriesByName('push-to-paint')
        .filter(entry => (entry as PerformanceMeasure).detail.slice === name)
        .map(({ duration }) => duration),
    slice,
  )
}

async function measureFirstAnswer(wallet: Launched, site: Page): Promise<void> {
  const [, ...warm] = await chainIdMs(site, 101)
  for (const ms of warm) note('eth_chainId, worker running', 'median ≤ 1', ms)
  await killWorker(wallet)
  const [first = Number.NaN] = await chainIdMs(site, 1)
  note('worker stopped → first answered eth_chainId', '≤ 45', first)
}

/** One call after the other, timed in the page. */
function chainIdMs(site: Page, calls: number): Promise<number[]> {
  return site.evaluate(async count => {
    interface Provider {
      request(call: { method: string }): Promise<unknown>
    }
    const provider = await new Promise<Provider>(resolve => {
      const take = (event: Event) => resolve((event as CustomEvent<{ provider: Provider }>).detail.provider)
      window.addEventListener('eip6963:announceProvider', take, { once: true })
      window.dispatchEvent(new Event('eip6963:requestProvider'))
    })
    const took: number[] = []
    for (let call = 0; call < count; call++) {
      const startedAt = performance.now()
      await provider.request({ method: 'eth_chainId' })
      took.push(performance.now() - startedAt)
    }
    return took
  }, calls)
}

async function measureUnlock(popup: Page): Promise<void> {
  await popup.getByTestId('lock').click()
  await popup.getByTestId('password').fill(password)
  const took = await popup.evaluate(
    () =>
      new Promise<number>(resolve => {
        const startedAt = performance.now()
        const look = () => {
          if (document.querySelector('[data-testid=balance]') === null) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(performance.now() - startedAt))
        }
        const observer = new MutationObserver(look)
        observer.observe(document, { subtree: true, childList: true })
        document.querySelector<HTMLElement>('[data-testid=unlock]')?.click()
      }),
  )
  const derivation = await derivationMs(popup)
  note('unlock click → home', '', took)
  note('of it the key derivation (measured beside it)', '', derivation)
  note('unlock click → home, key derivation apart', '≤ 150', took - derivation)
}

/** The same derivation with the vault's own parameters, in this process. */
async function derivationMs(popup: Page): Promise<number> {
  const stored = await popup.evaluate(async () => JSON.stringify(await chrome.storage.local.get(null)))
  const parameter = (name: string) => Number(new RegExp(`${name}\\\\*":(\\d+)`).exec(stored)?.[1])
  const startedAt = performance.now()
  await argon2id({
    password,
    salt: new Uint8Array(16),
    iterations: parameter('iterations'),
    memorySize: parameter('memoryKiB'),
    parallelism: 1,
    hashLength: 32,
    outputType: 'binary',
  })
  return performance.now() - startedAt
}

async function closed(page: Page): Promise<void> {
  if (!page.isClosed()) await page.waitForEvent('close')
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
  await main()
  code = 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
}
await report()
await lifetime.end()
process.exit(code)
