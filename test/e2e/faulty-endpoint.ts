import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import type { NetworkAddresses } from '../commands/extension.ts'

/** As the embedded network gives it. */
const ownChainId = `0x${(84_538_453).toString(16)}`

/**
 * What the endpoint does with a call: passes it on, closes the connection at once, answers a login page, says that there were too
 * many, or claims to be another chain. Other than `healthy` it has no sockets.
 */
export type Mood = 'healthy' | 'down' | 'html' | 'rate-limited' | 'other-chain'

export interface FaultyEndpoint extends NetworkAddresses {
  become(mood: Mood): void
  close(): Promise<void>
}

/** An endpoint in front of the embedded network whose mood a test changes. */
export async function startFaultyEndpoint(network: NetworkAddresses): Promise<FaultyEndpoint> {
  let mood: Mood = 'healthy'
  const sockets = new Set<WebSocket>()
  const socketServer = new WebSocketServer({ noServer: true })

  /** What the network itself answers. */
  const forward = async (body: string, request: IncomingMessage): Promise<{ status: number; text: string }> => {
    const answer = await fetch(network.rpcUrl + (request.url ?? ''), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    return { status: answer.status, text: await answer.text() }
  }
  const send = (response: ServerResponse, status: number, type: string, text: string) =>
    response.writeHead(status, { 'content-type': type }).end(text)

  const answers: Record<Mood, (body: string, request: IncomingMessage, response: ServerResponse) => unknown> = {
    async healthy(body, request, response) {
      const { status, text } = await forward(body, request)
      send(response, status, 'application/json', text)
    },
    down: (_body, request) => request.socket.destroy(),
    html: (_body, _request, response) =>
      send(response, 200, 'text/html', '<!doctype html><title>Please log in</title>'),
    'rate-limited': (_body, _request, response) => send(response, 429, 'text/plain', 'Too Many Requests'),
    async 'other-chain'(body, request, response) {
      const { status, text } = await forward(body, request)
      send(response, status, 'application/json', text.replaceAll(`"${ownChainId}"`, '"0x1"'))
    },
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    await answers[mood](Buffer.concat(chunks).toString('utf8'), request, response)
  })
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (mood !== 'healthy') {
      stream.destroy()
      return
    }
    socketServer.handleUpgrade(request, stream, head, socket => {
      sockets.add(socket)
      const upstream = new WebSocket(network.wsUrl)
      const waiting: string[] = []
      upstream.on('open', () => {
        for (const text of waiting.splice(0)) upstream.send(text)
      })
      upstream.on('message', data => socket.send(String(data)))
      upstream.on('close', () => socket.close())
      socket.on('message', data => {
        const text = String(data)
        if (upstream.readyState === WebSocket.OPEN) upstream.send(text)
        else waiting.push(text)
      })
      socket.on('close', () => {
        sockets.delete(socket)
        upstream.close()
      })
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    rpcUrl: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}/ws`,
    faucetUrl: network.faucetUrl,
    explorerUrl: network.explorerUrl,
    become(next) {
      mood = next
      if (next !== 'healthy') for (const socket of sockets) socket.terminate()
    },
    async close() {
      for (const socket of sockets) socket.terminate()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
