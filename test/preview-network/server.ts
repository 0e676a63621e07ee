import { once } from 'node:events'
import { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { createHeadHistory, serviceOfBackend } from './backends.ts'
import type { Clock } from './clock.ts'
import type { Contracts } from './contracts/index.ts'
import { developerMethods } from './developer-methods.ts'
import type { Dispatch } from './envelope.ts'
import { PortTakenError } from './errors.ts'
import { explorerRoutes } from './explorer/index.ts'
import type { ExplorerChain } from './explorer-chain.ts'
import type { Faucet } from './faucet.ts'
import { type App, routes } from './http.ts'
import type { Method } from './method.ts'
import { createMethods } from './methods.ts'
import { createMiniBlocks } from './mini-blocks.ts'
import { misbehaving } from './misbehaviour.ts'
import { methodNotFound } from './rpc-error.ts'
import type { Service } from './service.ts'
import { serveSockets } from './sockets.ts'

/** The port of a network, on which nothing is answered before `serve` is called. */
export interface Door {
  /** The host as a URL writes it. */
  host: string
  port: number
  /** Answers requests and connections from now on. */
  serve(service: Service, parts: { clock: Clock; contracts: Contracts; faucet: Faucet }): void
  /** Ends all connections and gives the port back. */
  close(): Promise<void>
}

/**
 * Takes the port.
 * @throws {PortTakenError} when another program listens on it
 */
export async function openDoor({ host, port }: { host: string; port: number }): Promise<Door> {
  let inside: App | undefined
  const front: App = new Hono()
  front.all('*', context => inside?.fetch(context.req.raw, context.env) ?? context.text('starting', 503))
  const { fetch } = front
  const server = createAdaptorServer({ fetch })
  if (!(server instanceof Server)) throw new Error('the HTTP server is of an unexpected kind')
  const listening = await listen(server, host, port)
  let closeSockets = () => {}
  let closing: Promise<unknown> | undefined
  return {
    host: host.includes(':') ? `[${host}]` : host,
    port: listening,
    serve(service, { clock, contracts, faucet }) {
      const dispatch = misbehaving(dispatcher(service, clock), service)
      const explorer = explorerRoutes(explorerChain(service, dispatch, contracts))
      const { faults, options, ticks } = service
      inside = routes({ dispatch, faucet, faults, explorer, ticks, options })
      const hasMiniBlocks = options.traits.subscriptions === 'mini-blocks'
      const miniBlocksOf = hasMiniBlocks ? createMiniBlocks(service.events) : () => undefined
      closeSockets = serveSockets(server, service, dispatch, miniBlocksOf).close
    },
    async close() {
      closing ??= once(server, 'close')
      closeSockets()
      server.close()
      server.closeAllConnections()
      await closing
    },
  }
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new PortTakenError(host, port) : error
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the HTTP server has no port')
  return address.port
}

/** Returns what runs a method for a client: on the node behind the address that got the request. */
function dispatcher(service: Service, clock: Clock): Dispatch {
  const heads = createHeadHistory(service.events, Date.now)
  const developer = new Map(Object.entries(service.options.control ? developerMethods(service, clock) : {}))
  const main = new Map(Object.entries(createMethods(service)))
  const backends = new Map<number, ReadonlyMap<string, Method>>()

  function methodsOf(backend: number | undefined): ReadonlyMap<string, Method> {
    if (backend === undefined) return main
    const known = backends.get(backend)
    if (known !== undefined) return known
    const behind = serviceOfBackend(service, heads, () => service.faults.current.backends[backend], Date.now)
    const methods = new Map(Object.entries(createMethods(behind)))
    backends.set(backend, methods)
    return methods
  }

  return (name, params, client) => {
    const method = methodsOf(client.backend).get(name) ?? (client.isLocal ? developer.get(name) : undefined)
    if (method === undefined) throw methodNotFound(name)
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
