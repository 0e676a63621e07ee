import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { type LocalEndpoint, startLocalEndpoint } from '@/test/local-endpoint'
import { covers, createDoor } from './door'

const open: LocalEndpoint[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(endpoint => endpoint.close()))
})

async function start(...parameters: Parameters<typeof startLocalEndpoint>): Promise<LocalEndpoint> {
  const endpoint = await startLocalEndpoint(...parameters)
  open.push(endpoint)
  return endpoint
}

const anywhere = createDoor({ isAllowed: () => true, clock: systemClock })

describe('the door', () => {
  it('sends nothing to an address that is not allowed', async () => {
    const endpoint = await start({ http: (_, response) => response.end('{}'), socket: () => undefined })
    const door = createDoor({ isAllowed: () => false, clock: systemClock })
    await expect(door.fetch(endpoint.url, { method: 'POST', body: '{}' })).rejects.toMatchObject({
      kind: 'not-allowed',
    })
    expect(() => door.openSocket(endpoint.socketUrl)).toThrow(expect.objectContaining({ kind: 'not-allowed' }))
    expect(endpoint.requests).toEqual([])
    expect(endpoint.sockets.size).toBe(0)
  })

  it('returns the body with any status', async () => {
    const endpoint = await start({ http: (_, response) => response.writeHead(503).end('down for repairs') })
    const response = await anywhere.fetch(endpoint.url, { method: 'GET' })
    expect(response).toMatchObject({ status: 503, body: 'down for repairs' })
  })

  it('sends no cookie and no referrer, also after the server set a cookie', async () => {
    const endpoint = await start({
      http: (_, response) => response.writeHead(200, { 'set-cookie': 'who=you' }).end('{}'),
    })
    await anywhere.fetch(endpoint.url, { method: 'POST', body: '{}' })
    await anywhere.fetch(endpoint.url, { method: 'POST', body: '{}' })
    expect(endpoint.requests).toHaveLength(2)
    for (const { headers } of endpoint.requests) {
      expect(headers.cookie).toBeUndefined()
      expect(headers.referer).toBeUndefined()
    }
  })

  it('follows no redirect, not even to the same address', async () => {
    const endpoint = await start({
      http: (_, response, { url }) => response.writeHead(url === '/a' ? 302 : 200, { location: '/b' }).end('secret'),
    })
    await expect(anywhere.fetch(`${endpoint.url}/a`, { method: 'POST', body: '{}' })).rejects.toMatchObject({
      kind: 'not-json-rpc',
    })
    expect(endpoint.requests.map(({ url }) => url)).toEqual(['/a'])
  })

  it('cuts off an endless body', async () => {
    let cut = false
    const endpoint = await start({
      http: (_, response) => {
        response.writeHead(200)
        const pour = (): void => {
          while (response.write('x'.repeat(65_536)));
          response.once('drain', pour)
        }
        pour()
        response.on('close', () => {
          cut = true
        })
      },
    })
    await expect(anywhere.fetch(endpoint.url, { method: 'GET', maxBytes: 1_000_000 })).rejects.toMatchObject({
      kind: 'not-json-rpc',
    })
    await expect.poll(() => cut).toBe(true)
  })

  it('refuses bytes that are not UTF-8', async () => {
    const endpoint = await start({ http: (_, response) => response.end(Buffer.from([0x7b, 0xff, 0xfe])) })
    await expect(anywhere.fetch(endpoint.url, { method: 'GET' })).rejects.toMatchObject({ kind: 'not-json-rpc' })
  })

  it('rejects with timeout without an answer, and with unreachable without a server', async () => {
    const endpoint = await start({ http: () => undefined })
    await expect(anywhere.fetch(endpoint.url, { method: 'GET', timeoutMs: 20 })).rejects.toMatchObject({
      kind: 'timeout',
    })
    const caller = new AbortController()
    const call = anywhere.fetch(endpoint.url, { method: 'GET', signal: caller.signal })
    caller.abort()
    await expect(call).rejects.toMatchObject({ kind: 'timeout' })
    await endpoint.close()
    await expect(anywhere.fetch(endpoint.url, { method: 'GET' })).rejects.toMatchObject({ kind: 'unreachable' })
  })
})

describe('the list of allowed addresses', () => {
  it('covers an address itself, and addresses below one that ends with a slash', () => {
    const list = ['https://rpc.example/v1/key', 'http://127.0.0.1:8545/api/preview/faucet/', 'wss://rpc.example/ws']
    expect(covers(list, 'https://rpc.example/v1/key')).toBe(true)
    expect(covers(list, 'HTTPS://RPC.example:443/v1/key')).toBe(true)
    expect(covers(list, 'http://127.0.0.1:8545/api/preview/faucet/drip')).toBe(true)
    expect(covers(list, 'wss://rpc.example/ws')).toBe(true)
    expect(covers(list, 'https://rpc.example/v1/key/more')).toBe(false)
    expect(covers(list, 'https://rpc.example/v1')).toBe(false)
    expect(covers(list, 'http://rpc.example/v1/key')).toBe(false)
    expect(covers(list, 'http://127.0.0.1:8545/api/preview/faucet/../other')).toBe(false)
    expect(covers(list, 'https://rpc.example.evil.example/v1/key')).toBe(false)
    expect(covers(list, 'file:///etc/passwd')).toBe(false)
    expect(covers(list, 'no address')).toBe(false)
  })

  it('covers no other scheme, host or port', () => {
    const address = fc
      .tuple(
        fc.constantFrom('http', 'https', 'ws', 'wss'),
        fc.constantFrom('a.example', 'b.a.example', 'a.example.b', '127.0.0.1', '[::1]', 'xn--e1afmkfd.example'),
        fc.constantFrom('', ':80', ':443', ':8545'),
        fc.constantFrom('', '/', '/v1', '/v1/'),
      )
      .map(([scheme, host, port, path]) => new URL(`${scheme}://${host}${port}${path}`))
    fc.assert(
      fc.property(address, address, (allowed, other) => {
        fc.pre(allowed.origin !== other.origin)
        expect(covers([allowed.href, `${allowed.origin}/`], other.href)).toBe(false)
      }),
      { numRuns: 1_000 },
    )
  })
})
