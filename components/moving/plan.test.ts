import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { ListedTokenView } from '@/lib/language/ui'
import { accounts, networks } from '@/test/gallery/samples'
import { catalogue } from './catalogue-facts'
import { readFile } from './files/read-file'
import { planOf, type WalletNow } from './plan'

const folder = join(import.meta.dirname, '../../test/fixtures/moving')
const files = (...names: string[]) => names.map(name => readFile(name, readFileSync(join(folder, name), 'utf8')))
const shop = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const empty: WalletNow = { contacts: [], accounts, networks, tokens: [] }
const chain = (chainId: number, chainName: string, ...rpcUrls: string[]) =>
  readFile('a', JSON.stringify({ chainId, chainName, rpcUrls, nativeCurrency: { symbol: 'ETH', decimals: 18 } }))

describe('what can be taken over', () => {
  it('from a whole wallet: everything once, with tokens of the networks that come along', () => {
    const plan = planOf(
      files('metamask-data.json', 'metamask-state-logs.json', 'rainbow-storage.json'),
      empty,
      catalogue,
    )
    expect(plan.contacts.map(({ name }) => name)).toEqual(['Coffee shop', 'Landlord', 'Old savings'])
    expect(plan.networks.map(({ name, fromCatalogue }) => [name, fromCatalogue])).toEqual([
      ['Ethereum Mainnet', true],
      ['Arbitrum One', false],
      ['Localhost 8545', false],
    ])
    expect(plan.networks[0]?.endpoints).not.toEqual([])
    expect(plan.tokens.map(({ symbol, network, needsNetwork }) => [symbol, network, needsNetwork])).toEqual([
      ['USDC', 'Ethereum Mainnet', true],
      ['DAI', 'Ethereum Mainnet', true],
      ['USDC', 'Base', false],
      ['ARB', 'Arbitrum One', true],
    ])
    expect(plan).toMatchObject({ known: { contacts: 0, networks: 0, tokens: 0 }, origin: 'wallet' })
  })

  it('a second time nothing is, and what is here keeps its name', () => {
    const first = planOf(files('metamask-state-logs.json'), empty, catalogue)
    const tokens = first.tokens.map(
      ({ chainId, address, symbol }): ListedTokenView => ({
        ...{
          networkId: firstNetworkOf(chainId),
          chainId,
          symbol,
          name: '',
          decimals: 6,
          source: 'person',
          hidden: true,
        },
        address: address.toLowerCase() as typeof address,
      }),
    )
    const wallet: WalletNow = {
      accounts,
      contacts: first.contacts.map(({ address, name }) => ({ address, name: `${name}, as I say`, createdAt: 0 })),
      networks: [
        ...networks,
        ...first.networks.map(each => ({
          ...{ ...each, id: firstNetworkOf(each.chainId) },
          ...{ faucetUrl: null, source: 'person' as const, edited: [] },
        })),
      ],
      tokens,
    }
    expect(planOf(files('metamask-state-logs.json'), wallet, catalogue)).toMatchObject({
      ...{ contacts: [], networks: [], tokens: [] },
      known: { contacts: 3, networks: 3, tokens: 3 },
    })
    // What only arrived is nobody's yet.
    const found = { ...wallet, tokens: tokens.map(each => ({ ...each, source: 'found' as const })) }
    expect(planOf(files('metamask-state-logs.json'), found, catalogue).tokens).toHaveLength(3)
  })

  it('an address of the wallet is no contact, and one that resembles a known one says so', () => {
    const own = accounts[0]?.address ?? '0x'
    const alike = `${own.slice(0, 6)}${'0'.repeat(32)}${own.slice(-4)}`.toLowerCase()
    const book = readFile(
      'a',
      JSON.stringify([
        { name: 'Me', address: own },
        { name: 'Also me', address: alike },
      ]),
    )
    expect(planOf([book], empty, catalogue)).toMatchObject({
      contacts: [{ name: 'Also me', resembles: 'Account 1' }],
      known: { contacts: 1 },
    })
  })

  it('a token without a network, and a network without an endpoint, are left out', () => {
    const plan = planOf(
      [...files('token-list.json'), chain(90_210_777, 'Ours', 'https://{key}.example')],
      empty,
      catalogue,
    )
    expect(plan.tokens).toMatchObject([{ chainId: 8453 }])
    expect(plan.left).toEqual([
      { part: 'network', reason: 'endpoint', count: 1, examples: ['Ours'] },
      { part: 'token', reason: 'network', count: 1, examples: ['USDC (Ethereum)'] },
    ])
    expect(plan.origin).toBe('list')
  })

  it('what is strange about a network is said as for one that a site proposes', () => {
    const risks = (file: ReturnType<typeof chain>) =>
      planOf([file], empty, catalogue).networks.flatMap(network => network.risks.map(({ code }) => code))
    expect(risks(chain(42_161, 'Arbitrum One', 'https://arb1.arbitrum.io/rpc'))).toEqual([])
    expect(risks(chain(42_161, 'Arbitrum One', 'https://evil.example'))).toEqual(['network-endpoint-unknown'])
    expect(risks(chain(90_210_777, 'Ethereum Mainnet', 'https://evil.example'))).toEqual(['network-name-taken'])
    expect(risks(chain(42_161, 'Free Money', 'https://arb1.arbitrum.io/rpc'))).toEqual(['network-other-name'])
  })

  it('of a contact that two files name, the later name counts', () => {
    const later = readFile('b', JSON.stringify({ [shop]: 'The shop' }))
    expect(planOf([...files('metamask-data.json'), later], empty, catalogue).contacts[0]).toMatchObject({
      address: shop,
      name: 'The shop',
    })
  })
})
