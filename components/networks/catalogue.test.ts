import * as viemChains from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { isSecureOrLoopback } from '@/lib/base/addresses'
import { isTestNetwork } from '@/lib/base/test-chains'
import { catalogueSize, isClosed, networkInCatalogue, searchCatalogue } from './catalogue'
import { closedNetworks, everydayNames } from './everyday-names'

/** The domain: the last two labels of a host. */
const operatorOf = (url: string): string => new URL(url).hostname.split('.').slice(-2).join('.')

describe('the catalogue of networks', () => {
  it('has the chains of viem, each as viem has it', () => {
    expect(catalogueSize).toBeGreaterThan(600)
    for (const chain of [viemChains.optimism, viemChains.arbitrum, viemChains.monad, viemChains.unichainSepolia]) {
      const known = networkInCatalogue(chain.id)
      expect(known).toMatchObject({ name: chain.name, symbol: chain.nativeCurrency.symbol })
      const urls = known?.endpoints.map(({ http }) => http) ?? []
      expect(urls.slice(0, chain.rpcUrls.default.http.length)).toEqual(chain.rpcUrls.default.http.slice(0, 4))
      expect(known?.testing).toBe(chain.testnet === true)
    }
  })

  it('says of each chain whether it is for testing as the wallet treats it when a site adds it', () => {
    const every = searchCatalogue('e', 1_000)
    expect(every.filter(({ testing }) => testing).length).toBeGreaterThan(200)
    for (const { chainId, testing } of every)
      expect(isTestNetwork(chainId, [{ http: 'https://node.example', socket: null }], false), `${chainId}`).toBe(
        testing,
      )
  })

  it("has no chain with real money among those that run on a developer's machine alone", () => {
    for (const id of [1281, 13370, 31337]) expect(networkInCatalogue(id)?.testing, `${id}`).toBe(true)
  })

  it('has a socket for each fast chain, at an endpoint of the same operator', () => {
    for (const { name, endpoints } of searchCatalogue('', 20)) {
      const pairs = endpoints.flatMap(({ http, socket }) => (socket === null ? [] : [[http, socket] as const]))
      expect(pairs.length, name).toBeGreaterThan(0)
      for (const [http, socket] of pairs) expect(operatorOf(socket), name).toBe(operatorOf(http))
    }
  })

  it('has only entries that the wallet can store, with endpoints that encrypt', () => {
    const every = searchCatalogue('e', 1_000)
    expect(every.length).toBeGreaterThan(300)
    for (const { endpoints, explorerUrl, ...network } of every) {
      for (const { http, socket } of endpoints) {
        expect(isSecureOrLoopback(http), http).toBe(true)
        if (socket !== null) expect(isSecureOrLoopback(socket), socket).toBe(true)
      }
      if (explorerUrl !== null) expect(URL.canParse(explorerUrl), explorerUrl).toBe(true)
      expect(network.chainId).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER)
    }
  })
})

describe('the search', () => {
  const names = (text: string, most = 5) => searchCatalogue(text, most).map(({ name }) => name)

  it('finds by name and by chain id, the exact one first, and chains with real money before those for testing', () => {
    expect(names('arbitrum one')[0]).toBe('Arbitrum One')
    expect(names('42161')[0]).toBe('Arbitrum One')
    expect(names('  OPTIM').length).toBeGreaterThan(0)
    const [first] = searchCatalogue('unichain', 5)
    expect(first).toMatchObject({ chainId: 130, testing: false })
  })

  it('shows the fast networks while nothing is asked for', () => {
    const fast = [
      ...['OP Mainnet', 'Unichain', 'X Layer Mainnet', 'RISE', 'MegaETH', 'Monad', 'Arbitrum One', 'ZKsync Era'],
      ...['BNB Smart Chain', 'Somnia'],
    ]
    expect(names('')).toEqual(fast)
  })

  it.each([
    ['op', 'OP Mainnet'],
    ['optimism', 'OP Mainnet'],
    ['matic', 'Polygon'],
    ['polygon', 'Polygon'],
    ['bsc', 'BNB Smart Chain'],
    ['bnb', 'BNB Smart Chain'],
    ['Binance', 'BNB Smart Chain'],
    ['arb', 'Arbitrum One'],
    ['arbitrum', 'Arbitrum One'],
    ['xdai', 'Gnosis'],
    ['avax', 'Avalanche'],
    ['eth', 'Ethereum'],
    ['zksync', 'ZKsync Era'],
    ['hyperliquid', 'HyperEVM'],
    ['mega', 'MegaETH'],
  ])('finds by the everyday name %s first %s', (text, name) => {
    expect(names(text)[0]).toBe(name)
  })

  it('gives each everyday name to one network, and none that is the name of another', () => {
    const given = Object.entries(everydayNames).flatMap(([id, all]) => all.map(name => ({ id: Number(id), name })))
    expect(new Set(given.map(({ name }) => name)).size).toBe(given.length)
    for (const { id, name } of given) {
      expect(networkInCatalogue(id), `${id}`).toBeDefined()
      const called = searchCatalogue(name, 1_000).filter(each => each.name.toLowerCase() === name)
      expect(called.filter(({ chainId }) => chainId !== id)).toEqual([])
    }
  })

  it('leaves out what is closed, but for its exact chain id, and says so then', () => {
    for (const text of ['goerli', 'mumbai', 'holesky', 'alfajores']) expect(names(text)).toEqual([])
    for (const id of closedNetworks) expect(searchCatalogue(`${id}`, 1).map(isClosed), `${id}`).toEqual([true])
    expect(searchCatalogue('optimism', 20).filter(isClosed)).toEqual([])
  })

  it('finds nothing where nothing fits', () => {
    expect(names('no such network anywhere')).toEqual([])
    expect(names('<script>')).toEqual([])
  })
})
