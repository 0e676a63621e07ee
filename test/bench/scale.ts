import type { Page } from '@playwright/test'
import { inTurns } from './lines.ts'
import { paintedAt } from './painted.ts'
import { percentile, table } from './statistics.ts'
import {
  begin,
  measureFirstAnswer,
  measurePushes,
  measureTransfer,
  measureUnlock,
  type Session,
  type WalletBench,
} from './wallet-measures.ts'

const factors = [1, 10, 100] as const

/**
 * What grows with use, and what the wallet takes then. Each line is noted once for each factor, and the medians of all
 * factors are printed in one row.
 */
export async function measureScale(bench: WalletBench): Promise<void> {
  const { lines, runs } = bench
  const medians = new Map<string, number[]>()
  for (const factor of factors) {
    const sessions = await begin(bench)
    for (const session of sessions) await grow(bench, session, factor)
    const measured = sessions.map(session => ({
      ...session,
      note: (name: string, value: number | number[], budget?: string) =>
        lines.note(session.side.column, `${factor} ×: ${name}`, value, budget),
    }))
    for (const measure of [measureTransfer, measureFirstAnswer, measureUnlock, measurePopup, measureAnswers])
      await inTurns(measured, runs, measure)
    await inTurns(measured, 1, session => measurePushes(session, 0))
    for (const { popup, wallet } of sessions) {
      const damaged = await popup.evaluate(countDamaged)
      if (damaged > 0) throw new Error(`${damaged} rows of the filling were set aside`)
      await wallet.context.close()
    }
  }
  for (const { name, values } of lines.all())
    for (const { column } of bench.sides) {
      const row = `${name.slice(name.indexOf(':') + 2)}, ${column}`
      medians.set(row, [...(medians.get(row) ?? []), percentile(values[column], 50)])
    }
  const rows = [...medians].map(([name, values]) => [
    name,
    ...values.map(value => value.toFixed(1)),
    `${((values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN)).toFixed(2)} ×`,
  ])
  console.log(table([['medians, ms', ...factors.map(factor => `${factor} ×`), '100 × / 1 ×'], ...rows]))
}

/** Fills the wallet, and starts its worker again. */
async function grow({ network }: WalletBench, session: Session, factor: number): Promise<void> {
  const { side, wallet, popup, account } = session
  const { fill, screens } = side.drivers
  // The stores that are copied need a transaction of this wallet.
  await measureTransfer({ ...session, note: () => undefined })
  const rows = await fill.fill(popup, factor, { chainId: network.chainId, account })
  const counts = Object.entries(rows).map(([name, count]) => `${count} ${name}`)
  console.log(`${side.column}, ${factor} ×: ${counts.join(', ')}`)
  await screens.killWorker(wallet)
  await popup.reload()
  await popup.getByTestId('balance').waitFor()
  await popup.evaluate(fill.untilEncrypted)
}

/** From the beginning of its navigation to the balance painted, with a tool attached: comparable with itself alone. */
async function measurePopup({ side, wallet, popup: from, note }: Session): Promise<void> {
  const popup = await side.drivers.screens.openPopup(wallet, from)
  const began = await popup.evaluate(() => performance.timeOrigin)
  note('popup: open → first control', (await paintedAt(popup, 'elements', 'send')) - began)
  note('popup: open → balance', (await paintedAt(popup, 'elements', 'balance')) - began, 'p75 ≤ 100')
  await popup.close()
}

async function measureAnswers({ side, wallet, popup, note }: Session): Promise<void> {
  await side.drivers.screens.killWorker(wallet)
  note('worker stopped → list of paid answers', await answersMs(popup))
  note('list of paid answers, read again', await answersMs(popup))
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
