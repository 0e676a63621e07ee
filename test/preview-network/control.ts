import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import { type Hash, isHash } from 'viem'
import { z } from 'zod'
import { type Faults, misbehaviourChangesSchema } from './faults.ts'
import { isLoopback } from './local.ts'
import type { Tick } from './production.ts'

const fate = z.enum(['waiting', 'forgotten']).default('forgotten')

/** What a request may ask for; it is done in this order. */
const orderSchema = z.strictObject({
  clear: z.literal(true).optional(),
  set: misbehaviourChangesSchema.optional(),
  dropSockets: z.literal(true).optional(),
  revoke: z
    .strictObject({ hash: z.custom<Hash>(value => typeof value === 'string' && isHash(value)), fate })
    .optional(),
  reorganise: z.strictObject({ blocks: z.int().min(1).max(256), fate }).optional(),
  reset: z.literal(true).optional(),
})

/** The faults over HTTP, and how the last ticks went, for who sits at this machine. */
export function controlRoutes(faults: Faults, ticks: readonly Tick[]): Hono {
  const app = new Hono()
  app.use(async (context, next) => {
    if (!isLoopback(getConnInfo(context).remote.address)) return context.json({ error: 'only from this machine' }, 403)
    // Not what a web page can send without asking first.
    const isJson = context.req.header('content-type')?.startsWith('application/json') ?? false
    if (context.req.method === 'POST' && !isJson) return context.json({ error: 'not JSON' }, 415)
    return next()
  })
  app.get('/ticks', context => context.json(ticks))
  app.get('/faults', context => context.json(faults.current))
  app.post('/faults', async context => {
    const order = orderSchema.safeParse(await context.req.json().catch(() => undefined))
    if (!order.success) return context.json({ error: z.prettifyError(order.error) }, 400)
    try {
      await carryOut(faults, order.data)
    } catch (error) {
      return context.json({ error: error instanceof Error ? error.message : String(error) }, 409)
    }
    return context.json(faults.current)
  })
  return app
}

async function carryOut(faults: Faults, order: z.output<typeof orderSchema>): Promise<void> {
  if (order.clear) faults.clear()
  if (order.set !== undefined) faults.set(order.set)
  if (order.dropSockets) faults.dropSockets()
  if (order.revoke !== undefined) await faults.revoke(order.revoke.hash, order.revoke.fate)
  if (order.reorganise !== undefined) await faults.reorganise(order.reorganise.blocks, order.reorganise.fate)
  if (order.reset) await faults.reset()
}
