import type { Page } from '@playwright/test'

/**
 * Asks the wallet's worker for one value that its pages show.
 * @param page one of the extension's own pages
 * @param slice name of the value, as `lib/language/slices.ts` has it
 * @returns the value as JSON; the caller checks it
 */
export function readSlice(page: Page, slice: string): Promise<unknown> {
  return page.evaluate(
    name =>
      new Promise<unknown>((resolve, reject) => {
        const port = chrome.runtime.connect({ name: 'ui' })
        port.onDisconnect.addListener(() => reject(new Error('The wallet’s worker ended.')))
        port.onMessage.addListener((message: { kind: string; name?: string; value?: unknown }) => {
          if (message.kind !== 'slice' || message.name !== name) return
          resolve(message.value)
          port.disconnect()
        })
        port.postMessage({ kind: 'subscribe', slices: [name] })
      }),
    slice,
  )
}

/** Calls a procedure of the wallet's worker that takes no input. Returns its answer; the caller checks it. */
export function callProcedure(page: Page, procedure: string): Promise<unknown> {
  return page.evaluate(
    name =>
      new Promise<unknown>((resolve, reject) => {
        const port = chrome.runtime.connect({ name: 'ui' })
        port.onDisconnect.addListener(() => reject(new Error('The wallet’s worker ended.')))
        port.onMessage.addListener((message: { kind: string; output?: unknown; failure?: unknown }) => {
          if (message.kind === 'result') resolve(message.output)
          else if (message.kind === 'failure') reject(new Error(JSON.stringify(message.failure)))
          else return
          port.disconnect()
        })
        port.postMessage({ kind: 'call', id: 1, procedure: name, input: {} })
      }),
    procedure,
  )
}
