import { browser } from 'wxt/browser'
import * as z from 'zod/mini'
import { buildPaymentMessage } from '@/lib/messaging/http402'
import type { BuiltPayment } from '@/lib/payments/http402/plan'
import type { Http402Parts } from '@/lib/payments/http402/types'

const builtSchema = z.object({
  accepted: z.int(),
  payload: z.string(),
  extensions: z.nullable(z.string()),
  typedData: z.array(z.string()),
})

let last: Promise<unknown> = Promise.resolve()

/**
 * Builds a payment in an offscreen document, because the payment packages are too large for the worker. The browser
 * allows one such document at a time.
 * @throws Error in Firefox, which has no offscreen documents, and when the packages cannot build the payment
 */
export const buildUnseen: Http402Parts['build'] = wanted => {
  const turn = last.then(
    () => build(wanted),
    () => build(wanted),
  )
  last = turn
  return turn
}

async function build(wanted: Parameters<Http402Parts['build']>[0]): Promise<BuiltPayment> {
  if (browser.offscreen === undefined) throw new Error('no document to build in')
  await browser.offscreen.createDocument({
    url: '/payment-builder.html',
    reasons: ['WORKERS'],
    justification: 'Builds payments with published packages that are too large for the service worker.',
  })
  try {
    return builtSchema.parse(await browser.runtime.sendMessage({ kind: buildPaymentMessage, wanted }))
  } finally {
    await browser.offscreen.closeDocument()
  }
}
