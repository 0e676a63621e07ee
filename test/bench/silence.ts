import { setTimeout } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import { startListServer } from '../list-server.ts'
import { transactionsFor, untilEncrypted, write } from './fill.ts'
import { runBench } from './measurement.ts'
import { begin, prepare } from './wallet-measures.ts'

/**
 * `npm run bench:silence`: the longest task of the worker, during which it answers nobody, while it reads the worst
 * lists and while it encrypts 10,000 rows anew after a change of the password; and what all of that takes.
 */

const contract = (index: number) => ({ chainId: 1, address: `0x${index.toString(16).padStart(40, '0')}` })

/** Lists that ask for as much work as a list may, or for more. */
function worstDescriptors(): Record<string, object> {
  const names = Array.from({ length: 400 }, (_, index) => `registry/${index}.json`)
  const includes = names.slice(0, 40).map(name => `/../../../${name}`)
  const deployments = Array.from({ length: 1_000 }, (_, index) => contract(index))
  const many = Array.from({ length: 19_000 }, (_, index) => [
    `${index}.json`,
    { includes: 'base.json', context: { contract: { deployments: [contract(index)] } } },
  ])
  return {
    'files that include each other': Object.fromEntries(names.map(name => [name, { includes }])),
    'each file for 1,000 contracts of the others': Object.fromEntries(
      Array.from({ length: 203 }, (_, index) => [
        `${index}.json`,
        { includes: ['0.json', '1.json'], context: { contract: { deployments } } },
      ]),
    ),
    '19,000 files': Object.fromEntries([...many, ['base.json', {}]]),
  }
}

/** Calls a procedure. Resolves when it ended, well or not. */
function ask(page: Page, procedure: string, input: unknown): Promise<void> {
  return page.evaluate(
    asked =>
      new Promise<void>(resolve => {
        const port = chrome.runtime.connect({ name: 'ui' })
        port.onMessage.addListener((message: { id?: number }) => {
          if (message.id !== 1) return
          port.disconnect()
          resolve()
        })
        port.postMessage({ kind: 'call', id: 1, ...asked })
      }),
    { procedure, input },
  )
}

interface TraceEvent {
  ph: string
  name: string
  pid: number
  tid: number
  /** Processor time of its thread, µs. */
  tdur?: number
  args?: { name?: string }
}

/**
 * Traces the browser meanwhile.
 * @returns processor time of the worker's threads in ms: of the longest task, in which it answers nobody, and of all.
 * What else the machine does is not in it.
 */
async function traced(browser: CDPSession, work: () => Promise<unknown>): Promise<{ longest: number; all: number }> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]))
  browser.on('Tracing.dataCollected', collect)
  await browser.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', '__metadata'], excludedCategories: ['*'] },
  })
  await work()
  const complete = new Promise(resolve => browser.once('Tracing.tracingComplete', resolve))
  await browser.send('Tracing.end')
  await complete
  browser.off('Tracing.dataCollected', collect)
  const isWorker = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name?.startsWith('ServiceWorker') === true)
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = events.flatMap(({ ph, name, pid, tid, tdur = 0 }) =>
    ph === 'X' && name.endsWith('RunTask') && isWorker.has(`${pid} ${tid}`) ? [tdur / 1_000] : [],
  )
  if (tasks.length === 0) throw new Error('The trace shows no task of the worker.')
  return { longest: Math.max(...tasks), all: tasks.reduce((sum, each) => sum + each) }
}

/** Runs in a page of the extension. Resolves once no row is encrypted with a former key. */
function untilRenewed(): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () =>
      chrome.storage.local.get('vault-mirror').then(stored => {
        if (!JSON.stringify(stored).includes('formerRecordsKeys')) resolve()
      }, reject)
    chrome.storage.local.onChanged.addListener(look)
    void look()
  })
}

await runBench('silence', 1, async measurement => {
  const bench = await prepare(measurement)
  for (const { side, wallet, popup, account, note } of await begin(bench)) {
    const browser = await wallet.context.browser()?.newBrowserCDPSession()
    if (browser === undefined) throw new Error('The browser cannot be traced.')
    const server = await startListServer()
    bench.lifetime.onEnd(() => server.close())
    const home = await wallet.context.newPage()
    await home.goto(popup.url().replace(/\/popup\.html.*/, '/home.html'))
    const lists = Object.entries(worstDescriptors()).map(
      ([name, files]) =>
        ['descriptors', name, server.serve(name.replaceAll(/\W/g, '-'), { body: JSON.stringify(files) })] as const,
    )
    for (const [kind, name, url] of [...lists, ['fraud-hosts', '300,000 hosts', server.url('hosts')] as const]) {
      const { longest, all } = await traced(browser, () => ask(home, 'list.add', { kind, name, url }))
      note(`list: ${name}: longest task of the worker, processor`, longest, '≤ 200')
      note(`list: ${name}: all tasks`, all)
    }

    await home.evaluate(write, await transactionsFor({ chainId: bench.network.chainId, account }, 10_000))
    await side.drivers.screens.killWorker(wallet)
    await home.reload()
    await home.locator('main').first().waitFor()
    await home.evaluate(untilEncrypted)
    const { password } = side.drivers.screens
    await ask(home, 'vault.change-password', { password, newPassword: `${password} and more` })
    // The screens read everything anew first; the worker begins 1.5 s after the change.
    await setTimeout(1_400)
    const { longest, all } = await traced(browser, () => home.evaluate(untilRenewed))
    note('10,000 rows encrypted anew after a change of the password: worker, processor', all, '≤ 3000')
    note('the same: longest task', longest, '≤ 200')
  }
})
