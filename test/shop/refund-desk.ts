import { Hono } from 'hono'
import * as z from 'zod'
import type { Cashbook } from './cashbook.ts'
import { amountSchema, bodyOf, sendJson } from './request-schema.ts'

const refundSchema = z.object({ amount: amountSchema })

/** What has come in, and the way back: bounded by what was captured, to who paid it and nobody else. */
export function createRefundDesk(cashbook: Cashbook): Hono {
  const app = new Hono()
  app.get('/api/payments', context => sendJson(context, cashbook.list()))
  app.post('/api/payments/:id/refunds', async context => {
    const { amount } = await bodyOf(context, refundSchema, 'A refund names an amount.')
    return sendJson(context, await cashbook.refund(context.req.param('id'), amount))
  })
  return app
}
