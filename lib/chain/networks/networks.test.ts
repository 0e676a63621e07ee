import { firstNetworkOf } from '@/lib/base/network-id'
import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isTestNetwork } from '@/lib/base/test-chains'
import { covers } from '@/lib/chain/rpc/door'
import {
  askChainId,
  chainId,
  endAll,
  freshDatabase,
  genesisB,
  http,
  networkId,
  serve,
  start,
  withNetwork,
} from '@/test/networks/serve'

afterEach(endAll)

describe('the networks known from the start', () => {
  it('are the public ones, by default the main network, and no request is made', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    const networks = await start()
    expect(networks.list().map(entry => [entry.chainId, entry.testing])).toEqual([
      [8453, false],
      [84532, true],
      [84538453, true],
    ])
    expect(networks.defaultNetworkId()).toBe(8453)
    expect(networks.connection(firstNetworkOf(84538453)).socket()).toBe('closed')
    expect(networks.connection(firstNetworkOf(8453)).socket()).toBe('none')
    expect(networks.epoch(firstNetworkOf(8453))).toBe(0)
    expect(fetched).not.toHaveBeenCalled()
    fetched.mockRestore()
  })

  it('in a local build begin with the embedded preview network, without the public endpoint', async () => {
    const url = 'http://127.0.0.1:8545'
    const networks = await start({
      localPreview: { rpcUrl: url, wsUrl: 'ws://127.0.0.1:8545/ws', faucetUrl: url, explorerUrl: `${url}/explorer` },
    })
    expect(networks.defaultNetworkId()).toBe(84538453)
    expect(networks.list()[0]).toMatchObject({
      chainId: 84538453,
      endpoints: [{ http: url, socket: 'ws://127.0.0.1:8545/ws' }],
      faucetUrl: `${url}/api/preview/faucet`,
    })
    expect(covers(networks.allowedUrls(), `${url}/api/preview/faucet/drip`)).toBe(true)
    expect(networks.allowedUrls().some(allowed => allowed.includes('vibes'))).toBe(false)
  })

  it('keep the person’s changes until they are removed', async () => {
    const database = await freshDatabase()
    const networks = await start({ database })
    await networks.setEndpoints(firstNetworkOf(8453), [{ http: 'https://node.example/rpc', socket: null }])
    const again = await start({ database })
    expect(again.get(firstNetworkOf(8453))?.endpoints).toEqual([{ http: 'https://node.example/rpc', socket: null }])
    expect(covers(again.allowedUrls(), 'https://mainnet.base.org')).toBe(false)
    await again.remove(firstNetworkOf(8453))
    expect(again.get(firstNetworkOf(8453))?.endpoints).toEqual([{ http: 'https://mainnet.base.org', socket: null }])
  })
})

describe('adding a network', () => {
  it('allows its addresses, and removing it disallows them', async () => {
    const endpoint = await serve()
    const networks = await withNetwork([http(endpoint)])
    await expect(askChainId(networks)).resolves.toBe(chainId)
    await networks.remove(networkId)
    expect(networks.get(networkId)).toBeUndefined()
    expect(() => networks.connection(networkId)).toThrow(expect.objectContaining({ code: 'network-unknown' }))
    expect(covers(networks.allowedUrls(), endpoint.url)).toBe(false)
  })

  const network = { chainId, name: 'N', symbol: 'E', explorerUrl: null, testing: false }
  it.each([
    [
      'the chain exists',
      { ...network, chainId: 8453, endpoints: [{ http: 'https://a.example', socket: null }], source: 'site' },
    ],
    [
      'another network of the chain has that name',
      {
        ...{ ...network, chainId: 8453, name: ' base' },
        endpoints: [{ http: 'https://a.example', socket: null }],
        source: 'person',
      },
    ],
    ...[0, -1, 1.5, 2 ** 53, Number.NaN].map(
      wrong =>
        [
          `its chain id is ${wrong}`,
          { ...network, chainId: wrong, endpoints: [{ http: 'https://a.example', socket: null }], source: 'person' },
        ] as const,
    ),
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

  it('a site may propose an address on this machine', async () => {
    const networks = await start()
    await networks.add({
      ...network,
      endpoints: [{ http: 'http://127.0.0.1:8545', socket: 'ws://localhost:8545' }],
      source: 'site',
    })
    expect(networks.get(networkId)).toMatchObject({ source: 'site' })
  })
})

it('a row of an unknown shape is kept and not used', async () => {
  const database = await freshDatabase()
  const garbage = fc.record({ name: fc.jsonValue(), endpoints: fc.jsonValue() }).map(row => JSON.stringify(row))
  await fc.assert(
    fc.asyncProperty(garbage, async row => {
      await database.put('networks', { ...JSON.parse(row), id: 8453, chainId: 8453 })
      const networks = await start({ database })
      expect(networks.get(firstNetworkOf(8453))?.endpoints).toEqual([
        { http: 'https://mainnet.base.org', socket: null },
      ])
    }),
    { numRuns: 30 },
  )
})

describe('editing a network', () => {
  const changes = {
    name: 'There',
    symbol: 'XYZ',
    explorerUrl: 'https://explorer.example',
    faucetUrl: 'https://faucet.example/api',
    testing: false,
  }

  it('changes its name, currency, explorer, faucet and whether it is for testing, and is kept', async () => {
    const database = await freshDatabase()
    const endpoint = await serve()
    const networks = await withNetwork([http(endpoint)], { database })
    await networks.edit(networkId, changes)
    const { symbol, ...rest } = changes
    const expected = { ...rest, currency: { symbol, decimals: 18 }, source: 'person' }
    expect(networks.get(networkId)).toMatchObject(expected)
    expect(covers(networks.allowedUrls(), 'https://faucet.example/api/drip')).toBe(true)
    expect((await start({ database })).get(networkId)).toMatchObject(expected)
    await expect(askChainId(networks)).resolves.toBe(chainId)
  })

  it.each([{ explorerUrl: 'file:///etc/passwd' }, { faucetUrl: 'https://me:secret@faucet.example' }])(
    'takes no wrong address: %o',
    async wrong => {
      const networks = await withNetwork([http(await serve())])
      const before = networks.get(networkId)
      await expect(networks.edit(networkId, { ...changes, ...wrong })).rejects.toMatchObject({ code: 'invalid-input' })
      expect(networks.get(networkId)).toEqual(before)
    },
  )

  it('needs one that is in the list', async () => {
    const networks = await start()
    await expect(networks.edit(firstNetworkOf(99), changes)).rejects.toMatchObject({ code: 'network-unknown' })
  })

  it('to one for testing lets its node start anew', async () => {
    const endpoint = await serve()
    const networks = await withNetwork([http(endpoint)], { testing: false })
    await networks.checkGenesis(networkId)
    endpoint.chain.genesis = genesisB
    await expect(networks.checkGenesis(networkId)).rejects.toMatchObject({ kind: 'wrong-chain' })
    await networks.edit(networkId, { ...changes, testing: true })
    expect(await networks.checkGenesis(networkId)).toBe(1)
  })
})

it.each([
  [31337, ['https://node.example'], false, true],
  [11155111, ['https://node.example'], false, true],
  // Known from the catalogue alone.
  [5, ['https://node.example'], false, true],
  [50312, ['https://node.example'], false, true],
  [1, ['https://node.example'], false, false],
  [1, ['https://node.example'], true, false],
  // A node of a chain with real money, which may stand on this machine; or one that is a copy for development.
  [1, ['http://127.0.0.1:8545', 'http://localhost:9545'], false, false],
  [1, ['http://127.0.0.1:8545', 'http://localhost:9545'], true, true],
  [1, ['http://127.0.0.1:8545', 'https://node.example'], true, false],
  [1, [], false, false],
  // A chain that the catalogue lacks.
  [4_242_424, ['http://127.0.0.1:8545', 'http://localhost:9545'], false, true],
  [4_242_424, ['http://127.0.0.1:8545', 'https://node.example'], false, false],
  [4_242_424, ['https://node.example'], true, true],
  [4_242_424, [], false, false],
])('chain %i at %j, told to be for testing: %s, is so: %s', (id, urls, isToldSo, isTest) => {
  expect(
    isTestNetwork(
      id,
      urls.map(url => ({ http: url, socket: null })),
      isToldSo,
    ),
  ).toBe(isTest)
})
