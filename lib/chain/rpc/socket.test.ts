import { afterEach, describe, expect, it, vi } from 'vitest'
import type { WebSocket as ServerSocket } from 'ws'
import { type Clock, systemClock } from '@/lib/base/clock'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { type LocalEndpoint, replyTo, startLocalEndpoint } from '@/test/local-endpoint'
import { createDoor } from './door'
import { createSocketClient, type SocketClient } from './socket'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

type Methods = Parameters<typeof replyTo>[0]

/** A server that answers from a table, numbers subscriptions in order, and pushes for the test. */
async function startServer(methods: Methods = {}, port?: number) {
  let lastId = 0
  const asked: { method: string; params: readonly unknown[] }[] = []
  const table: Methods = {
    eth_subscribe: () => `0x${++lastId}`,
    eth_unsubscribe: () => true,
    eth_chainId: () => '0x1',
    ...methods,
  }
  const endpoint: LocalEndpoint = await startLocalEndpoint({
    ...(port === undefined ? {} : { port }),
    socket(socket) {
      socket.on('message', data => {
        const call: { id: number; method: string; params: readonly unknown[] } = JSON.parse(String(data))
        asked.push(call)
        const reply = replyTo(table, call)
        if ('error' in reply || reply.result !== undefined) socket.send(JSON.stringify(reply))
      })
    },
  })
  ends.push(() => endpoint.close())
  return {
    endpoint,
    asked,
    push(subscription: string, result: unknown) {
      for (const socket of endpoint.sockets) socket.send(frame(subscription, result))
    },
  }
}

function frame(subscription: string, result: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } })
}

function clientOf(...urls: string[]): SocketClient & { held(): number; faults: string[] } {
  return clientWith(systemClock, ...urls)
}

function clientWith(clock: Clock, ...urls: string[]): SocketClient & { held(): number; faults: string[] } {
  let held = 0
  const faults: string[] = []
  const client = createSocketClient({
    candidates: () => urls.map(url => ({ url, verify: async () => undefined })),
    onFault: error => faults.push(error.kind),
    door: createDoor({ isAllowed: () => true, clock }),
    clock,
    keepAlive: {
      hold() {
        held += 1
        return () => {
          held -= 1
        }
      },
    },
    random: () => 0,
  })
  ends.push(() => client.stop())
  return Object.assign(client, { held: () => held, faults })
}

describe('the socket', { timeout: 15_000 }, () => {
  it('opens with the first subscription, and closes and releases the worker after the last', async () => {
    const server = await startServer()
    const client = clientOf(server.endpoint.socketUrl)
    await expect(client.call({ method: 'eth_chainId', params: [] })).rejects.toMatchObject({ kind: 'unreachable' })
    expect(server.endpoint.sockets.size).toBe(0)
    expect(client.held()).toBe(0)
    const end = await client.subscribe(['newHeads'], () => undefined)
    expect(client.state()).toBe('open')
    expect(client.held()).toBe(1)
    end()
    await expect.poll(() => server.endpoint.sockets.size).toBe(0)
    expect(client.state()).toBe('closed')
    expect(client.held()).toBe(0)
  })

  it('carries calls and subscriptions together, with answers in any order', async () => {
    const held: { id: number; socket: ServerSocket }[] = []
    const endpoint = await startLocalEndpoint({
      socket(socket) {
        socket.on('message', data => {
          const call: { id: number; method: string } = JSON.parse(String(data))
          if (call.method === 'eth_subscribe') socket.send(JSON.stringify({ id: call.id, result: '0xa' }))
          else held.push({ id: call.id, socket })
          if (held.length === 2) {
            socket.send(frame('0xa', 'between'))
            for (const { id } of held.reverse()) socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: id }))
          }
        })
      },
    })
    ends.push(() => endpoint.close())
    const client = clientOf(endpoint.socketUrl)
    const items: unknown[] = []
    await client.subscribe(['newHeads'], item => items.push(item))
    const [first, second] = await Promise.all([
      client.call({ method: 'a', params: [] }),
      client.call({ method: 'b', params: [] }),
    ])
    expect(Number(second)).toBe(Number(first) + 1)
    expect(items).toEqual(['between'])
  })

  it('hands an item on in the turn in which its frame arrived', async () => {
    const server = await startServer()
    let opened: WebSocket | null = null
    const door = createDoor({ isAllowed: () => true, clock: systemClock })
    const client = createSocketClient({
      candidates: () => [{ url: server.endpoint.socketUrl, verify: async () => undefined }],
      onFault: () => expect.unreachable(),
      door: {
        ...door,
        openSocket(url) {
          opened = door.openSocket(url)
          return opened
        },
      },
      clock: systemClock,
      keepAlive: { hold: () => () => undefined },
    })
    ends.push(() => client.stop())
    const items: unknown[] = []
    await client.subscribe(['newHeads'], item => items.push(item))
    const socket = opened as WebSocket | null
    socket?.dispatchEvent(new MessageEvent('message', { data: frame('0x1', 'now') }))
    expect(items).toEqual(['now'])
  })

  it('subscribes once for equal subscriptions and serves every listener', async () => {
    const server = await startServer()
    const client = clientOf(server.endpoint.socketUrl)
    const [left, right] = [vi.fn(), vi.fn()]
    const endLeft = await client.subscribe(['newHeads'], left)
    await client.subscribe(['newHeads'], right)
    server.push('0x1', 'one')
    await expect.poll(() => right.mock.calls.length).toBe(1)
    endLeft()
    server.push('0x1', 'two')
    await expect.poll(() => right.mock.calls.length).toBe(2)
    expect(left.mock.calls).toEqual([['one']])
    expect(server.asked.filter(({ method }) => method === 'eth_subscribe')).toHaveLength(1)
  })

  it('keeps an item that arrives before the reply that names its subscription', async () => {
    const endpoint = await startLocalEndpoint({
      socket(socket) {
        socket.on('message', data => {
          const { id }: { id: number } = JSON.parse(String(data))
          socket.send(frame('0x7', 'early'))
          socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: '0x7' }))
        })
      },
    })
    ends.push(() => endpoint.close())
    const client = clientOf(endpoint.socketUrl)
    const items: unknown[] = []
    await client.subscribe(['newHeads'], item => items.push(item))
    expect(items).toEqual(['early'])
  })

  it('stays one socket when a listener subscribes while it connects', async () => {
    const server = await startServer()
    const client = clientOf(server.endpoint.socketUrl)
    const second = Promise.withResolvers<() => void>()
    client.onState(state => {
      if (state === 'connecting') second.resolve(client.subscribe(['logs'], () => undefined))
    })
    await Promise.all([client.subscribe(['newHeads'], () => undefined), second.promise])
    expect(server.endpoint.sockets.size).toBe(1)
  })

  it('rejects a subscription that the server does not know, and keeps the others', async () => {
    const server = await startServer({
      eth_subscribe: ([kind]) => {
        if (kind !== 'newHeads') throw { code: -32602, message: 'unknown subscription' }
        return '0xa'
      },
    })
    const client = clientOf(server.endpoint.socketUrl)
    await client.subscribe(['newHeads'], () => undefined)
    await expect(client.subscribe(['newNothing'], () => undefined)).rejects.toMatchObject({ kind: 'invalid-params' })
    expect(client.state()).toBe('open')
  })

  it('reconnects after a drop, subscribes again and tells of the gap', async () => {
    const server = await startServer()
    const client = clientOf(server.endpoint.socketUrl)
    const items: unknown[] = []
    const onGap = vi.fn()
    await client.subscribe(['newHeads'], item => items.push(item), onGap)
    expect(onGap).not.toHaveBeenCalled()
    for (const socket of server.endpoint.sockets) socket.terminate()
    await expect.poll(() => onGap.mock.calls.length).toBe(1)
    server.push('0x2', 'after')
    await expect.poll(() => items).toEqual(['after'])
    expect(client.state()).toBe('open')
    expect(client.faults).toEqual(['unreachable'])
  })

  it('rejects the calls under way at once when it breaks', async () => {
    const server = await startServer({ eth_never: () => undefined })
    const client = clientOf(server.endpoint.socketUrl)
    await client.subscribe(['newHeads'], () => undefined)
    const call = client.call({ method: 'eth_never', params: [] })
    const refused = expect(call).rejects.toMatchObject({ kind: 'unreachable' })
    for (const socket of server.endpoint.sockets) socket.terminate()
    await refused
  })

  it('is not written to once it is closing', async () => {
    const server = await startServer()
    const client = clientOf(server.endpoint.socketUrl)
    const sending = vi.spyOn(WebSocket.prototype, 'send')
    ends.push(() => sending.mockRestore())
    await client.subscribe(['newHeads'], () => undefined)
    for (const socket of sending.mock.contexts) if (socket instanceof WebSocket) socket.close()
    const before = sending.mock.calls.length
    const call = client.call({ method: 'eth_chainId', params: [] })
    await expect(call).rejects.toMatchObject({ kind: 'unreachable' })
    expect(sending.mock.calls.length).toBe(before)
  })

  it('uses the next address when one does not answer', async () => {
    const dead = await startServer()
    const deadUrl = dead.endpoint.socketUrl
    await dead.endpoint.close()
    const server = await startServer()
    const client = clientOf(deadUrl, server.endpoint.socketUrl)
    await client.subscribe(['newHeads'], () => undefined)
    expect(server.endpoint.sockets.size).toBe(1)
  })

  it('is not used while it lingers, once the addresses changed', async () => {
    const [old, next] = [await startServer(), await startServer()]
    let url = old.endpoint.socketUrl
    const client = createSocketClient({
      candidates: () => [{ url, verify: async () => undefined }],
      onFault: () => expect.unreachable(),
      door: createDoor({ isAllowed: () => true, clock: systemClock }),
      clock: systemClock,
      keepAlive: { hold: () => () => undefined },
    })
    ends.push(() => client.stop())
    const end = await client.subscribe(['newHeads'], () => undefined)
    end()
    url = next.endpoint.socketUrl
    client.reopen()
    const onItem = vi.fn()
    await client.subscribe(['newHeads'], onItem)
    next.push('0x1', 'from there')
    await expect.poll(() => onItem.mock.calls).toEqual([['from there']])
    await expect.poll(() => old.endpoint.sockets.size).toBe(0)
    expect(old.asked.filter(({ method }) => method === 'eth_subscribe')).toHaveLength(1)
  })

  it('ignores all of a socket whose verification failed', async () => {
    const server = await startServer()
    const items: unknown[] = []
    const faults: string[] = []
    const client = createSocketClient({
      onFault: error => faults.push(error.message),
      candidates: () => [
        {
          url: server.endpoint.socketUrl,
          verify: async call => {
            await call({ method: 'eth_chainId', params: [] })
            throw new Error('another chain')
          },
        },
      ],
      door: createDoor({ isAllowed: () => true, clock: systemClock }),
      // Shortens the wait of the caller: the socket is never verified.
      clock: { now: systemClock.now, after: (ms, task) => systemClock.after(ms === 10_000 ? 3_000 : ms, task) },
      keepAlive: { hold: () => () => undefined },
    })
    ends.push(() => client.stop())
    await expect(client.subscribe(['newHeads'], item => items.push(item))).rejects.toMatchObject({ kind: 'timeout' })
    expect(server.asked.every(({ method }) => method === 'eth_chainId')).toBe(true)
    expect(server.asked.length).toBeGreaterThan(0)
    expect(items).toEqual([])
    expect(new Set(faults)).toEqual(new Set(['another chain']))
  })

  it('notices silence, rejects the calls, and opens another socket', async () => {
    let mute = false
    const endpoint = await startLocalEndpoint({
      socket(socket) {
        socket.on('message', data => {
          if (!mute)
            socket.send(
              JSON.stringify(
                replyTo({ eth_subscribe: () => '0xa', eth_chainId: () => '0x1' }, JSON.parse(String(data))),
              ),
            )
        })
      },
    })
    ends.push(() => endpoint.close())
    const client = clientOf(endpoint.socketUrl)
    const states: string[] = []
    client.onState(state => states.push(state))
    const onGap = vi.fn()
    await client.subscribe(['newHeads'], () => undefined, onGap)
    mute = true
    const call = client.call({ method: 'eth_blockNumber', params: [] })
    await expect(call).rejects.toMatchObject({ kind: 'unreachable' })
    expect(client.state()).toBe('silent')
    mute = false
    await expect.poll(() => onGap.mock.calls.length, { timeout: 10_000 }).toBe(1)
    expect(states).toEqual(['connecting', 'open', 'silent', 'closed', 'connecting', 'open'])
  })

  it('says something every 20 s, however much is pushed, for servers that close a socket without a call', async () => {
    const server = await startServer()
    const clock = createManualClock()
    const client = clientWith(clock, server.endpoint.socketUrl)
    const heard: unknown[] = []
    await client.subscribe(['newHeads'], item => heard.push(item))
    const signs = () => server.asked.filter(({ method }) => method === 'eth_chainId').length
    // Frames come all the time, so that silence is no reason to ask.
    const passes = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 500) {
        const before = heard.length
        server.push('0x1', passed)
        await expect.poll(() => heard.length).toBe(before + 1)
        clock.advance(500)
      }
    }
    await passes(19_500)
    expect(signs()).toBe(0)
    await passes(500)
    await expect.poll(signs).toBe(1)
    await passes(20_000)
    await expect.poll(signs).toBe(2)
  })

  it.each([
    ['a frame of six megabytes', `"${'x'.repeat(6 * 1024 * 1024)}"`],
    ['bytes', Buffer.from([1, 2, 3])],
  ])('hangs up on %s', async (_, data) => {
    const server = await startServer()
    const client = clientOf(server.endpoint.socketUrl)
    const onGap = vi.fn()
    await client.subscribe(['newHeads'], () => undefined, onGap)
    const [first] = server.endpoint.sockets
    first?.send(data)
    await expect.poll(() => onGap.mock.calls.length).toBe(1)
    expect(server.endpoint.sockets.has(first as ServerSocket)).toBe(false)
  })

  it('ignores frames without meaning', async () => {
    const server = await startServer()
    const client = clientOf(server.endpoint.socketUrl)
    const items: unknown[] = []
    await client.subscribe(['newHeads'], item => items.push(item))
    for (const socket of server.endpoint.sockets)
      for (const text of [
        '',
        '{',
        'null',
        '[]',
        '[null]',
        '7',
        '{"id":1}',
        '{"id":"a","result":1}',
        '{"id":999,"result":1}',
        frame('0xdead', 'other'),
      ])
        socket.send(text)
    server.push('0x1', 'real')
    await expect.poll(() => items).toEqual(['real'])
    expect(client.state()).toBe('open')
    // The empty frame and the one that is cut off; the others are JSON.
    expect(client.faults).toEqual(['not-json-rpc', 'not-json-rpc'])
  })
})
