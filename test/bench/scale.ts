import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Launched } from '../commands/extension.ts'
import { root } from '../commands/project.ts'
import { killWorker, openPopup } from '../e2e/wallet.ts'
import { fill, untilEncrypted } from './fill.ts'
import { paintedAt } from './painted.ts'
import { summary, table } from './statistics.ts'
import {
  begin,
  measureFirstAnswer,
  measures,
  measureTransfer,
  measureUnlock,
  note,
  prepare,
  pushesToPaint,
} from './wallet-measures.ts'

const factors = [1, 10, 100] as const

/** What grows with use, and what the wallet takes then. */
export async function measureScale(runs: number): Promise<void> {
  const { browser, built, network } = await prepare()
  const found = new Map<number, Map<string, number>>()
  for (const factor of factors) {
    measures.clear()
    const { wallet, site, popup, account } = await begin(browser, built, network)
    await measureTransfer(wallet, popup, site)
    measures.clear()
    const rows = await fill(popup, factor, { chainId: network.chainId, account })
    console.log(
      `${factor} ×: ${Object.entries(rows)
        .map(([name, count]) => `${count} ${name}`)
        .join(', ')}`,
    )
    await killWorker(wallet)
    await popup.reload()
    await popup.getByTestId('balance').waitFor()
    await popup.evaluate(untilEncrypted)
    for (let run = 0; run < runs; run++) await measureTransfer(wallet, popup, site)
    for (const ms of await pushesToPaint(popup, 'activity'))
      note('push received in the worker → row painted', 'p95 ≤ 50', ms)
    for (let run = 0; run < runs; run++) await measureFirstAnswer(wallet, site)
    for (let run = 0; run < runs; run++) await measureUnlock(popup)
    for (let run = 0; run < runs; run++) await measurePopup(wallet, popup)
    for (let run = 0; run < runs; run++) {
      await killWorker(wallet)
      note('worker stopped → list of paid answers', '', await answersMs(popup))
      note('list of paid answers, read again', '', await answersMs(popup))
    }
    const damaged = await popup.evaluate(countDamaged)
    if (damaged > 0) throw new Error(`${damaged} rows of the filling were set aside`)
    found.set(factor, new Map([...measures].map(([name, { values }]) => [name, summary(values).median])))
    await wallet.context.close()
  }
  const names = [...(found.get(1)?.keys() ?? [])]
  const value = (name: string, factor: number) => found.get(factor)?.get(name) ?? Number.NaN
  const lines = names.map(name => [
    `${name}, ms`,
    ...factors.map(factor => value(name, factor).toFixed(1)),
    `${(value(name, 100) / value(name, 1)).toFixed(2)} ×`,
    measures.get(name)?.budget ?? '',
  ])
  console.log(`${runs} runs on ${cpus().length} cores, load ${(loadavg()[0] ?? 0).toFixed(1)}; medians\n`)
  console.log(table([['', ...factors.map(factor => `${factor} ×`), '100 × / 1 ×', 'budget'], ...lines]))
  const folder = join(root, 'test-results', 'bench')
  await mkdir(folder, { recursive: true })
  const all = names.map(name => ({ name, medians: factors.map(factor => value(name, factor)) }))
  await writeFile(join(folder, 'scale.json'), `${JSON.stringify({ runs, factors, measures: all }, null, 2)}\n`)
}

/** From the beginning of its navigation to the balance painted, with a tool attached: comparable with itself alone. */
async function measurePopup(wallet: Launched, from: Page): Promise<void> {
  const popup = await openPopup(wallet, from)
  const began = await popup.evaluate(() => performance.timeOrigin)
  note('popup: open → first control', '', (await paintedAt(popup, 'elements', 'send')) - began)
  note('popup: open → balance', 'p75 ≤ 100', (await paintedAt(popup, 'elements', 'balance')) - began)
  await popup.close()
}

/** From the subscription of another page to its first value, ms. */
function answersMs(popup: Page): Promise<number> {
  return popup.evaluate(
    () =>
      new Promise<number>(resolve => {
        const startedAt = performance.now()
        const port = chrome.runtime.connect({ name: 'ui' })
        port.onMessage.addListener((message: { kind: string; name?: string }) => {
          if (message.kind !== 'slice' || message.name !== 'answers') return
          port.disconnect()
          resolve(performance.now() - startedAt)
        })
        port.postMessage({ kind: 'subscribe', slices: ['answers'] })
      }),
  )
}

/** Runs in a page of the extension. */
function countDamaged(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('prelude')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const counting = opening.result.transaction('damaged').objectStore('damaged').count()
      counting.onsuccess = () => {
        opening.result.close()
        resolve(counting.result)
      }
      counting.onerror = () => reject(counting.error)
    }
  })
}
