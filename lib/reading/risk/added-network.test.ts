import { describe, expect, it } from 'vitest'
import { knownChains } from '@/lib/reading/list-formats/known-chains'
import { addedNetwork } from './added-network'

const asked = (chainId: number, name: string, symbol: string, ...rpcUrls: string[]) =>
  addedNetwork({ chainId, name, symbol, rpcUrls }, knownChains(chainId, name))

describe('a network that a site proposes', () => {
  it.each([
    [8453, 'Base', 'ETH', 'https://mainnet.base.org'],
    [8453, 'BASE Mainnet', 'ETH', 'https://base-mainnet.g.alchemy.com/v2/key'],
    [42161, 'Arbitrum One', 'ETH', 'https://arb1.arbitrum.io/rpc'],
    [137, 'Polygon', 'POL', 'http://127.0.0.1:8545'],
    [10, 'OP Mainnet', 'ETH', 'https://mainnet.optimism.io'],
    [90_210_777, 'A chain of our own', 'OWN', 'https://rpc.our-own.example'],
  ])('as the catalogue has it, or unknown to it, has no risk: %i %s', (...network) => {
    expect(asked(...network)).toEqual([])
  })

  it.each([
    ['Base', 100],
    ['ethereum', 90_210_777],
    ['Bаse Mainnet', 90_210_777],
  ])('under the name of another chain is a danger: %s with id %i', (name, chainId) => {
    const [found] = asked(chainId, name, 'ETH', 'https://mainnet.base.org')
    expect(found).toMatchObject({ level: 'danger', code: 'network-name-taken', values: { name } })
    expect(found?.values.list).toMatch(/^viem \d/)
    expect(found?.values.date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  it('through an endpoint that nobody knows is a caution', () => {
    expect(asked(1, 'Ethereum', 'ETH', 'https://evil.example')).toMatchObject([
      { level: 'caution', code: 'network-endpoint-unknown', values: { host: 'evil.example', known: 'Ethereum' } },
    ])
  })

  it('with another name or another currency than the chain has is a caution', () => {
    const codes = asked(8453, 'Free Money Chain', 'USD', 'https://mainnet.base.org').map(({ code }) => code)
    expect(codes).toEqual(['network-other-name', 'network-other-symbol'])
  })
})
