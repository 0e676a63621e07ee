import { randomBytes } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { answer, type Dispatch } from './envelope.ts'
import { createHeadStream } from './heads.ts'
import { isLoopback } from './local.ts'
import type { Client } from './method.ts'
import type { Service } from './service.ts'
import { noticesOf, type Selection, selection } from './subscriptions.ts'

/** Bytes that may wait for one reader before it is given up. */
const mostBuffered = 4 * 1024 * 1024
const largestMessage = 10 * 1024 * 1024

export interface Sockets {
  close(): void
}

/** JSON-RPC over WebSocket: calls and any number of subscriptions on one connection, on the same port as HTTP. */
export function serveSockets(server: Server, service: Service, dispatch: Dispatch): Sockets {
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: largestMessage })
  const subscriptions = new Map<WebSocket, Map<string, Selection>>()
  const headStream = createHeadStream()

  const off = service.events.on(event => {
    // Nothing that a client was told is true any more, and the real network ends the connections too.
    if (event.kind === 'reset') drop()
    const notices = noticesOf(event, service, heads => headStream(heads, service.faults.current.heads))
    for (const [socket, wanted] of subscriptions) {
      for (const [id, select] of wanted) {
        for (const result of select(notices)) send(socket, notification(id, result))
      }
    }
  })

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (service.faults.current.webSocket === 'refused') refuse(stream, '405 Method Not Allowed')
    else if (pathname !== '/' && pathname !== '/ws') refuse(stream, '404 Not Found')
    else webSockets.handleUpgrade(request, stream, head, socket => welcome(socket, request))
  })

  function welcome(socket: WebSocket, request: IncomingMessage): void {
    const own = new Map<string, Selection>()
    subscriptions.set(socket, own)
    const client: Client = {
      isLocal: isLoopback(request.socket.remoteAddress),
      socket: {
        subscribe(params) {
          const id = `0x${randomBytes(16).toString('hex')}`
          own.set(id, selection(params, service))
          return id
        },
        unsubscribe: id => own.delete(id),
      },
    }
    socket.on('message', data => {
      answer(String(data), dispatch, client).then(
        ({ body }) => body !== undefined && send(socket, JSON.stringify(body)),
        () => socket.terminate(),
      )
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => subscriptions.delete(socket))
  }

  function send(socket: WebSocket, text: string): void {
    if (socket.readyState !== socket.OPEN || service.faults.current.silentSockets) return
    if (socket.bufferedAmount > mostBuffered) socket.terminate()
    else socket.send(text)
  }

  function drop(): void {
    for (const socket of webSockets.clients) socket.terminate()
  }

  service.faults.onDrop(drop)

  return {
    close() {
      off()
      drop()
      webSockets.close()
    },
  }
}

function notification(id: string, result: string): string {
  return `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}","result":${result}}}`
}

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
