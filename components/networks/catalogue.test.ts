import * as viemChains from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { isSecureOrLoopback } from '@/lib/networks/addresses'
import { catalogueSize, networkInCatalogue, searchCatalogue } from './catalogue'

describe('the catalogue of networks', () => {
  it('has the chains of viem, each as viem has it', () => {
    expect(catalogueSize).toBeGreaterThan(600)
    for (const chain of [viemChains.optimism, viemChains.arbitrum, viemChains.monad, viemChains.unichainSepolia]) {
      const known = networkInCatalogue(chain.id)
      expect(known).toMatchObject({ name: chain.name, symbol: chain.nativeCurrency.symbol })
      expect(known?.endpoints.map(({ http }) => http)).toEqual(chain.rpcUrls.default.http.slice(0, 4))
      expect(known?.testing).toBe(chain.testnet === true)
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
    expect(names('')).toEqual('OP Mainnet,Unichain,RISE,MegaETH,Monad,Arbitrum One,Somnia'.split(','))
  })

  it('finds nothing where nothing fits', () => {
    expect(names('no such network anywhere')).toEqual([])
    expect(names('<script>')).toEqual([])
  })
})
