import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { type Address, type Hash, isAddress, isHash } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { transformWithOxc } from 'vite'
import * as z from 'zod'
import { createOrders, type OrderStatus } from './orders.ts'
import { products } from './products.ts'

export interface Shop {
  /** Without a slash at the end. */
  url: string
  /** The account that gets paid. */
  merchant: Address
  close(): Promise<void>
}

export interface ShopOptions {
  chainId: number
  rpcUrl: string
  explorerUrl: string
  /** Default 0: any free one. A port in use is passed over for a free one. */
  port?: number
}

const orderSchema = z.object({
  product: z.string(),
  buyer: z.custom<Address>(value => typeof value === 'string' && isAddress(value, { strict: false })),
})
const paymentSchema = z.object({ hash: z.custom<Hash>(value => typeof value === 'string' && isHash(value)) })

/** A small merchant that sells coffee for test ETH, and believes only what it reads from the network itself. */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const merchant = privateKeyToAddress(generatePrivateKey())
  const orders = createOrders({ rpcUrl: options.rpcUrl, merchant })
  const app = new Hono()

  app.get('/', async context => context.html(await pageFile('index.html')))
  app.get('/shop.css', async context =>
    context.body(await pageFile('shop.css'), 200, { 'content-type': 'text/css; charset=utf-8' }),
  )
  app.get('/:name{[a-z-]+\\.js}', async context => {
    const name = context.req.param('name').replace(/\.js$/, '.ts')
    if (!pageScripts.has(name)) return context.notFound()
    const { code } = await transformWithOxc(await pageFile(name), name)
    return context.body(code.replaceAll(/(from ["']\.\/[a-z-]+)\.ts(?=["'])/g, '$1.js'), 200, {
      'content-type': 'text/javascript; charset=utf-8',
    })
  })

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

  const { server, port } = await listen(app, options.port ?? 0)
  return {
    url: `http://127.0.0.1:${port}`,
    merchant,
    close: () =>
      new Promise(resolve => {
        orders.close()
        if ('closeAllConnections' in server) server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const pageScripts = new Set(['shop.ts', 'wallets.ts'])

function pageFile(name: string): Promise<string> {
  return readFile(join(import.meta.dirname, 'page', name), 'utf8')
}

function isLast(status: OrderStatus): boolean {
  return status.status === 'paid' || status.status === 'refused'
}

type Server = ReturnType<typeof serve>

function listen(app: Hono, port: number): Promise<{ server: Server; port: number }> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, (address: AddressInfo) =>
      resolve({ server, port: address.port }),
    )
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' && port !== 0) resolve(listen(app, 0))
      else reject(error)
    })
  })
}
