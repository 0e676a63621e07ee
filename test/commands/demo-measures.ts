import type { Page } from '@playwright/test'
import { higherMedian } from '../../lib/values/median.ts'

/**
 * Figures that the demo and the benchmarks read out of the wallet's own pages. All times are milliseconds since the
 * epoch.
 */

/** When each level of the newest transaction was painted. @throws Error for a level that was not */
export type Painted = (level: string) => number

/** Notes, from now on, when the popup's first track shows a new level. */
export async function watchLevels(popup: Page): Promise<Painted> {
  const seen = new Map<string, number>()
  await popup.exposeFunction('notePainted', (level: string, at: number) => {
    if (!seen.has(level)) seen.set(level, at)
  })
  await popup.evaluate(() => {
    const { notePainted } = window as unknown as { notePainted(level: string, at: number): void }
    let last: string | undefined
    const look = () => {
      const level = document.querySelector<HTMLElement>('[data-testid=track]')?.dataset.level
      if (level === undefined || level === last) return
      last = level
      requestAnimationFrame(() => notePainted(level, performance.timeOrigin + performance.now()))
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
    look()
  })
  return level => {
    const at = seen.get(level)
    if (at === undefined) throw new Error(`The popup never showed the level ${level}.`)
    return at
  }
}

/** Notes when the button with this test id is clicked next. The answer waits for that click. */
export async function watchClick(page: Page, testId: string): Promise<() => Promise<number>> {
  let resolve: (at: number) => void = () => undefined
  const clicked = new Promise<number>(settle => {
    resolve = settle
  })
  await page.exposeFunction('noteClick', (at: number) => resolve(at))
  await page.evaluate(id => {
    const { noteClick } = window as unknown as { noteClick(at: number): void }
    const isIt = (event: Event) =>
      event.target instanceof Element && event.target.closest(`[data-testid=${id}]`) !== null
    document.addEventListener(
      'click',
      event => {
        if (isIt(event)) noteClick(performance.timeOrigin + event.timeStamp)
      },
      { capture: true },
    )
  }, testId)
  return () => clicked
}

export interface Reached {
  submitted: number
  accepted: number
  preconfirmed: number
  sealed: number
}

/** When the newest journal row reached each level, by the journal itself. */
export async function readJournal(page: Page): Promise<Reached> {
  const history = await page.evaluate(
    () =>
      new Promise<{ level: string; at: number }[]>((resolve, reject) => {
        const opening = indexedDB.open('prelude')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('transactions').objectStore('transactions').getAll()
          reading.onerror = () => reject(reading.error)
          reading.onsuccess = () => {
            opening.result.close()
            const rows: { createdAt: number; history: { level: string; at: number }[] }[] = reading.result
            resolve(rows.toSorted((a, b) => b.createdAt - a.createdAt)[0]?.history ?? [])
          }
        }
      }),
  )
  const at = (level: string): number => {
    const entry = history.find(candidate => candidate.level === level)
    if (!entry) throw new Error(`The journal says nothing of the level ${level}.`)
    return entry.at
  }
  return {
    submitted: at('submitted'),
    accepted: at('accepted'),
    preconfirmed: at('preconfirmed'),
    sealed: at('sealed'),
  }
}

/** How long pushes took from the worker to the screen of this page, by its own `push-to-paint` measures. */
export async function readPushToPaint(page: Page): Promise<{ count: number; median: number; slowest: number }> {
  const durations = await page.evaluate(() =>
    performance.getEntriesByName('push-to-paint').map(entry => entry.duration),
  )
  const sorted = durations.toSorted((a, b) => a - b)
  const median = higherMedian(sorted)
  const slowest = sorted.at(-1)
  if (median === undefined || slowest === undefined) throw new Error('No push was painted.')
  return { count: sorted.length, median, slowest }
}
