import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '@/lib/database/open'
import { covers, createDoor } from '@/lib/rpc/door'
import { chainIdReply } from '@/lib/rpc/schemas'
import { systemClock } from '@/lib/values/clock'
import { answerJsonRpc, type LocalEndpoint, replyTo, startLocalEndpoint } from '@/test/local-endpoint'
import { createNetworks, type Networks } from './networks'
import { type LocalPreview, previewChainId } from './presets'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

let databases = 0
async function freshDatabase(): Promise<Database> {
  databases += 1
  const database = await openDatabase(`networks-${databases}`)
  ends.push(() => database.close())
  return database
}

async function start(given: { database?: Database; localPreview?: LocalPreview | null } = {}): Promise<Networks> {
  const networks: Networks = await createNetworks({
    database: given.database ?? (await freshDatabase()),
    door: createDoor({ isAllowed: url => covers(networks.allowedUrls(), url), clock: systemClock }),
    clock: systemClock,
    keepAlive: { hold: () => () => undefined },
    localPreview: given.localPreview ?? null,
  })
  ends.push(() => networks.stop())
  return networks
}

const chainId = 4242
const genesisA = `0x${'a0'.repeat(32)}`
const genesisB = `0x${'b0'.repeat(32)}`

interface Chain {
  chainId?: number
  genesis?: string
  height?: number
  /** Seconds. */
  timestamp?: number
  /** Fork the blocks other than the first belong to. */
  fork?: string
  methods?: Parameters<typeof replyTo>[0]
}

/** An endpoint that serves a chain as described; the description may change while it runs. */
async function serve(chain: Chain = {}): Promise<LocalEndpoint & { chain: Chain; asked(method: string): number }> {
  const methods = () => ({
    eth_chainId: () => `0x${(chain.chainId ?? chainId).toString(16)}`,
    eth_blockNumber: () => `0x${(chain.height ?? 100).toString(16)}`,
    eth_getBlockByNumber: ([tag]: readonly unknown[]) => blockOf(chain, String(tag)),
    ...chain.methods,
  })
  const endpoint = await startLocalEndpoint({
    http: (body, response) => answerJsonRpc(methods())(body, response),
    socket(socket) {
      socket.on('message', data =>
        socket.send(JSON.stringify(replyTo({ ...methods(), eth_subscribe: () => '0x1' }, JSON.parse(String(data))))),
      )
    },
  })
  ends.push(() => endpoint.close())
  return Object.assign(endpoint, {
    chain,
    asked: (method: string) =>
      endpoint.requests.flatMap(({ body }) => JSON.parse(body)).filter(call => call.method === method).length,
  })
}

/** Fifty blocks below its head a chain is final. */
function blockOf({ height = 100, timestamp = 1_700_000_000, genesis = genesisA, fork = 'c' }: Chain, tag: string) {
  const number = tag.startsWith('0x') ? Number(tag) : tag === 'finalized' ? Math.max(0, height - 50) : height
  if (number > height) return null
  return {
    number: `0x${number.toString(16)}`,
    hash: number === 0 ? genesis : `0x${fork}${number.toString(16).padStart(63, '0')}`,
    parentHash: genesisA,
    timestamp: `0x${timestamp.toString(16)}`,
    gasLimit: '0x1',
    gasUsed: '0x0',
    transactions: [],
  }
}

async function withNetwork(
  endpoints: { http: string; socket: string | null }[],
  change: { testing?: boolean; database?: Database } = {},
): Promise<Networks> {
  const networks = await start(change.database ? { database: change.database } : {})
  await networks.add({
    chainId,
    name: 'Here',
    symbol: 'ETH',
    endpoints,
    explorerUrl: null,
    testing: change.testing ?? true,
    source: 'person',
  })
  return networks
}

const http = (endpoint: LocalEndpoint) => ({ http: endpoint.url, socket: null })
const both = (endpoint: LocalEndpoint) => ({ http: endpoint.url, socket: endpoint.socketUrl })
const askChainId = (networks: Networks) => networks.connection(chainId).request('eth_chainId', [], chainIdReply)

describe('the networks known from the start', () => {
  it('are the public ones with the main network as default, and nothing is asked of any', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    const networks = await start()
    expect(networks.list().map(entry => [entry.chainId, entry.testing])).toEqual([
      [8453, false],
      [84532, true],
      [84538453, true],
    ])
    expect(networks.defaultChainId()).toBe(8453)
    expect(networks.connection(84538453).socket()).toBe('closed')
    expect(networks.connection(8453).socket()).toBe('none')
    expect(networks.epoch(8453)).toBe(0)
    expect(fetched).not.toHaveBeenCalled()
    fetched.mockRestore()
  })

  it('in a local build begin with the embedded preview network, which never falls back to the public one', async () => {
    const url = 'http://127.0.0.1:8545'
    const networks = await start({
      localPreview: { rpcUrl: url, wsUrl: 'ws://127.0.0.1:8545/ws', faucetUrl: url, explorerUrl: `${url}/explorer` },
    })
    expect(networks.defaultChainId()).toBe(84538453)
    expect(networks.list()[0]).toMatchObject({
      chainId: 84538453,
      endpoints: [{ http: url, socket: 'ws://127.0.0.1:8545/ws' }],
      faucetUrl: `${url}/api/preview/faucet`,
    })
    expect(covers(networks.allowedUrls(), `${url}/api/preview/faucet/drip`)).toBe(true)
    expect(networks.allowedUrls().some(allowed => allowed.includes('vibes'))).toBe(false)
  })

  it('keep what the person changed, and lose it when the change is removed', async () => {
    const database = await freshDatabase()
    const networks = await start({ database })
    await networks.setEndpoints(8453, [{ http: 'https://node.example/rpc', socket: null }])
    const again = await start({ database })
    expect(again.get(8453)?.endpoints).toEqual([{ http: 'https://node.example/rpc', socket: null }])
    expect(covers(again.allowedUrls(), 'https://mainnet.base.org')).toBe(false)
    await again.remove(8453)
    expect(again.get(8453)?.endpoints).toEqual([{ http: 'https://mainnet.base.org', socket: null }])
  })
})

describe('adding a network', () => {
  it('makes its addresses reachable, and removing it unreachable', async () => {
    const endpoint = await serve()
    const networks = await withNetwork([http(endpoint)])
    await expect(askChainId(networks)).resolves.toBe(chainId)
    await networks.remove(chainId)
    expect(networks.get(chainId)).toBeUndefined()
    expect(() => networks.connection(chainId)).toThrow(expect.objectContaining({ code: 'network-unknown' }))
    expect(covers(networks.allowedUrls(), endpoint.url)).toBe(false)
  })

  const network = { chainId, name: 'N', symbol: 'E', explorerUrl: null, testing: false }
  it.each([
    [
      'the chain exists',
      { ...network, chainId: 8453, endpoints: [{ http: 'https://a.example', socket: null }], source: 'person' },
    ],
    ['it has no endpoint', { ...network, endpoints: [], source: 'person' }],
    ['an address is none', { ...network, endpoints: [{ http: 'nowhere', socket: null }], source: 'person' }],
    [
      'an address has another scheme',
      { ...network, endpoints: [{ http: 'ftp://a.example', socket: null }], source: 'person' },
    ],
    [
      'an address carries a password',
      { ...network, endpoints: [{ http: 'https://me:secret@a.example', socket: null }], source: 'person' },
    ],
    [
      'the socket is no socket',
      { ...network, endpoints: [{ http: 'https://a.example', socket: 'https://a.example' }], source: 'person' },
    ],
    [
      'a site proposes an address anybody on the way can read',
      { ...network, endpoints: [{ http: 'http://a.example', socket: null }], source: 'site' },
    ],
    [
      'the explorer is a script',
      {
        ...network,
        endpoints: [{ http: 'https://a.example', socket: null }],
        explorerUrl: 'javascript:alert(1)',
        source: 'site',
      },
    ],
    [
      'the chain id is no number',
      { ...network, chainId: 1.5, endpoints: [{ http: 'https://a.example', socket: null }], source: 'person' },
    ],
  ] as const)('is refused when %s, and nothing changes', async (_, given) => {
    const database = await freshDatabase()
    const networks = await start({ database })
    const before = networks.list()
    await expect(networks.add({ ...given, endpoints: [...given.endpoints] })).rejects.toMatchObject({
      code: 'invalid-input',
    })
    expect(networks.list()).toEqual(before)
    expect(await database.getAll('networks')).toEqual([])
  })

  it('a site may propose its own machine', async () => {
    const networks = await start()
    await networks.add({
      ...network,
      endpoints: [{ http: 'http://127.0.0.1:8545', socket: 'ws://localhost:8545' }],
      source: 'site',
    })
    expect(networks.get(chainId)).toMatchObject({ source: 'site' })
  })
})

describe('a connection', () => {
  it('checks the chain once, before an answer counts, and then not again', async () => {
    const endpoint = await serve()
    const networks = await withNetwork([http(endpoint)])
    await askChainId(networks)
    await askChainId(networks)
    expect(endpoint.asked('eth_blockNumber')).toBe(1)
    expect(networks.health(chainId)).toMatchObject([{ state: 'healthy', failures: 0 }])
  })

  it('believes nothing of an endpoint that serves another chain, and sends it no transaction', async () => {
    const liar = await serve({ chainId: 1, methods: { eth_getBalance: () => '0x1' } })
    const networks = await withNetwork([http(liar)])
    const connection = networks.connection(chainId)
    await expect(connection.passThrough('eth_getBalance', [])).rejects.toMatchObject({ kind: 'wrong-chain' })
    await expect(connection.passThrough('eth_sendRawTransaction', ['0x02'])).rejects.toMatchObject({
      kind: 'wrong-chain',
    })
    expect(liar.asked('eth_sendRawTransaction')).toBe(0)
    expect(networks.health(chainId)).toMatchObject([{ state: 'lying' }])
  })

  it('goes on with the next endpoint when one lies, is down, answers HTML, or is overloaded', async () => {
    const liar = await serve({ chainId: 1 })
    const down = await serve()
    await down.close()
    const page = await startLocalEndpoint({ http: (_, response) => response.end('<html>') })
    ends.push(() => page.close())
    const busy = await startLocalEndpoint({ http: (_, response) => response.writeHead(429).end() })
    ends.push(() => busy.close())
    const good = await serve()
    const networks = await withNetwork([liar, down, page, busy, good].map(http))
    await expect(askChainId(networks)).resolves.toBe(chainId)
    expect(networks.health(chainId).map(({ state, lastError }) => [state, lastError?.kind])).toEqual([
      ['lying', 'wrong-chain'],
      ['failing', 'unreachable'],
      ['failing', 'not-json-rpc'],
      ['failing', 'rate-limited'],
      ['healthy', undefined],
    ])
    const before = liar.requests.length
    await askChainId(networks)
    expect(liar.requests.length).toBe(before)
  })

  it('takes a refusal as an answer and asks nobody else', async () => {
    const first = await serve({
      methods: {
        eth_sendRawTransaction: () => {
          throw { code: -32000, message: 'nonce too low' }
        },
      },
    })
    const second = await serve()
    const networks = await withNetwork([http(first), http(second)])
    await expect(networks.connection(chainId).passThrough('eth_sendRawTransaction', ['0x02'])).rejects.toMatchObject({
      kind: 'nonce-too-low',
      message: 'nonce too low',
    })
    expect(second.requests).toEqual([])
  })

  it('goes on where an answer makes no sense', async () => {
    const odd = await serve({ methods: { eth_gasPrice: () => 'a lot' } })
    const good = await serve({ methods: { eth_gasPrice: () => '0x5' } })
    const networks = await withNetwork([http(odd), http(good)])
    await expect(networks.connection(chainId).request('eth_gasPrice', [], chainIdReply)).resolves.toBe(5)
  })

  it('keeps a site without consent to the default endpoint', async () => {
    const down = await serve()
    await down.close()
    const other = await serve()
    const networks = await withNetwork([http(down), http(other)])
    await expect(
      networks.connection(chainId).passThrough('eth_chainId', [], { endpoint: 'default' }),
    ).rejects.toMatchObject({ kind: 'unreachable' })
    expect(other.requests).toEqual([])
  })

  it('never shows a site without consent to an endpoint that the person added', async () => {
    const described = { chainId: previewChainId, methods: { eth_gasPrice: () => '0x5' } }
    const [original, own] = [await serve(described), await serve(described)]
    const { url, socketUrl } = original
    const networks = await start({
      localPreview: { rpcUrl: url, wsUrl: socketUrl, faucetUrl: url, explorerUrl: url },
    })
    const connection = networks.connection(previewChainId)
    const asked = () => connection.passThrough('eth_gasPrice', [], { endpoint: 'default' })
    await networks.setEndpoints(previewChainId, [http(own), http(original)])
    expect(await asked()).toBe('0x5')
    expect(original.asked('eth_gasPrice')).toBe(1)
    await networks.setEndpoints(previewChainId, [http(own)])
    await expect(asked()).rejects.toMatchObject({ kind: 'not-allowed' })
    expect(own.asked('eth_gasPrice')).toBe(0)
    // What the person uses it for is another matter.
    expect(await connection.passThrough('eth_gasPrice', [])).toBe('0x5')
  })

  it('follows the person to another endpoint without being asked for anew', async () => {
    const [first, second] = [await serve(), await serve()]
    const networks = await withNetwork([http(first)])
    const connection = networks.connection(chainId)
    await connection.passThrough('eth_chainId', [])
    await networks.setEndpoints(chainId, [http(second)])
    const before = first.requests.length
    await connection.passThrough('eth_chainId', [])
    expect(networks.connection(chainId)).toBe(connection)
    expect(first.requests.length).toBe(before)
    expect(second.requests.length).toBeGreaterThan(0)
  })

  it('batches, and fails over as a whole only if nothing was answered', async () => {
    const down = await serve()
    await down.close()
    const good = await serve()
    const networks = await withNetwork([http(down), http(good)])
    const items = await networks.connection(chainId).batch([
      { method: 'eth_chainId', params: [] },
      { method: 'eth_nothing', params: [] },
    ])
    expect(items).toMatchObject([
      { ok: true, result: '0x1092' },
      { ok: false, error: { kind: 'method-unavailable' } },
    ])
  })

  it('puts an endpoint back whose head is seconds behind another’s', async () => {
    const late = await serve({ timestamp: 1_700_000_000 })
    const fresh = await serve({ timestamp: 1_700_000_060 })
    let skipped = 0
    const database = await freshDatabase()
    const networks: Networks = await createNetworks({
      database,
      door: createDoor({ isAllowed: () => true, clock: systemClock }),
      clock: { ...systemClock, now: () => systemClock.now() + skipped },
      keepAlive: { hold: () => () => undefined },
      localPreview: null,
    })
    ends.push(() => networks.stop())
    await networks.add({
      chainId,
      name: 'N',
      symbol: 'E',
      endpoints: [http(late), http(fresh)],
      explorerUrl: null,
      testing: false,
      source: 'person',
    })
    await askChainId(networks)
    skipped = 20_000
    await askChainId(networks)
    await expect.poll(() => networks.health(chainId)[0]?.state).toBe('lagging')
    const before = late.requests.length
    await askChainId(networks)
    expect(late.requests.length).toBe(before)
  })

  it('has no socket where the network has none, and says so', async () => {
    const networks = await withNetwork([http(await serve())])
    const connection = networks.connection(chainId)
    expect(connection.socket()).toBe('none')
    await expect(connection.subscribe(['newHeads'], () => undefined)).rejects.toMatchObject({
      kind: 'method-unavailable',
    })
  })

  it('sends calls over the socket while one is open, and over HTTP when it breaks under them', async () => {
    const endpoint = await serve()
    const networks = await withNetwork([both(endpoint)])
    const connection = networks.connection(chainId)
    await connection.subscribe(['newHeads'], () => undefined)
    expect(connection.socket()).toBe('open')
    await askChainId(networks)
    expect(endpoint.requests).toEqual([])
    for (const socket of endpoint.sockets) {
      socket.removeAllListeners('message')
      socket.on('message', () => socket.terminate())
    }
    await expect(askChainId(networks)).resolves.toBe(chainId)
    expect(endpoint.requests.length).toBeGreaterThan(0)
  })
})

describe('a chain that restarts', () => {
  it('begins a new epoch when its genesis changed, once, and remembers it', async () => {
    const database = await freshDatabase()
    const endpoint = await serve()
    const networks = await withNetwork([http(endpoint)], { database })
    const heard = vi.fn()
    networks.onEpoch(heard)
    expect(await networks.checkGenesis(chainId)).toBe(0)
    endpoint.chain.genesis = genesisB
    expect(await networks.checkGenesis(chainId)).toBe(1)
    expect(await networks.checkGenesis(chainId)).toBe(1)
    expect(heard.mock.calls).toEqual([[chainId, 1]])
    const again = await start({ database })
    expect(again.epoch(chainId)).toBe(1)
  })

  it('is noticed by the first answer after the worker was away', async () => {
    const database = await freshDatabase()
    const endpoint = await serve()
    await askChainId(await withNetwork([http(endpoint)], { database }))
    endpoint.chain.genesis = genesisB
    const later = await start({ database })
    await askChainId(later)
    expect(later.epoch(chainId)).toBe(1)
  })

  it('is a lie on a network with real money', async () => {
    const endpoint = await serve()
    const networks = await withNetwork([http(endpoint)], { testing: false })
    await networks.checkGenesis(chainId)
    endpoint.chain.genesis = genesisB
    await expect(networks.checkGenesis(chainId)).rejects.toMatchObject({ kind: 'wrong-chain' })
    expect(networks.epoch(chainId)).toBe(0)
  })

  it('is a lie where another endpoint still shows the old genesis', async () => {
    const [odd, honest] = [await serve(), await serve()]
    const networks = await withNetwork([http(odd), http(honest)])
    await networks.checkGenesis(chainId)
    odd.chain.genesis = genesisB
    expect(await networks.checkGenesis(chainId)).toBe(0)
    expect(networks.health(chainId)[0]).toMatchObject({ state: 'lying' })
  })

  it('is noticed with the very same genesis too, by a final block that is another one or gone', async () => {
    const endpoint = await serve({ height: 1_000 })
    const networks = await withNetwork([http(endpoint)])
    expect(await networks.checkGenesis(chainId)).toBe(0)
    endpoint.chain.height = 1_200
    expect(await networks.checkGenesis(chainId)).toBe(0)
    endpoint.chain.fork = 'd'
    expect(await networks.checkGenesis(chainId)).toBe(1)
    endpoint.chain.height = 60
    expect(await networks.checkGenesis(chainId)).toBe(2)
  })

  it('an endpoint behind what was final is not believed where money is real, and is no liar', async () => {
    const endpoint = await serve({ height: 1_000 })
    const networks = await withNetwork([http(endpoint)], { testing: false })
    await networks.checkGenesis(chainId)
    endpoint.chain.height = 60
    await expect(networks.checkGenesis(chainId)).rejects.toMatchObject({ kind: 'unavailable' })
    endpoint.chain.height = 1_001
    expect(await networks.checkGenesis(chainId)).toBe(0)
    endpoint.chain.fork = 'd'
    await expect(networks.checkGenesis(chainId)).rejects.toMatchObject({ kind: 'wrong-chain' })
  })

  it('is seen by its height where no endpoint shows the first block', async () => {
    const endpoint = await serve({
      height: 100_000,
      methods: {
        eth_getBlockByNumber: () => {
          throw { code: 4444, message: 'pruned history unavailable' }
        },
      },
    })
    const networks = await withNetwork([http(endpoint)])
    expect(await networks.checkGenesis(chainId)).toBe(0)
    endpoint.chain.height = 99_990
    expect(await networks.checkGenesis(chainId)).toBe(0)
    endpoint.chain.height = 12
    expect(await networks.checkGenesis(chainId)).toBe(1)
  })
})

describe('probing an endpoint', { timeout: 15_000 }, () => {
  it('shows what it can do, and leaves its address unreachable afterwards', async () => {
    const endpoint = await serve({
      methods: {
        eth_simulateV1: () => [],
        eth_sendRawTransactionSync: () => {
          throw { code: -32602, message: 'empty transaction data' }
        },
      },
    })
    const networks = await start()
    const probe = await networks.probe(both(endpoint))
    expect(probe).toMatchObject({
      chainId,
      pending: true,
      socket: true,
      preconfirmation: false,
      simulate: true,
      syncSend: true,
    })
    expect(probe.latencyMs).toBeGreaterThan(0)
    expect(covers(networks.allowedUrls(), endpoint.url)).toBe(false)
    expect(networks.get(chainId)).toBeUndefined()
  })

  it('says what is missing', async () => {
    const endpoint = await startLocalEndpoint({ http: answerJsonRpc({ eth_chainId: () => '0x1092' }) })
    ends.push(() => endpoint.close())
    const networks = await start()
    await expect(networks.probe(both(endpoint))).resolves.toMatchObject({
      chainId,
      pending: false,
      socket: false,
      preconfirmation: false,
      simulate: false,
      syncSend: false,
    })
  })

  it('fails with a sentence where nobody answers or something else does', async () => {
    const page = await startLocalEndpoint({ http: (_, response) => response.end('<html>') })
    ends.push(() => page.close())
    const networks = await start()
    await expect(networks.probe(http(page))).rejects.toMatchObject({ code: 'endpoint-not-json-rpc' })
    await page.close()
    await expect(networks.probe(http(page))).rejects.toMatchObject({ code: 'endpoint-unreachable' })
  })
})

it('a row that another version wrote is left alone and not used', async () => {
  const database = await freshDatabase()
  const garbage = fc.record({ name: fc.jsonValue(), endpoints: fc.jsonValue() }).map(row => JSON.stringify(row))
  await fc.assert(
    fc.asyncProperty(garbage, async row => {
      await database.put('networks', { ...JSON.parse(row), chainId: 8453 })
      const networks = await start({ database })
      expect(networks.get(8453)?.endpoints).toEqual([{ http: 'https://mainnet.base.org', socket: null }])
    }),
    { numRuns: 30 },
  )
})
