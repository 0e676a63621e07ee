import { browser } from 'wxt/browser'
import * as z from 'zod/mini'
import type { FaultLog } from '@/lib/faults/fault-log'
import { faultNatureSchema } from '@/lib/messaging/faults'
import { buildPaymentMessage } from '@/lib/messaging/http402'
import type { BuiltPayment } from '@/lib/payments/http402/plan'
import type { Http402Parts } from '@/lib/payments/http402/types'

const builtSchema = z.object({
  accepted: z.int(),
  payload: z.string(),
  extensions: z.nullable(z.string()),
  typedData: z.array(z.string()),
})
const answerSchema = z.union([z.object({ fault: faultNatureSchema }), builtSchema])

/**
 * Builds payments in an offscreen document, because the payment packages are too large for the worker. The browser
 * allows one such document at a time. A failure there is noted in the log.
 * @returns a function that throws an Error in Firefox, which has no offscreen documents, and when the packages cannot
 *   build the payment
 */
export function createUnseenBuilder(faults: Pick<FaultLog, 'note'>): Http402Parts['build'] {
  let last: Promise<unknown> = Promise.resolve()

  async function build(wanted: Parameters<Http402Parts['build']>[0]): Promise<BuiltPayment> {
    if (browser.offscreen === undefined) throw new Error('no document to build in')
    await browser.offscreen.createDocument({
      url: '/payment-builder.html',
      reasons: ['WORKERS'],
      justification: 'Builds payments with published packages that are too large for the service worker.',
    })
    try {
      const answer = answerSchema.parse(await browser.runtime.sendMessage({ kind: buildPaymentMessage, wanted }))
      if (!('fault' in answer)) return answer
      faults.note('payment-builder', answer.fault)
      throw new Error('the payment could not be built')
    } finally {
      await browser.offscreen.closeDocument()
    }
  }

  return wanted => {
    const turn = last.then(
      () => build(wanted),
      // Who asked before has that error.
      () => build(wanted),
    )
    last = turn
    return turn
  }
}
