import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import type { NetworkAddresses } from '../commands/extension.ts'

/**
 * What the endpoint does with a call: passes it on, closes the connection at once, answers a login page, says that there were too
 * many, or claims to be another chain. Other than `healthy` it has no sockets.
 */
export type Mood = 'healthy' | 'down' | 'html' | 'rate-limited' | 'other-chain'

export interface FaultyEndpoint extends NetworkAddresses {
  become(mood: Mood): void
  /** `eth_sendRawTransaction` calls that were passed on. */
  submissions(): number
  close(): Promise<void>
}

/** An endpoint in front of the embedded network whose mood a test changes. */
export async function startFaultyEndpoint(network: NetworkAddresses): Promise<FaultyEndpoint> {
  let mood: Mood = 'healthy'
  let submissions = 0
  const sockets = new Set<WebSocket>()
  const socketServer = new WebSocketServer({ noServer: true })

  const answers: Record<Mood, (body: string, request: IncomingMessage, response: ServerResponse) => unknown> = {
    healthy: async (body, request, response) => {
      if (body.includes('eth_sendRawTransaction')) submissions++
      const answer = await fetch(network.rpcUrl + (request.url ?? ''), {
        method: request.method ?? 'POST',
        headers: { 'content-type': 'application/json' },
        ...(request.method === 'POST' ? { body } : {}),
      })
      response
        .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
        .end(await answer.text())
    },
    down: (_body, request) => request.socket.destroy(),
    html: (_body, _request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Please log in</title>'),
    'rate-limited': (_body, _request, response) =>
      response.writeHead(429, { 'content-type': 'text/plain' }).end('Too Many Requests'),
    'other-chain': (body, _request, response) => {
      const calls: unknown = JSON.parse(body)
      const reply = (call: { id: unknown; method: string }) => ({
        jsonrpc: '2.0',
        id: call.id,
        ...(call.method === 'eth_chainId'
          ? { result: '0x1' }
          : { error: { code: -32000, message: 'this chain has no such thing' } }),
      })
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(Array.isArray(calls) ? calls.map(reply) : reply(calls as { id: unknown; method: string })))
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
        if (text.includes('eth_sendRawTransaction')) submissions++
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
    submissions: () => submissions,
    async close() {
      for (const socket of sockets) socket.terminate()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
