import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { type Address, type Hash, isAddress, isHash } from 'viem'
import * as z from 'zod'
import { createOrders, type OrderStatus } from './orders.ts'
import { products } from './products.ts'

const orderSchema = z.object({
  product: z.string(),
  buyer: z.custom<Address>(value => typeof value === 'string' && isAddress(value, { strict: false })),
})
const paymentSchema = z.object({ hash: z.custom<Hash>(value => typeof value === 'string' && isHash(value)) })

/** Coffee for test ETH: an order, the transaction that pays it, and how far that has got. */
export function createCoffee(
  options: { chainId: number; rpcUrl: string; explorerUrl: string },
  merchant: Address,
): { app: Hono; close(): void } {
  const orders = createOrders({ rpcUrl: options.rpcUrl, merchant })
  const app = new Hono()
  app.get('/api/shop', context =>
    context.json({
      chainId: options.chainId,
      rpcUrl: options.rpcUrl,
      explorerUrl: options.explorerUrl,
      merchant,
      products: products.map(product => ({ ...product, price: product.price.toString() })),
    }),
  )
  app.post('/api/orders', async context => {
    const body = orderSchema.safeParse(await context.req.json().catch(() => null))
    const product = products.find(candidate => candidate.id === body.data?.product)
    if (!body.success || !product) return context.json({ error: 'An order names a product and a buyer.' }, 400)
    const order = orders.place(product, body.data.buyer)
    return context.json({ id: order.id, to: merchant, value: `0x${product.price.toString(16)}` }, 201)
  })
  app.post('/api/orders/:id/payment', async context => {
    const body = paymentSchema.safeParse(await context.req.json().catch(() => null))
    if (!body.success) return context.json({ error: 'A payment names its transaction hash.' }, 400)
    const outcome = orders.pay(context.req.param('id'), body.data.hash)
    if (outcome === 'unknown-order') return context.json({ error: 'No such order.' }, 404)
    if (outcome === 'already-used') return context.json({ error: 'That transaction paid another order.' }, 409)
    return context.json({ status: outcome }, 202)
  })
  app.get('/api/orders/:id', context => {
    const status = orders.status(context.req.param('id'))
    return status ? context.json(status) : context.json({ error: 'No such order.' }, 404)
  })
  app.get('/api/orders/:id/events', context => {
    const id = context.req.param('id')
    if (!orders.status(id)) return context.json({ error: 'No such order.' }, 404)
    return streamSSE(context, async stream => {
      await new Promise<void>(resolve => {
        let chain: Promise<unknown> = Promise.resolve()
        const unfollow = orders.follow(id, status => {
          chain = chain.then(() => stream.writeSSE({ data: JSON.stringify(status) }))
          if (isLast(status)) void chain.then(finish)
        })
        const finish = () => {
          unfollow()
          resolve()
        }
        stream.onAbort(finish)
      })
    })
  })
  return { app, close: orders.close }
}

function isLast(status: OrderStatus): boolean {
  return status.status === 'paid' || status.status === 'refused'
}
