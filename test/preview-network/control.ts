import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import { type Hash, isHash } from 'viem'
import { z } from 'zod'
import { misbehaviourChangesSchema } from './fault-schema.ts'
import type { Faults } from './faults.ts'
import { isLoopback } from './local.ts'
import type { Tick } from './production.ts'

const fate = z.enum(['waiting', 'forgotten']).default('forgotten')
const blocks = z.int().min(1).max(256)

/** The orders of one request, carried out in this order. */
export const orderSchema = z.strictObject({
  clear: z.literal(true).optional(),
  set: misbehaviourChangesSchema.optional(),
  dropSockets: z.literal(true).optional(),
  revoke: z
    .strictObject({ hash: z.custom<Hash>(value => typeof value === 'string' && isHash(value)), fate })
    .optional(),
  reorganise: z.strictObject({ blocks, fate }).optional(),
  abandon: z.strictObject({ blocks, fate }).optional(),
  /** Wei per gas. */
  spikeBaseFee: z.union([z.int().nonnegative(), z.string().regex(/^\d+$/)]).optional(),
  reset: z.literal(true).optional(),
})

/** Returns the faults over HTTP, and the last ticks; for clients on this machine only. */
export function controlRoutes(faults: Faults, ticks: readonly Tick[]): Hono {
  const app = new Hono()
  app.use(async (context, next) => {
    if (!isLoopback(getConnInfo(context).remote.address)) return context.json({ error: 'only from this machine' }, 403)
    // A web page cannot send JSON to another origin without a preflight, which is not answered.
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
  if (order.abandon !== undefined) await faults.abandon(order.abandon.blocks, order.abandon.fate)
  if (order.spikeBaseFee !== undefined) await faults.spikeBaseFee(BigInt(order.spikeBaseFee))
  if (order.reset) await faults.reset()
}
