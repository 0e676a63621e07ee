import type { x402ResourceServer } from '@x402/core/server'
import { paymentMiddleware } from '@x402/hono'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { type Listening, listen } from './listen.ts'
import type { Pay } from './prices.ts'

/**
 * An API on another origin than the shop's pages, which call it all the same. `/open` lets them, as a service that
 * wants to be paid by browsers does; `/half` forgets to show them the payment headers; `/closed` refuses them (no CORS
 * at all).
 */
export async function startPartner(server: x402ResourceServer, pay: Pay, port: number): Promise<Listening> {
  const app = new Hono()
  app.use(
    '/open/*',
    cors({
      origin: '*',
      allowHeaders: ['content-type', 'payment-signature'],
      exposeHeaders: ['payment-required', 'payment-response'],
    }),
  )
  app.use('/half/*', cors({ origin: '*', allowHeaders: ['content-type'] }))
  const folders = ['open', 'half', 'closed']
  const beans = { accepts: pay('exact', '0.01'), description: 'Bean prices of the day', mimeType: 'application/json' }
  const roast = { accepts: pay('exact', '0.02'), description: 'A roast, to order', mimeType: 'application/json' }
  app.use(
    paymentMiddleware(
      Object.fromEntries(
        folders.flatMap(folder => [
          [`GET /${folder}/beans`, beans],
          [`POST /${folder}/roast`, roast],
        ]),
      ),
      server,
    ),
  )
  for (const folder of folders) {
    app.get(`/${folder}/beans`, context => context.json({ beans: ['First Light', 'Harbour', 'Night Shift'] }))
    app.post(`/${folder}/roast`, async context => {
      const order: unknown = await context.req.json().catch(() => null)
      return context.json({ roasted: order })
    })
  }
  return listen(app, port)
}
