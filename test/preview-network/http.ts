import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { answer, type Dispatch } from './envelope.ts'
import type { Faucet } from './faucet.ts'
import type { Options } from './options.ts'

const largestBody = 10 * 1024 * 1024

/** Every route of the service over HTTP. */
export function routes(parts: {
  dispatch: Dispatch
  faucet: Faucet
  explorer: Hono | undefined
  options: Options
}): Hono {
  const { dispatch, faucet, explorer, options } = parts
  const app = new Hono()
  app.use(cors({ origin: '*', allowMethods: ['GET', 'POST', 'OPTIONS'], maxAge: 600 }))
  app.use(
    bodyLimit({
      maxSize: largestBody,
      onError: context =>
        context.json({ jsonrpc: '2.0', id: null, error: { code: -32021, message: 'request body too large' } }, 413),
    }),
  )
  app.post('/', async context => {
    const { status, body } = await answer(await context.req.text(), dispatch, {})
    return body === undefined ? context.body(null, 204) : context.json(body, status === 204 ? 200 : status)
  })

  const base = `/api/${options.faucetName}/faucet`
  app.post(`${base}/drip`, async context => {
    const { status, body } = await faucet.drip(await json(context.req.raw), getConnInfo(context).remote.address ?? '')
    return context.json(body, status)
  })
  for (const name of ['drip-usdv', 'drip-dollar']) {
    app.post(`${base}/${name}`, async context => {
      const client = getConnInfo(context).remote.address ?? ''
      const { status, body } = await faucet.dripDollars(await json(context.req.raw), client)
      return context.json(body, status)
    })
  }
  app.get(`${base}/status`, async context => context.json(await faucet.status()))
  if (explorer !== undefined) app.route('/explorer', explorer)
  return app
}

async function json(request: Request): Promise<unknown> {
  return request.json().catch(() => undefined)
}
