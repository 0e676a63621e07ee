import type { CDPSession, Page } from '@playwright/test'
import { transactionsFor, write } from './fill.ts'
import { runBench } from './measurement.ts'
import { begin, measureTransfer, prepare, type Session } from './wallet-measures.ts'

/**
 * `npm run bench:hour [-- bursts] [--beside FOLDER]`: what two pages of the wallet hold that stay open for an hour in
 * which money comes and goes in a burst each minute. The minutes between the bursts are left out: the pages do nothing
 * then but tell how long ago something was.
 */

const receivedPerBurst = 10
/** More than a page keeps; of money that came in it has as many as it keeps after twenty bursts. */
const sentBefore = 150
const firstSample = 20

/** A page and its way to the browser's counters. Pages of one extension share a process: the counters are of both. */
interface Watched {
  name: string
  counters: CDPSession
}

async function watched(page: Page, name: string): Promise<Watched> {
  return { name, counters: await page.context().newCDPSession(page) }
}

async function sample({ name, counters }: Watched, { note }: Session, when: string): Promise<void> {
  await counters.send('HeapProfiler.collectGarbage')
  const { usedSize } = await counters.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await counters.send('Memory.getDOMCounters')
  note(`${name}, ${when}: heap, kB`, usedSize / 1_000)
  note(`${name}, ${when}: nodes`, nodes)
  note(`${name}, ${when}: listeners`, jsEventListeners)
}

await runBench('hour', 60, async measurement => {
  const bench = await prepare(measurement)
  for (const given of await begin(bench)) {
    const session: Session = {
      ...given,
      note: (name, value) => bench.lines.note(given.side.column, name, value, '', ''),
    }
    const { wallet, popup, account } = session
    const home = await wallet.context.newPage()
    await popup.evaluate(write, await transactionsFor({ chainId: bench.network.chainId, account }, sentBefore))
    await given.side.drivers.screens.killWorker(wallet)
    await popup.reload()
    await popup.getByTestId('send').waitFor()
    await home.goto(popup.url().replace(/\/popup\.html.*/, '/home.html#/activity'))
    const pages = [await watched(popup, 'popup'), await watched(home, 'activity in a tab')]
    for (let burst = 1; burst <= bench.runs; burst++) {
      for (let received = 0; received < receivedPerBurst; received++) await bench.network.faucet.drip(account)
      await measureTransfer({ ...session, note: () => undefined })
      if (burst !== firstSample && burst !== bench.runs) continue
      for (const page of pages) await sample(page, session, `after ${burst} bursts`)
    }
  }
})
