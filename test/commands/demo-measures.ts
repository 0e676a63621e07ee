import type { Page } from '@playwright/test'
import { higherMedian } from '../../lib/base/median.ts'
import { openRows } from '../open-rows.ts'

/**
 * Figures that the demo and the benchmarks read out of the wallet's own pages. All times are milliseconds since the
 * epoch.
 */

/** When each level of the newest transaction was painted. @throws Error for a level that was not */
export type Painted = (level: string) => Promise<number>

/** Notes, from now on, when the popup's first track shows a new level. */
export async function watchLevels(popup: Page): Promise<Painted> {
  await popup.evaluate(() => {
    const paintedAt: Record<string, number> = {}
    Object.assign(window, { paintedAt })
    const look = () => {
      const level = document.querySelector<HTMLElement>('[data-testid=track]')?.dataset.level
      if (level === undefined || level in paintedAt) return
      paintedAt[level] = 0
      requestAnimationFrame(() => {
        paintedAt[level] = performance.timeOrigin + performance.now()
      })
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
    look()
  })
  return async wanted => {
    const at = await popup.evaluate(level => {
      const { paintedAt } = window as unknown as { paintedAt: Record<string, number> }
      return paintedAt[level]
    }, wanted)
    if (!at) throw new Error(`The popup never showed the level ${wanted}.`)
    return at
  }
}

/**
 * Notes when the button with this test id is clicked next. The answer waits for that click. It is kept where another
 * page of the wallet finds it, because the click may close its own.
 * @param other a page of the wallet that stays
 */
export async function watchClick(page: Page, testId: string, other: Page): Promise<() => Promise<number>> {
  await page.evaluate(async id => {
    await chrome.storage.session.remove('clickedAt')
    const isIt = (event: Event) =>
      event.target instanceof Element && event.target.closest(`[data-testid=${id}]`) !== null
    const note = (event: Event) => {
      if (isIt(event)) void chrome.storage.session.set({ clickedAt: performance.timeOrigin + event.timeStamp })
    }
    document.addEventListener('click', note, { capture: true })
  }, testId)
  return () =>
    other.evaluate(
      () =>
        new Promise<number>(resolve => {
          const look = async () => {
            const { clickedAt } = await chrome.storage.session.get<{ clickedAt?: number }>('clickedAt')
            if (clickedAt !== undefined) resolve(clickedAt)
          }
          chrome.storage.session.onChanged.addListener(() => void look())
          void look()
        }),
    )
}

export interface Reached {
  submitted: number
  accepted: number
  preconfirmed: number
  sealed: number
}

/** When the newest journal row reached each level, by the journal itself. */
export async function readJournal(page: Page): Promise<Reached> {
  const rows = await openRows<{ createdAt: number; history: { level: string; at: number }[] }>(page, 'transactions')
  const history = rows.toSorted((a, b) => b.createdAt - a.createdAt)[0]?.history ?? []
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
