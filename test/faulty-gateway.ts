import type { ServerResponse } from 'node:http'
import { WebSocket } from 'ws'
import { type LocalEndpoint, startLocalEndpoint } from './local-endpoint.ts'
import { postJson } from './preview-network/post.ts'

export interface RpcRequest {
  id: unknown
  method: string
  params: readonly unknown[]
}

interface Reply {
  id: unknown
  result?: unknown
}

/** What goes wrong between the wallet and a network; changed while it runs. */
export interface Faults {
  /** Every HTTP request is answered so instead of by the network. */
  http: { status: number; body: string } | null
  /** New sockets are refused. */
  noSockets: boolean
  /** Sockets stay open, and nothing at all comes out of them. */
  mute: boolean
  /** Sockets answer calls, and pushes of these kinds stay out. */
  silentKinds: Set<string>
  /** Answers calls instead of the network, which never hears of them; `undefined`: the network answers. */
  answer: (call: RpcRequest) => { result: unknown } | { error: { code: number; message: string } } | undefined
  /** What an answer becomes, an `Error` being one of the node; returns the result given if nothing is wrong with it. */
  rewrite: (call: RpcRequest, result: unknown) => unknown
  /** What a pushed item becomes. */
  rewriteItem: (item: unknown) => unknown
}

/** A gateway in front of a real network that passes everything on, until it is told not to. */
export interface FaultyGateway extends LocalEndpoint {
  faults: Faults
  /** Methods called so far, over HTTP and sockets. */
  calls: string[]
  dropSockets(): void
  /** Another network from now on, at the same address. */
  retarget(network: { rpcUrl: string; wsUrl: string }): void
}

function refusal({ message }: Error) {
  return { error: { code: -32_000, message } }
}

export async function startFaultyGateway(network: { rpcUrl: string; wsUrl: string }): Promise<FaultyGateway> {
  let target = network
  const calls: string[] = []
  const faults: Faults = {
    http: null,
    noSockets: false,
    mute: false,
    silentKinds: new Set(),
    answer: () => undefined,
    rewrite: (_, result) => result,
    rewriteItem: item => item,
  }

  function rewriteReply(call: RpcRequest | undefined, reply: { result?: unknown }): unknown {
    if (call === undefined || !('result' in reply)) return reply
    const { result: truth, ...envelope } = reply
    const result = faults.rewrite(call, truth)
    return { ...envelope, ...(result instanceof Error ? refusal(result) : { result }) }
  }

  async function forward(body: string, response: ServerResponse): Promise<void> {
    const asked: RpcRequest | RpcRequest[] = JSON.parse(body)
    calls.push(...[asked].flat().map(({ method }) => method))
    if (faults.http !== null) {
      response.writeHead(faults.http.status).end(faults.http.body)
      return
    }
    const own = [asked].flat().flatMap(call => ownReply(call) ?? [])
    const passed = [asked].flat().filter(({ id }) => !own.some(reply => reply.id === id))
    const headers = { 'content-type': 'application/json' }
    const isWhole = own.length === 0
    const answer = passed.length === 0 ? null : await postJson(target.rpcUrl, isWhole ? body : JSON.stringify(passed))
    const replies: Reply | Reply[] = answer === null ? [] : JSON.parse(answer.text)
    const rewritten = [replies].flat().map(reply =>
      rewriteReply(
        passed.find(({ id }) => id === reply.id),
        reply,
      ),
    )
    const all = [...own, ...rewritten]
    // An error for the whole batch stays one.
    const isList = Array.isArray(asked) && (own.length > 0 || Array.isArray(replies))
    response.writeHead(answer?.status ?? 200, headers).end(JSON.stringify(isList ? all : all[0]))
  }

  function ownReply(call: RpcRequest) {
    const reply = faults.answer(call)
    return reply === undefined ? undefined : { jsonrpc: '2.0', id: call.id, ...reply }
  }

  function tunnel(socket: WebSocket): void {
    if (faults.noSockets) {
      socket.terminate()
      return
    }
    const upstream = new WebSocket(target.wsUrl)
    const asked = new Map<unknown, RpcRequest>()
    const kinds = new Map<unknown, string>()
    const waiting: string[] = []
    upstream.on('open', () => {
      for (const text of waiting.splice(0)) upstream.send(text)
    })
    socket.on('message', data => {
      const call: RpcRequest = JSON.parse(String(data))
      calls.push(call.method)
      const own = ownReply(call)
      if (own !== undefined) {
        socket.send(JSON.stringify(own))
        return
      }
      asked.set(call.id, call)
      if (upstream.readyState === WebSocket.OPEN) upstream.send(String(data))
      else waiting.push(String(data))
    })
    upstream.on('message', data => {
      if (faults.mute) return
      const message = JSON.parse(String(data))
      if (message.method === 'eth_subscription') {
        if (faults.silentKinds.has(kinds.get(message.params.subscription) ?? '')) return
        message.params.result = faults.rewriteItem(message.params.result)
        socket.send(JSON.stringify(message))
        return
      }
      const call = asked.get(message.id)
      if (call?.method === 'eth_subscribe') kinds.set(message.result, String(call.params[0]))
      socket.send(JSON.stringify(rewriteReply(call, message)))
    })
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      from.on('close', () => to.terminate())
      from.on('error', () => to.terminate())
    }
  }

  const endpoint = await startLocalEndpoint({
    http: (body, response) => {
      forward(body, response).catch(() => response.destroy())
    },
    socket: tunnel,
  })
  return Object.assign(endpoint, {
    faults,
    calls,
    dropSockets() {
      for (const socket of endpoint.sockets) socket.terminate()
    },
    retarget(network: { rpcUrl: string; wsUrl: string }) {
      target = network
    },
  })
}
