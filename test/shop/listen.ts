import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'

export interface Listening {
  /** Without a slash at the end. */
  url: string
  close(): Promise<void>
}

/** Serves an application on the loopback address; a port in use is passed over for a free one. 0 takes any free one. */
export async function listen(app: Hono, port: number): Promise<Listening> {
  const { server, port: taken } = await open(app, port)
  return {
    url: `http://127.0.0.1:${taken}`,
    close: () =>
      new Promise(resolve => {
        if ('closeAllConnections' in server) server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

type Server = ReturnType<typeof serve>

function open(app: Hono, port: number): Promise<{ server: Server; port: number }> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, (address: AddressInfo) =>
      resolve({ server, port: address.port }),
    )
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' && port !== 0) resolve(open(app, 0))
      else reject(error)
    })
  })
}
