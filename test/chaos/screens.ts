import type { Page } from '@playwright/test'
import type { Hash } from 'viem'

/** A row of a screen has just begun to say this of its transaction. */
export interface Shown {
  hash: Hash
  /** A level, or how it ended. */
  state: string
  /** Milliseconds since the epoch. */
  at: number
}

interface Recorder {
  shownStates: Shown[]
}

/** Keeps, from now on, everything the rows of this page say. */
export async function recordScreen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shown: Shown[] = []
    Object.assign(window, { shownStates: shown })
    const last = new Map<string, string>()
    const look = () => {
      const at = performance.timeOrigin + performance.now()
      for (const row of document.querySelectorAll<HTMLElement>('[data-testid=transaction-row]')) {
        const { hash, level, ended } = row.dataset
        const state = ended ?? level
        if (hash === undefined || state === undefined || last.get(hash) === state) continue
        last.set(hash, state)
        shown.push({ hash: hash as Hash, state, at })
      }
    }
    const watched = { subtree: true, childList: true, attributeFilter: ['data-level', 'data-ended', 'data-hash'] }
    new MutationObserver(look).observe(document.body, watched)
    look()
  })
}

export function shownOn(page: Page): Promise<Shown[]> {
  return page.evaluate(() => (window as unknown as Recorder).shownStates)
}
