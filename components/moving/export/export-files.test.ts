import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { ListedTokenView } from '@/lib/language/ui'
import { accounts, anna, dollar, networks, shop, stranger, transaction } from '@/test/gallery/samples'
import { catalogue } from '../catalogue-facts'
import { readFile } from '../files/read-file'
import { planOf } from '../plan'
import { exportFiles, networksToJson, type TakenAlong, tokensToJson } from './export-files'

// The schema comes from @uniswap/token-lists 1.0.0-beta.35 (MIT).
const tokenLists = readFileSync(
  new URL('../../../test/fixtures/published/tokenlist.schema.json', import.meta.url),
  'utf8',
)

const [account] = accounts
if (account === undefined) throw new Error('no account')
const token: ListedTokenView = {
  ...{
    networkId: firstNetworkOf(8453),
    chainId: 8453,
    address: dollar,
    symbol: 'USDV',
    name: 'Test Dollar',
    decimals: 6,
  },
  ...{ source: 'person' as const, hidden: false },
}
const settings = {
  ...{ lockAfterMinutes: 15, claimWindowEthereum: false, notifications: true, confirmations: 12 },
  developerPanel: false,
}
const books = {
  paid: [],
  native: [],
  captured: [],
  returned: [],
  unmatched: [],
  outgoing: [],
  nativeOutgoing: [],
  count: 0,
  reading: null,
}
const all: TakenAlong = {
  backup: '{"format": "prelude-backup"}',
  accounts,
  contacts: [{ address: shop, name: '=Coffee, shop', createdAt: 0 }],
  tokens: [token, { ...token, address: stranger, source: 'found' }, { ...token, address: anna, hidden: true }],
  networks,
  sites: [],
  settings,
  activity: [{ account, rows: [transaction('sealed', 1_000)], arrivals: [] }],
  answers: [],
  books: [{ account, networkId: firstNetworkOf(8453), books }],
}
const now = new Date('2026-11-25T12:00:00Z')
const textOf = (name: string) => exportFiles(all, now).find(file => file.name === name)?.text ?? ''

describe('everything that is taken along', () => {
  it('has a file for each thing that is there, and none for what is not', () => {
    expect(exportFiles(all, now).map(({ name }) => name)).toEqual([
      'prelude-backup.json',
      'accounts.csv',
      'contacts.csv',
      'contacts.json',
      'tokens.json',
      'networks.json',
      'settings.json',
      `activity/${anna}.csv`,
      `activity/${anna}.json`,
    ])
    expect(textOf('accounts.csv')).toContain(
      `Savings,0x2546BcD3c84621e976D8185a91A922aE77ECEc30,phrase,m/44'/60'/0'/0/1,false`,
    )
    expect(textOf(`activity/${anna}.csv`).split('\r\n')).toHaveLength(3)
  })

  it('is read again by the wallet as it was, in every format', () => {
    const nothing = { contacts: [], accounts: [], networks: [], tokens: [] }
    for (const contacts of ['contacts.csv', 'contacts.json']) {
      const files = [contacts, 'tokens.json', 'networks.json'].map(name => readFile(name, textOf(name)))
      const plan = planOf(files, nothing, catalogue)
      expect(plan).toMatchObject({ left: [], origin: 'wallet', contacts: [{ address: shop, name: '=Coffee, shop' }] })
      expect(plan.tokens).toMatchObject([{ chainId: 8453, address: dollar, symbol: 'USDV' }])
      const fields = ({
        chainId,
        name,
        symbol,
        testing,
        endpoints,
        explorerUrl,
      }: Omit<(typeof networks)[number], 'id'>) => ({
        ...{ chainId, name, symbol, testing, endpoints, explorerUrl },
      })
      expect(
        plan.networks.map(network => fields({ ...network, faucetUrl: null, source: 'person', edited: [] })),
      ).toEqual(networks.map(fields))
    }
  })
})

describe('what other programs read', () => {
  it('is a token list by its published schema, whatever the tokens are called', () => {
    const isValid = new Ajv({ strict: false, formats: { 'date-time': true, uri: true } }).compile(
      JSON.parse(tokenLists),
    )
    const names = ['USD₮ 2', '', ' ', 'A\tB', 'X'.repeat(80), '🂡'.repeat(40), 'non\u00a0breaking', 'two  blanks']
    const list: unknown = JSON.parse(
      tokensToJson(
        names.map(text => ({ ...token, symbol: text, name: text })),
        now,
      ),
    )
    isValid(list)
    expect(isValid.errors).toBeNull()
  })

  it('is what EIP-3085 names, and nothing else', () => {
    const [first] = networks
    if (first === undefined) throw new Error('no network')
    const list: Record<string, unknown>[] = JSON.parse(networksToJson([{ ...first, explorerUrl: null }, ...networks]))
    const named = ['chainId', 'chainName', 'nativeCurrency', 'rpcUrls', 'blockExplorerUrls', 'iconUrls']
    for (const each of list) {
      expect(Object.keys(each).filter(key => !named.includes(key))).toEqual([])
      // Wallets refuse an empty list.
      expect(each.blockExplorerUrls ?? ['https://']).not.toEqual([])
    }
    expect(list[0]).not.toHaveProperty('blockExplorerUrls')
  })
})
