import type { Page } from '@playwright/test'

/** When what first stood painted on a page; milliseconds since the epoch. */
export interface Painted {
  /** By test id: usable, that is neither disabled nor without its value. */
  elements: Record<string, number>
  /** By hash of a transaction and level. */
  rows: Record<string, Record<string, number>>
}

/** Runs in the page, and sees nothing of this module. Dispatches `painted` on the window with each thing it notes. */
export function watchPainting(): void {
  const painted: Painted = { elements: {}, rows: {} }
  Object.assign(window, { painted })
  const wanted = {
    send: 'button[data-testid=send]:not([disabled])',
    balance: '[data-testid=balance][data-sealed]',
    reject: '[data-testid=reject]:not([aria-disabled=true])',
    unlock: '[data-testid=unlock]',
    firstRun: '[data-testid=first-run-import]',
  }
  /** The frame's callbacks run before its paint; a message queued here is delivered after it. */
  const afterPaint = (work: (at: number) => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        work(performance.timeOrigin + performance.now())
        dispatchEvent(new Event('painted'))
      }
      port2.postMessage(null)
    })
  const seen = new Set<string>()
  const once = (key: string, note: (at: number) => void) => {
    if (seen.has(key)) return
    seen.add(key)
    afterPaint(note)
  }
  const look = () => {
    for (const [name, selector] of Object.entries(wanted)) {
      if (document.querySelector(selector) === null) continue
      once(name, at => {
        painted.elements[name] = at
      })
    }
    for (const row of document.querySelectorAll<HTMLElement>('[data-testid=transaction-row]')) {
      const { hash = '', level = '' } = row.dataset
      once(`${hash} ${level}`, at => {
        painted.rows[hash] = { ...painted.rows[hash], [level]: at }
      })
    }
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
  // It may have come after what it looks for.
  look()
}

/** The time at which the page had painted this, once it has. */
export function paintedAt(page: Page, ...path: ['elements', string] | ['rows', string, string]): Promise<number> {
  return page
    .waitForFunction(steps => {
      const { painted } = window as unknown as { painted: Painted }
      const [kind, first, second] = steps
      return kind === 'rows' ? painted.rows[first ?? '']?.[second ?? ''] : painted.elements[first ?? '']
    }, path)
    .then(async handle => (await handle.jsonValue()) ?? Number.NaN)
}
