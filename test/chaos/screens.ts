import type { Page } from '@playwright/test'
import type { Hash } from 'viem'

/** A row of a screen has just begun to say this of its transaction. */
export interface Shown {
  hash: Hash
  /** A level, or how it ended; `null`: the row is no longer there. */
  state: string | null
  /** Milliseconds since the epoch. */
  at: number
}

/** The two balances of a screen, in wei, as they have just become. */
export interface ShownBalance {
  sealed: string
  pending: string
  at: number
}

/** Everything that a screen said. */
export interface Screen {
  rows: Shown[]
  balances: ShownBalance[]
}

/** Keeps, from now on, everything that this page says of transactions and balances. */
export async function recordScreen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shown: Screen = { rows: [], balances: [] }
    Object.assign(window, { shown })
    const last = new Map<string, string>()
    const look = () => {
      const at = performance.timeOrigin + performance.now()
      const there = new Set<string>()
      for (const row of document.querySelectorAll<HTMLElement>('[data-testid=transaction-row]')) {
        const { hash, level, ended } = row.dataset
        const state = ended ?? level
        if (hash === undefined || state === undefined) continue
        there.add(hash)
        if (last.get(hash) === state) continue
        last.set(hash, state)
        shown.rows.push({ hash: hash as Hash, state, at })
      }
      for (const hash of last.keys()) {
        if (there.has(hash)) continue
        last.delete(hash)
        shown.rows.push({ hash: hash as Hash, state: null, at })
      }
      const { sealed } = document.querySelector<HTMLElement>('[data-testid=balance]')?.dataset ?? {}
      const { pending } = document.querySelector<HTMLElement>('[data-testid=pending-balance]')?.dataset ?? {}
      const before = shown.balances.at(-1)
      const isNews = before?.sealed !== sealed || before?.pending !== pending
      if (sealed !== undefined && pending !== undefined && isNews) shown.balances.push({ sealed, pending, at })
    }
    const attributeFilter = ['data-level', 'data-ended', 'data-hash', 'data-sealed', 'data-pending']
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributeFilter })
    look()
  })
}

export function shownOn(page: Page): Promise<Screen> {
  return page.evaluate(() => (window as unknown as { shown: Screen }).shown)
}
