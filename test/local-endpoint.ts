import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** A server on a free port of this machine that answers whatever a test wants, HTTP and WebSocket on one port. */
export interface LocalEndpoint {
  url: string
  socketUrl: string
  /** Every HTTP request so far. */
  requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[]
  /** Sockets open now. */
  sockets: Set<WebSocket>
  close(): Promise<void>
}

export async function startLocalEndpoint(handlers: {
  http?: (body: string, response: ServerResponse, request: IncomingMessage) => void
  /** Called for each new socket. */
  socket?: (socket: WebSocket) => void
  port?: number
}): Promise<LocalEndpoint> {
  const requests: LocalEndpoint['requests'] = []
  const sockets = new Set<WebSocket>()
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      if (handlers.http) handlers.http(body, response, request)
      else response.writeHead(404).end()
    })
  })
  const socketServer = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, stream, head) => {
    if (!handlers.socket) {
      stream.end('HTTP/1.1 405 Method Not Allowed\r\n\r\n')
      return
    }
    socketServer.handleUpgrade(request, stream, head, socket => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      handlers.socket?.(socket)
    })
  })
  await new Promise<void>(resolve => server.listen(handlers.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    socketUrl: `ws://127.0.0.1:${port}`,
    requests,
    sockets,
    async close() {
      for (const socket of sockets) socket.terminate()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

interface RawCall {
  id: unknown
  method: string
  params: readonly unknown[]
}
type Methods = Readonly<Record<string, (params: readonly unknown[]) => unknown>>

/**
 * Answers single calls and batches from a table of methods; a thrown `{ code, message, data }` becomes the call's
 * error.
 */
export function answerJsonRpc(methods: Methods) {
  return (body: string, response: ServerResponse): void => {
    const request: RawCall | RawCall[] = JSON.parse(body)
    const replies = Array.isArray(request) ? request.map(item => replyTo(methods, item)) : replyTo(methods, request)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(replies))
  }
}

/** The reply to one call object. */
export function replyTo(methods: Methods, call: RawCall) {
  const method = methods[call.method]
  if (!method) return { jsonrpc: '2.0', id: call.id, error: { code: -32601, message: 'Method not found' } }
  try {
    return { jsonrpc: '2.0', id: call.id, result: method(call.params) }
  } catch (error) {
    return { jsonrpc: '2.0', id: call.id, error }
  }
}
