import type { IncomingMessage } from 'node:http'
import { getConnInfo } from '@hono/node-server/conninfo'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { controlRoutes } from './control.ts'
import { answer, type Dispatch, encode, LostReply, methodsIn } from './envelope.ts'
import type { Faucet } from './faucet.ts'
import type { FaultState } from './faults.ts'
import { isLoopback } from './local.ts'
import type { GatewayTraits } from './modes.ts'
import type { Options } from './options.ts'
import type { Tick } from './production.ts'

/** Bytes of a request to the faucet, which holds an address. */
const largestDrip = 64 * 1024

/** A Hono application that gets Node's own request. */
export type App = Hono<{ Bindings: { incoming: IncomingMessage } }>

/** Returns every route of the service over HTTP. */
export function routes(parts: {
  dispatch: Dispatch
  faucet: Faucet
  faults: FaultState
  explorer: Hono
  ticks: readonly Tick[]
  options: Options
}): App {
  const { faucet, faults, options } = parts
  const app: App = new Hono()
  // Before CORS: web pages may not use these.
  if (options.control) app.route('/control', controlRoutes(faults, parts.ticks))
  app.use(cors({ origin: '*', allowMethods: ['GET', 'POST', 'OPTIONS'], maxAge: 600 }))
  app.use(
    bodyLimit({
      maxSize: options.traits.gateway.largestBody,
      // The rest of the body is not read: nothing more can come over this connection.
      onError: context => context.json(failure(-32021, 'request body too large'), 413, { connection: 'close' }),
    }),
  )
  addRpc(app, parts.dispatch, faults, options.traits.gateway)
  addFaucet(app, faucet, `/api/${options.faucetName}/faucet`)
  app.route('/explorer', parts.explorer)
  return app
}

function addRpc(app: App, dispatch: Dispatch, faults: FaultState, gateway: GatewayTraits): void {
  app.post('/', async context => {
    if (gateway.wantsPlainJson && context.req.header('content-type') !== 'application/json')
      return context.text('Unsupported Media Type', 415)
    const text = await context.req.text()
    const fault = faults.current.http === null ? null : faults.httpFailure(methodsIn(text))
    if (fault !== null) {
      if (fault.retryAfterSeconds !== undefined) context.header('retry-after', String(fault.retryAfterSeconds))
      const body = gatewayFailures[fault.status]
      return typeof body === 'string' ? context.html(body, fault.status) : context.json(body, fault.status)
    }
    try {
      const isLocal = isLoopback(getConnInfo(context).remote.address)
      const client = { isLocal, backend: faults.nextBackend() }
      const { batchFailure } = faults
      const { status, body } = await answer(text, { dispatch, client, gateway, batchFailure })
      if (body === undefined) return context.body(null, 204)
      context.header('content-type', 'application/json')
      return context.body(encode(body), status === 204 ? 200 : status)
    } catch (error) {
      if (!(error instanceof LostReply)) throw error
      context.env.incoming.socket.destroy()
      return RESPONSE_ALREADY_SENT
    }
  })
}

/** Answers of the gateway in front of the real nodes when it does not let a call through, by HTTP status. */
const gatewayFailures = {
  429: failure(-32016, 'over rate limit'),
  503: failure(-32011, 'no backend is currently healthy to serve traffic'),
  403: failure(-32601, 'rpc method is not whitelisted'),
  502: '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
}

function failure(code: number, message: string) {
  return { jsonrpc: '2.0', id: null, error: { code, message } }
}

function addFaucet(app: App, faucet: Faucet, base: string): void {
  const small = bodyLimit({ maxSize: largestDrip, onError: context => context.json({ error: 'Body too large' }, 413) })
  app.post(`${base}/drip`, small, async context => {
    const { status, body } = await faucet.drip(await json(context.req.raw), getConnInfo(context).remote.address ?? '')
    return context.json(body, status)
  })
  app.post(`${base}/drip-usdv`, small, async context => {
    const client = getConnInfo(context).remote.address ?? ''
    const { status, body } = await faucet.dripDollars(await json(context.req.raw), client)
    return context.json(body, status)
  })
  app.get(`${base}/status`, async context => {
    const { status, body } = await faucet.status()
    return context.json(body, status)
  })
}

async function json(request: Request): Promise<unknown> {
  return request.json().catch(() => undefined)
}
