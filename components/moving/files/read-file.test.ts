import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mostFileBytes, readFile } from './read-file'

const folder = join(import.meta.dirname, '../../../test/fixtures/moving')
const read = (name: string) => readFile(name, readFileSync(join(folder, name), 'utf8'))
const json = (value: unknown, name = 'file.json') => readFile(name, JSON.stringify(value))

const [shop, nameless, landlord, savings] = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
] as const
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const usdcOnBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const arb = '0x912CE59144191C1204E64559FE8253a0e49E6548'
const arbitrum = { chainId: 42161, name: 'Arbitrum One', symbol: 'ETH', explorerUrl: 'https://arbiscan.io' }
const plain = (...urls: string[]) => urls.map(http => ({ http, socket: null }))

describe('the files that programs write', () => {
  it('MetaMask: the file of its settings', () => {
    const found = read('metamask-data.json')
    expect(found.contacts).toEqual([
      { address: shop, name: 'Coffee shop' },
      { address: landlord, name: 'Landlord' },
      { address: savings, name: 'Old savings' },
    ])
    expect(found.networks).toEqual([
      // Its own endpoint has a place for a key.
      {
        ...{ chainId: 1, name: 'Ethereum Mainnet', symbol: 'ETH' },
        endpoints: [],
        ...explorer('https://etherscan.io'),
      },
      {
        ...arbitrum,
        endpoints: plain('https://arbitrum.node.example/rpc', 'https://arb1.arbitrum.io/rpc'),
        testing: false,
      },
      {
        chainId: 1337,
        name: 'Localhost 8545',
        symbol: 'ETH',
        endpoints: plain('http://localhost:8545'),
        explorerUrl: null,
        testing: true,
      },
    ])
    expect(found.left).toEqual([{ part: 'contact', reason: 'nameless', count: 1, examples: [nameless] }])
    expect(found).toMatchObject({ tokens: [], origin: 'wallet' })
  })

  it('MetaMask: the same file of older versions', () => {
    expect(read('metamask-older-data.json')).toMatchObject({
      contacts: [{ address: shop, name: 'Coffee shop' }],
      networks: [
        {
          chainId: 56,
          name: 'Binance Smart Chain Mainnet',
          symbol: 'BNB',
          endpoints: plain('https://bsc-dataseed1.binance.org'),
          explorerUrl: 'https://bscscan.com',
        },
      ],
    })
  })

  it('MetaMask: its state logs, with the tokens of all accounts once', () => {
    const found = read('metamask-state-logs.json')
    expect(found.tokens).toEqual([
      { chainId: 1, address: usdc, symbol: 'USDC' },
      { chainId: 1, address: dai, symbol: 'DAI' },
      { chainId: 8453, address: usdcOnBase, symbol: 'USDC' },
    ])
    expect(found.contacts).toHaveLength(3)
    expect(found.networks).toHaveLength(3)
    const { metamask } = JSON.parse(readFileSync(join(folder, 'metamask-state-logs.json'), 'utf8'))
    const { addressBook, allTokens, networkConfigurationsByChainId } = metamask
    const controllers = {
      AddressBookController: { addressBook },
      TokensController: { allTokens },
      NetworkController: { networkConfigurationsByChainId },
    }
    expect(json({ data: controllers })).toEqual(found)
    expect(json({ engine: { backgroundState: controllers } })).toEqual(found)
  })

  it('Rabby: its storage, and its contacts alone', () => {
    const found = read('rabby-storage.json')
    expect(found).toMatchObject({
      contacts: [
        { address: shop, name: 'Coffee shop' },
        { address: landlord, name: 'Landlord' },
      ],
      networks: [
        {
          chainId: 90210777,
          name: 'A chain of our own',
          symbol: 'OWN',
          endpoints: plain('https://rpc.our-own.example'),
          explorerUrl: 'https://scan.our-own.example',
        },
      ],
      tokens: [{ chainId: 90210777, address: dai, symbol: '' }],
      left: [],
    })
    const { contactBook } = JSON.parse(readFileSync(join(folder, 'rabby-storage.json'), 'utf8'))
    expect(json(contactBook).contacts).toEqual(found.contacts)
  })

  it('Rainbow: its stores together, also where one is text, and one alone', () => {
    const found = read('rainbow-storage.json')
    expect(found).toMatchObject({
      contacts: [{ address: shop, name: 'Coffee shop' }],
      networks: [
        { ...arbitrum, endpoints: plain('https://arbitrum.node.example/rpc', 'https://arb1.arbitrum.io/rpc') },
      ],
      tokens: [{ chainId: 42161, address: arb, symbol: 'ARB' }],
      left: [],
    })
    const { contacts } = JSON.parse(readFileSync(join(folder, 'rainbow-storage.json'), 'utf8'))
    expect(json(contacts).contacts).toEqual(found.contacts)
  })

  it('Frame: the newest state in its configuration', () => {
    expect(read('frame-config.json')).toMatchObject({
      contacts: [],
      networks: [
        { chainId: 1, name: 'Mainnet', symbol: 'ETH', endpoints: [] },
        {
          chainId: 42161,
          name: 'Arbitrum',
          endpoints: [{ http: 'https://arb1.arbitrum.io/rpc', socket: 'wss://arbitrum.node.example/ws' }],
        },
      ],
      tokens: [{ chainId: 42161, address: arb, symbol: 'ARB' }],
      left: [],
    })
  })

  it('Safe: its address book', () => {
    expect(read('safe-address-book.csv').contacts).toEqual([
      { address: shop, name: 'Coffee shop' },
      { address: landlord, name: 'Landlord, flat 3' },
    ])
  })

  it('lists for everybody are told from what a person had', () => {
    expect(read('token-list.json')).toMatchObject({
      origin: 'list',
      tokens: [
        { chainId: 1, address: usdc, symbol: 'USDC' },
        { chainId: 8453, address: usdcOnBase, symbol: 'USDC' },
      ],
    })
  })

  it('networks as catalogues and as calls of EIP-3085 have them', () => {
    const [found, polygon] = read('chains.json').networks
    expect(found).toMatchObject({
      ...arbitrum,
      endpoints: [{ http: 'https://arb1.arbitrum.io/rpc', socket: 'wss://arbitrum-one-rpc.publicnode.com' }],
    })
    expect(polygon).toMatchObject({ chainId: 137, symbol: 'POL', endpoints: plain('https://polygon-rpc.com') })
    expect(read('add-chain.json').networks).toMatchObject([
      { ...arbitrum, endpoints: plain('https://arb1.arbitrum.io/rpc') },
    ])
  })

  it('names by address, in one object or in a list', () => {
    const expected = [{ address: shop, name: 'Coffee shop' }]
    expect(json({ [shop.toLowerCase()]: 'Coffee shop' }).contacts).toEqual(expected)
    expect(json([{ address: shop, label: 'Coffee shop' }]).contacts).toEqual(expected)
    expect(json({ contacts: [{ address: shop, name: 'Coffee shop' }] }).contacts).toEqual(expected)
  })
})

describe('what is wrong in a file', () => {
  it('a wrong checksum, no address and no name are left out and said; of one address in two cases the later one counts', () => {
    const wrong = shop.replace('C518', 'c518')
    const found = json([
      { address: shop, name: 'Coffee' },
      { address: shop.toLowerCase(), name: 'Coffee shop' },
      { address: wrong, name: 'Not the shop' },
      { address: '0x12', name: 'Short' },
      { address: landlord, name: '   ' },
      'text',
      null,
    ])
    expect(found.contacts).toEqual([{ address: shop, name: 'Coffee shop' }])
    expect(found.left).toEqual([
      { part: 'contact', reason: 'checksum', count: 1, examples: ['Not the shop'] },
      { part: 'contact', reason: 'address', count: 3, examples: ['Short', '', ''] },
      { part: 'contact', reason: 'nameless', count: 1, examples: [landlord] },
    ])
  })

  it('a name loses what turns or hides text, keeps markup as text, and is cut', () => {
    const long = 'x'.repeat(10_000)
    const names = [`<img src=x onerror=alert(1)>`, '\u202eecaep\u2066 \u200bAnna', long, '\u202e\u200b']
    const found = json(names.map((name, index) => ({ name, address: `0x${`${index + 1}`.padStart(40, '0')}` })))
    expect(found.contacts.map(({ name }) => name)).toEqual([
      '<img src=x onerror=alert(1)>',
      'ecaep Anna',
      `${'x'.repeat(63)}…`,
    ])
    expect(found.left).toMatchObject([{ reason: 'nameless', count: 1 }])
  })

  it('of 100,000 rows the first 10,000 are read, and the others are counted', () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => ({
      name: `N${index}`,
      address: `0x${(index + 1).toString(16).padStart(40, '0')}`,
    }))
    const [fromJson, fromCsv] = [
      json(rows),
      readFile('a.csv', rows.map(row => `${row.name},${row.address}`).join('\n')),
    ]
    for (const found of [fromJson, fromCsv]) {
      expect(found.contacts).toHaveLength(10_000)
      expect(found.left).toEqual([{ part: 'contact', reason: 'too-many', count: 90_000, examples: [''] }])
    }
  })

  it.each([
    ['of ten megabytes', `["${'x'.repeat(10_000_000)}"]`, 'too-large'],
    ['half', '{"addressBook": {', 'unreadable'],
    ['of pictures', '\u0089PNG\r\n\u001a', 'unreadable'],
    ['empty', '', 'unreadable'],
    ['with nothing of ours', '{"hello": "world"}', 'nothing'],
    ['a million brackets', '['.repeat(1_000_000), 'unreadable'],
    ['a backup of this wallet', '{"format": "prelude-backup", "version": 1}', 'backup'],
    ['a keystore', '{"version": 3, "crypto": {}}', 'keystore'],
    ['a list of keystores', '[{"version": 3, "crypto": {}, "address": ""}]', 'keystore'],
  ])('a file that is %s gives nothing, and says why', (_what, text, reason) => {
    expect(readFile('a file', text)).toEqual({
      ...{ contacts: [], tokens: [], networks: [], origin: 'wallet' },
      left: [{ part: 'file', reason, count: 1, examples: ['a file'] }],
    })
    expect(mostFileBytes).toBeLessThan(10_000_000)
  })

  it('containers of another shape than their name says are passed over', () => {
    const odd = [null, 5, 'text', [], [[]], { a: 5 }]
    for (const value of odd)
      for (const key of [
        'addressBook',
        'metamask',
        'main',
        'contactBook',
        'contacts',
        'customTestnet',
        'tokens',
        'state',
      ])
        expect(
          () => json({ [key]: value, network: value, allTokens: value }),
          `${key} ${JSON.stringify(value)}`,
        ).not.toThrow()
    expect(readFile('x', '{"__proto__": {"contacts": 1}, "constructor": 5}').left).toMatchObject([
      { reason: 'nothing' },
    ])
  })

  it('a network without a usable id or with another unit is left out; endpoints that cannot be used are dropped', () => {
    const chain = (chainId: unknown, decimals: number, ...rpcUrls: unknown[]) => ({
      ...{ chainId, chainName: 'Ours', rpcUrls, nativeCurrency: { name: 'Own', symbol: 'OWN', decimals } },
    })
    const found = json([
      chain(
        '0x1e240',
        18,
        'javascript:alert(1)',
        'https://anna:secret@node.example',
        7,
        'https://node.example/$' + '{KEY}',
        'ftp://x',
      ),
      chain('0x0', 18, 'https://node.example'),
      chain('0xffffffffffffffffffff', 18, 'https://node.example'),
      chain(-5, 18, 'https://node.example'),
      chain(1.5, 18, 'https://node.example'),
      chain('0x2', 9, 'https://node.example'),
    ])
    expect(found.networks).toMatchObject([{ chainId: 123456, endpoints: [] }])
    expect(found.left).toMatchObject([
      { part: 'network', reason: 'chain-id', count: 4 },
      { part: 'network', reason: 'currency', count: 1 },
    ])
  })

  it('two entries of one chain are one network with the endpoints of both', () => {
    const chain = (name: string, url: string) => ({ chainId: '0x1e240', chainName: name, rpcUrls: [url] })
    expect(json([chain('Ours', 'https://a.example'), chain('Theirs', 'https://b.example')]).networks).toMatchObject([
      { name: 'Ours', endpoints: plain('https://a.example', 'https://b.example') },
    ])
  })

  it('a token needs a chain and a right address; the native currency is none', () => {
    const token = (address: string, chainId: unknown) => ({ address, chainId, symbol: 'T', name: 'T', decimals: 18 })
    const found = json({
      tokens: [
        token(dai, 1),
        token(dai.toLowerCase(), '1'),
        token(dai.replace('B1', 'b1'), 1),
        token(dai, 'one'),
        token(`0x${'0'.repeat(40)}`, 1),
      ],
    })
    expect(found.tokens).toEqual([{ chainId: 1, address: dai, symbol: 'T' }])
    expect(found.left).toMatchObject([
      { reason: 'checksum', count: 1 },
      { reason: 'chain-id', count: 1 },
    ])
  })
})

describe('whether a network of a file is for testing', () => {
  const rainbow = (id: number, url: string, testnet?: boolean) =>
    read1({
      customRPCs: {
        state: {
          customChains: {
            [id]: {
              activeRpcUrl: url,
              chains: [{ id, name: 'Theirs', nativeCurrency: { symbol: 'ETH', decimals: 18 }, testnet }],
            },
          },
        },
      },
    })
  const read1 = (contents: object) => readFile('a', JSON.stringify(contents)).networks[0]?.testing

  it.each([
    ['a test network of the catalogue of which the file says nothing', 5, 'https://node.example', undefined, true],
    ['a chain with real money that the file calls a test network', 1, 'https://node.example', true, false],
    ['its copy on this machine', 1, 'http://127.0.0.1:8545', true, true],
    ['its node on this machine', 1, 'http://127.0.0.1:8545', undefined, false],
    ['an unknown chain that the file calls a test network', 4_242_424, 'https://node.example', true, true],
    ['an unknown chain', 4_242_424, 'https://node.example', undefined, false],
  ])('%s', (_name, id, url, testnet, testing) => {
    expect(rainbow(id, url, testnet)).toBe(testing)
  })
})

function explorer(explorerUrl: string) {
  return { explorerUrl, testing: false }
}
