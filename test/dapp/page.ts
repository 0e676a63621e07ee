import type { Frame, Page } from '@playwright/test'
import { z } from 'zod'

/** What a page that speaks plain EIP-1193 does with the provider. */

const answerSchema = z.union([
  z.strictObject({ result: z.unknown() }),
  z.strictObject({
    error: z.object({ code: z.unknown(), message: z.unknown(), data: z.unknown().optional() }),
    isError: z.boolean(),
  }),
])
export type Answer = z.infer<typeof answerSchema>

export const providerEvents = ['connect', 'disconnect', 'chainChanged', 'accountsChanged', 'message'] as const

interface Provider {
  request(call: unknown): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): unknown
}

/** What `meet` leaves in the page for the functions here, which run in it. */
interface Met {
  provider: Provider
  heard: { event: string; payload: unknown }[]
}
declare global {
  interface Window {
    met: Met
  }
}

/** Finds the provider as a page does (EIP-6963), and listens to every event from then on. */
export async function meet(page: Page | Frame): Promise<void> {
  await page.evaluate(async events => {
    const provider = await new Promise<Provider>(resolve => {
      window.addEventListener('eip6963:announceProvider', event =>
        resolve((event as unknown as { detail: { provider: Provider } }).detail.provider),
      )
      window.dispatchEvent(new Event('eip6963:requestProvider'))
    })
    const heard: Met['heard'] = []
    for (const event of events) provider.on(event, payload => heard.push({ event, payload }))
    window.met = { provider, heard }
  }, providerEvents)
}

/**
 * Calls the provider; resolves with what came back, thrown or not. Parameters travel as JSON, as they would leave the
 * page.
 */
export async function ask(page: Page | Frame, method: unknown, params?: unknown): Promise<Answer> {
  const text = await page.evaluate(async call => {
    const request: unknown = JSON.parse(call)
    try {
      return JSON.stringify({ result: (await window.met.provider.request(request)) ?? null })
    } catch (error) {
      const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown }
      return JSON.stringify({ error: { code, message, data }, isError: error instanceof Error })
    }
  }, JSON.stringify({ method, params }))
  return answerSchema.parse(JSON.parse(text))
}

/** The result, or a failure that names the error. */
export async function resultOf(page: Page | Frame, method: string, params?: unknown): Promise<unknown> {
  const answer = await ask(page, method, params)
  if ('error' in answer) throw new Error(`${method}: ${JSON.stringify(answer.error)}`)
  return answer.result
}

/** Payloads of one event so far, in order. */
export function heard(page: Page | Frame, event: (typeof providerEvents)[number]): Promise<unknown[]> {
  return page.evaluate(
    wanted => window.met.heard.filter(each => each.event === wanted).map(({ payload }) => payload),
    event,
  )
}

const messagesSchema = z.array(
  z.object({
    type: z.literal('eth_subscription'),
    data: z.object({ subscription: z.string(), result: z.looseObject({}) }),
  }),
)

/** What a subscription has brought the page so far, in order. */
export async function itemsOf(page: Page | Frame, subscription: unknown): Promise<Record<string, unknown>[]> {
  const messages = messagesSchema.parse(await heard(page, 'message'))
  return messages.filter(({ data }) => data.subscription === subscription).map(({ data }) => data.result)
}
