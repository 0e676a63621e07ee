import type { Page } from '@playwright/test'
import type { Lifetime } from '../commands/lifetime.ts'
import { startLocalEndpoint } from '../local-endpoint.ts'
import type { RawPage } from '../raw-browser.ts'

/** Pages of a site, and what is measured inside them: the same in every browser. */

/** A page of any tool that runs a function there; the function sees nothing but its argument. */
export type InPage = Pick<RawPage, 'run'>

/** A page of Playwright's, as the functions that run in pages want it. */
export const inPage = (page: Page): InPage => ({
  run: (work, argument) => page.evaluate(`(${work})(${JSON.stringify(argument)})`),
})

/** Serves the pages. Resolves with their addresses: a host of its own is a site of its own, in a process of its own. */
export async function startPages(lifetime: Lifetime): Promise<(host: string, frames?: number) => string> {
  const body = '<h1>A page</h1><p>Some words.</p>'
  const endpoint = await startLocalEndpoint({
    http(_body, response, { url = '/' }) {
      const count = Number(/frames=(\d+)/.exec(url)?.[1] ?? 0)
      const inner = '<iframe src="/"></iframe>'.repeat(count)
      // Isolated, so that its clock tells 5 µs apart instead of 100.
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      })
      response.end(`<!doctype html><html lang="en"><title>A page</title>${body}${inner}</html>`)
    },
  })
  lifetime.onEnd(() => endpoint.close())
  const { port } = new URL(endpoint.url)
  return (host, count = 0) => `http://${host}.localhost:${port}/?frames=${count}`
}

/** Resolves when the page and its frames are there, in ms. */
export async function loaded(page: InPage, url: string): Promise<number> {
  for (;;) {
    const took = await page
      .run(
        wanted =>
          new Promise<number | null>(resolve => {
            const told = () => {
              const [navigation] = performance.getEntriesByType('navigation')
              return navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : 0
            }
            if (location.href !== wanted) resolve(null)
            else if (told() > 0) resolve(told())
            // Its end is written down once the listeners of the event are through.
            else window.addEventListener('load', () => setTimeout(() => resolve(told())))
          }),
        url,
      )
      // The page before this one went away under the question.
      .catch(() => null)
    if (took !== null) return took
  }
}

/** How long so many requests of the page, one after the other, took each. */
export function fetchAgain(page: InPage, times: number): Promise<number[]> {
  return page.run(async count => {
    const took: number[] = []
    for (let index = 0; index < count; index++) {
      const startedAt = performance.now()
      const response = await fetch(`/?request=${index}`)
      await response.text()
      took.push(performance.now() - startedAt)
    }
    return took
  }, times)
}

/** How long so many `eth_chainId`, one after the other, took each. */
export function ask(page: InPage, times: number): Promise<number[]> {
  return page.run(async count => {
    interface Provider {
      request(call: { method: string }): Promise<unknown>
    }
    const provider = await new Promise<Provider>(resolve => {
      const take = (event: Event) => resolve((event as CustomEvent<{ provider: Provider }>).detail.provider)
      window.addEventListener('eip6963:announceProvider', take, { once: true })
      window.dispatchEvent(new Event('eip6963:requestProvider'))
    })
    const took: number[] = []
    for (let index = 0; index < count; index++) {
      const startedAt = performance.now()
      await provider.request({ method: 'eth_chainId' })
      took.push(performance.now() - startedAt)
    }
    return took
  }, times)
}

/** The same of the worker that does nothing else. */
export function askLeast(page: InPage): Promise<number> {
  return page.run(async () => {
    const startedAt = performance.now()
    const answered = new Promise(resolve => window.addEventListener('least:answer', resolve, { once: true }))
    window.dispatchEvent(new Event('least:ask'))
    await answered
    return performance.now() - startedAt
  }, null)
}
