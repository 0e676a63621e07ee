import { randomBytes } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { answer, type Dispatch, encode } from './envelope.ts'
import { createHeadStream } from './heads.ts'
import { isLoopback } from './local.ts'
import type { Client } from './method.ts'
import type { MiniBlockSpan } from './mini-blocks.ts'
import { noticesOf } from './notices.ts'
import { methodNotFound, RpcError } from './rpc-error.ts'
import type { Service } from './service.ts'
import { type Selection, selection } from './subscriptions.ts'

/** Bytes that may wait for one slow reader before its connection is ended. */
const mostBuffered = 4 * 1024 * 1024
const largestMessage = 10 * 1024 * 1024

export interface Sockets {
  close(): void
}

interface Subscription {
  /** The parameters it was made with, as JSON. */
  params: string
  select: Selection
}

/** JSON-RPC over WebSocket on the port of the HTTP server: calls and subscriptions on one connection. */
export function serveSockets(
  server: Server,
  service: Service,
  dispatch: Dispatch,
  miniBlocksOf: (blockNumber: bigint) => MiniBlockSpan | undefined,
): Sockets {
  const { faults, options } = service
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: largestMessage })
  const subscriptions = new Map<WebSocket, Map<string, Subscription>>()
  const addresses = new Map<WebSocket, string | undefined>()
  const headStream = createHeadStream()
  const offered = offeredMethods(dispatch, options.traits.socketMethods)

  const off = service.events.on(event => {
    // After a reset no subscription is valid, and the real network ends the connections too.
    if (event.kind === 'reset') drop()
    const ofHeads = (heads: string[]) => headStream(heads, faults.current.heads)
    const notices = noticesOf(event, service, { ofHeads, miniBlocksOf })
    for (const [socket, wanted] of subscriptions) {
      for (const [id, { select }] of wanted) {
        for (const result of select(notices)) send(socket, notification(id, result))
      }
    }
  })

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (faults.current.webSocket === 'refused') refuse(stream, '405 Method Not Allowed')
    else if (pathname !== '/' && pathname !== '/ws') refuse(stream, '404 Not Found')
    else if (connectionsOf(request) >= mostConnections()) refuse(stream, '429 Too Many Requests')
    else webSockets.handleUpgrade(request, stream, head, socket => welcome(socket, request))
  })

  const mostConnections = () => faults.current.socketLimits?.connections ?? Number.POSITIVE_INFINITY
  const connectionsOf = ({ socket: { remoteAddress } }: IncomingMessage) =>
    [...addresses.values()].filter(address => address === remoteAddress).length

  function welcome(socket: WebSocket, request: IncomingMessage): void {
    const own = new Map<string, Subscription>()
    subscriptions.set(socket, own)
    addresses.set(socket, request.socket.remoteAddress)
    let heardAt: number[] = []
    const isLocal = isLoopback(request.socket.remoteAddress)
    const idle = closeWhenIdle(socket, options.socketIdleMs)
    socket.on('message', data => {
      idle.heard()
      const push = (id: string, result: string) => send(socket, notification(id, result))
      const client: Client = { isLocal, backend: faults.nextBackend(), socket: subscriber(own, service, push) }
      const { batchFailure } = faults
      heardAt = [...heardAt.filter(at => at > Date.now() - 1000), Date.now()]
      const isTooMany = heardAt.length > (faults.current.socketLimits?.messagesPerSecond ?? heardAt.length)
      answer(String(data), {
        dispatch: isTooMany ? refused : offered,
        client,
        gateway: options.traits.gateway,
        batchFailure,
      }).then(
        ({ body }) => body !== undefined && send(socket, encode(body)),
        () => socket.terminate(),
      )
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      idle.stop()
      subscriptions.delete(socket)
      addresses.delete(socket)
    })
  }

  function send(socket: WebSocket, text: string): void {
    if (socket.readyState !== socket.OPEN || faults.current.silentSockets) return
    if (socket.bufferedAmount > mostBuffered) socket.terminate()
    else socket.send(text)
  }

  function drop(): void {
    for (const socket of webSockets.clients) socket.terminate()
  }

  faults.onDrop(drop)

  return {
    close() {
      off()
      drop()
      webSockets.close()
    },
  }
}

/** Subscribing and unsubscribing on one connection, within the network's limits. */
function subscriber(
  own: Map<string, Subscription>,
  service: Service,
  push: (id: string, result: string) => void,
): Client['socket'] {
  const { mostSubscriptions } = service.options.traits
  return {
    subscribe(params) {
      const select = selection(params, service)
      const text = JSON.stringify(params)
      if (mostSubscriptions !== undefined) {
        if ([...own.values()].some(each => each.params === text)) throw new RpcError(-32600, 'already subscribed')
        if (own.size >= mostSubscriptions) throw new RpcError(-32005, 'too many subscriptions')
      }
      const id = `0x${randomBytes(16).toString('hex')}`
      own.set(id, { params: text, select })
      // Whether the node is behind is told at once, after the id.
      if (params[0] === 'syncing') setImmediate(push, id, 'false')
      return id
    },
    unsubscribe: id => own.delete(id),
  }
}

const refused: Dispatch = async () => {
  throw new RpcError(-32005, 'rate limit exceeded')
}

/** @param methods the only ones that connections offer; undefined: all */
function offeredMethods(dispatch: Dispatch, methods: readonly string[] | undefined): Dispatch {
  if (methods === undefined) return dispatch
  return async (method, params, client) => {
    if (!methods.includes(method)) throw methodNotFound(method)
    return dispatch(method, params, client)
  }
}

/** Closes a connection on which the client has said nothing for this many milliseconds; 0: never. */
function closeWhenIdle(socket: WebSocket, ms: number): { heard(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  const heard = () => {
    stop()
    if (ms > 0) timer = setTimeout(() => socket.close(1000, 'idle'), ms)
  }
  heard()
  return { heard, stop }
}

function notification(id: string, result: string): string {
  return `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}","result":${result}}}`
}

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
