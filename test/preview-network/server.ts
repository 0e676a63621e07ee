import { once } from 'node:events'
import { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { Clock } from './clock.ts'
import type { Contracts } from './contracts/index.ts'
import { developerMethods } from './developer-methods.ts'
import type { Dispatch } from './envelope.ts'
import { explorerRoutes } from './explorer/index.ts'
import type { ExplorerChain } from './explorer-chain.ts'
import { createFaucet } from './faucet.ts'
import { routes } from './http.ts'
import { createMethods } from './methods.ts'
import { misbehaving } from './misbehaviour.ts'
import type { Options } from './options.ts'
import { methodNotFound } from './rpc-error.ts'
import type { Service } from './service.ts'
import { serveSockets } from './sockets.ts'

export interface RunningServer {
  /** As it is written in a URL. */
  host: string
  port: number
  close(): Promise<void>
}

/** Everything a client can reach, on one port. */
export async function serve(service: Service, clock: Clock, contracts: Contracts): Promise<RunningServer> {
  const { options, faults } = service
  const dispatch = misbehaving(dispatcher(service, clock), faults)
  const faucet = createFaucet(service, contracts.testDollar, Date.now)
  const explorer = explorerRoutes(explorerChain(service, dispatch, contracts))
  const { fetch } = routes({ dispatch, faucet, faults, explorer, ticks: service.ticks, options })
  const server = createAdaptorServer({ fetch })
  if (!(server instanceof Server)) throw new Error('the HTTP server is of an unexpected kind')
  const sockets = serveSockets(server, service, dispatch)
  const port = await listen(server, options)
  return {
    host: options.host.includes(':') ? `[${options.host}]` : options.host,
    port,
    async close() {
      sockets.close()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function dispatcher(service: Service, clock: Clock): Dispatch {
  const methods = new Map(Object.entries(createMethods(service)))
  const developer = new Map(Object.entries(service.options.control ? developerMethods(service, clock) : {}))
  return (name, params, client) => {
    const method = methods.get(name) ?? (client.isLocal ? developer.get(name) : undefined)
    if (method === undefined) throw methodNotFound()
    return method(params, client)
  }
}

function explorerChain(service: Service, dispatch: Dispatch, knownContracts: Contracts): ExplorerChain {
  return {
    request: async (name, params) => dispatch(name, params, { isLocal: false }),
    levelsOf: service.levels.of,
    on: listener =>
      service.events.on(event => {
        if (event.kind === 'partial') listener({ kind: 'partial', number: event.number })
        if (event.kind === 'sealed') listener({ kind: 'sealed', number: BigInt(event.block.number) })
      }),
    knownContracts,
  }
}

async function listen(server: Server, { host, port }: Options): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the HTTP server has no port')
  return address.port
}
