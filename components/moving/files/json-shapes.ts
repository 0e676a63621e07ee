import * as z from 'zod/mini'
import { parseJson } from '@/lib/base/json'
import { noRows, type RawNetwork, type RawRows } from './raw-rows'

/**
 * The shapes in which programs keep contacts, tokens and networks, found by structure and not by the name of the file.
 * A row that is not of its shape is left to the readers of `rows.ts`, which say why.
 */

const anyRecord = z.record(z.string(), z.unknown())
const text = z.catch(z.optional(z.string()), undefined)
const record = z.catch(anyRecord, {})
const list = z.catch(z.array(z.unknown()), [])

/** A container that a file has under this path; empty where it has none. */
function at(value: unknown, ...path: readonly string[]): Record<string, unknown> {
  let here = asRecord(value)
  for (const key of path) here = asRecord(Object.hasOwn(here, key) ? here[key] : undefined)
  return here
}

/** Stores of a browser hold some containers as JSON text. */
function asRecord(value: unknown): Record<string, unknown> {
  return record.parse(typeof value === 'string' ? parseJson(value) : value)
}

const unknown = z.optional(z.unknown())
const addressRow = z.object({ address: unknown, name: text, memo: text, label: text })
const tokenRow = z.object({ address: unknown, id: unknown, chainId: unknown, symbol: unknown })

/** Every shape that is known, each from the same value. */
export function rowsOfJson(value: unknown): RawRows {
  const rows = noRows()
  if (Array.isArray(value)) fromArray(value, rows)
  else {
    fromMetaMask(value, rows)
    fromFrame(value, rows)
    fromRabby(value, rows)
    fromRainbow(value, rows)
    fromTokenList(value, rows)
    fromSingle(value, rows)
  }
  return rows
}

/**
 * MetaMask: the file of "Back up your data", the state logs, and the state as the extension or the mobile app keeps it.
 * Contacts are kept by chain, tokens by chain and account.
 */
function fromMetaMask(value: unknown, rows: RawRows): void {
  const roots = [at(value), at(value, 'metamask'), at(value, 'data'), at(value, 'engine', 'backgroundState')]
  for (const root of roots) {
    for (const book of [at(root, 'addressBook', 'addressBook'), at(root, 'AddressBookController', 'addressBook')])
      addressesByChain(book, rows)
    // The state logs have the book itself here.
    if (!Object.hasOwn(at(root, 'addressBook'), 'addressBook')) addressesByChain(at(root, 'addressBook'), rows)
    for (const tokens of [at(root, 'allTokens'), at(root, 'TokensController', 'allTokens')])
      for (const [chainId, byAccount] of Object.entries(tokens))
        for (const row of Object.values(at(byAccount)).flatMap(each => list.parse(each))) addToken(row, chainId, rows)
    for (const holder of [root, at(root, 'network'), at(root, 'NetworkController')])
      for (const key of ['networkConfigurationsByChainId', 'networkConfigurations'])
        for (const network of Object.values(at(holder, key))) rows.networks.push(metaMaskNetwork(at(network)))
  }
}

function addressesByChain(book: Record<string, unknown>, rows: RawRows): void {
  for (const [chain, byAddress] of Object.entries(book))
    if (/^(?:0x[0-9a-f]+|\d+|\*)$/i.test(chain) && chain.length < 20)
      for (const row of Object.values(at(byAddress))) addContact(row, rows)
}

function metaMaskNetwork(network: Record<string, unknown>): RawNetwork {
  const endpoints = list.parse(network.rpcEndpoints).map(each => at(each).url)
  const preferred = z.catch(z.int(), 0).parse(network.defaultRpcEndpointIndex)
  const explorers = list.parse(network.blockExplorerUrls)
  return {
    chainId: network.chainId,
    name: network.name ?? network.nickname,
    symbol: network.nativeCurrency ?? network.ticker,
    urls: [endpoints[preferred], ...endpoints, network.rpcUrl],
    explorerUrl:
      explorers[z.catch(z.int(), 0).parse(network.defaultBlockExplorerUrlIndex)] ??
      at(network.rpcPrefs).blockExplorerUrl,
  }
}

/** Frame's `config.json`: the state of the newest version that wrote it. It keeps no contacts. */
function fromFrame(value: unknown, rows: RawRows): void {
  const versions = at(value, 'main', '__')
  const newest = Object.keys(versions)
    .filter(key => /^\d{1,6}$/.test(key))
    .sort((a, b) => Number(b) - Number(a))[0]
  const state = newest === undefined ? at(value, 'main') : at(versions, newest, 'main')
  for (const [chainId, each] of Object.entries(at(state, 'networks', 'ethereum'))) {
    const network = at(each)
    rows.networks.push({
      chainId,
      name: network.name,
      symbol: at(state, 'networksMeta', 'ethereum', chainId, 'nativeCurrency').symbol,
      // Frame's presets have a name instead of an address.
      urls: [at(network, 'connection', 'primary').custom, at(network, 'connection', 'secondary').custom],
      explorerUrl: network.explorer,
      testing: network.isTestnet ?? network.layer === 'testnet',
    })
  }
  for (const row of list.parse(at(state, 'tokens').custom)) addToken(row, undefined, rows)
}

/** Rabby's storage: names of other people's addresses, networks of one's own and the tokens on them. */
function fromRabby(value: unknown, rows: RawRows): void {
  for (const row of Object.values(at(value, 'contactBook'))) addContact(row, rows)
  const { customTestnet, customTokenList } = at(value, 'customTestnet')
  for (const each of Object.values(at(customTestnet))) {
    const network = at(each)
    rows.networks.push({
      chainId: network.id,
      name: network.name,
      symbol: network.nativeTokenSymbol,
      urls: [network.rpcUrl],
      explorerUrl: network.scanLink,
    })
  }
  for (const row of list.parse(customTokenList)) addToken(row, undefined, rows)
}

/** Rainbow's storage: each store under its name, or one alone. */
function fromRainbow(value: unknown, rows: RawRows): void {
  const store = (name: string) => at(Object.hasOwn(at(value), name) ? at(value)[name] : value, 'state')
  for (const row of Object.values(at(store('contacts'), 'contacts'))) addContact(row, rows)
  const chains = [at(store('customRPCs'), 'customChains'), at(store('rainbowChains'), 'rainbowChains')]
  for (const each of chains.flatMap(all => Object.values(all)))
    for (const found of list.parse(at(each).chains)) {
      const chain = at(found)
      rows.networks.push({
        chainId: chain.id,
        name: chain.name,
        symbol: at(chain, 'nativeCurrency').symbol,
        decimals: at(chain, 'nativeCurrency').decimals,
        urls: [at(each).activeRpcUrl, ...list.parse(at(chain, 'rpcUrls', 'default').http)],
        explorerUrl: at(chain, 'blockExplorers', 'default').url,
        testing: chain.testnet,
      })
    }
  for (const [chainId, assets] of Object.entries(at(store('customRPCAssets'), 'customRPCAssets')))
    for (const row of list.parse(assets)) addToken(row, chainId, rows)
}

/** @see https://github.com/Uniswap/token-lists */
function fromTokenList(value: unknown, rows: RawRows): void {
  const tokens = list.parse(at(value).tokens)
  const isOwn = at(value, 'tags').prelude !== undefined
  for (const row of tokens) addToken(row, undefined, rows)
  if (tokens.length > 0 && !isOwn) rows.origin = 'list'
}

/** One network or contact alone, a call that adds a network, or names by address. */
function fromSingle(value: unknown, rows: RawRows): void {
  const root = at(value)
  if (root.method === 'wallet_addEthereumChain') fromArray(list.parse(root.params), rows)
  else if (looksLikeNetwork(root)) addNetwork(root, rows)
  else if (root.address !== undefined && root.name !== undefined) addContact(root, rows)
  else {
    for (const key of ['contacts', 'addressBook']) fromArray(list.parse(root[key]), rows)
    for (const [address, name] of Object.entries(root))
      if (/^0x[0-9a-f]{40}$/i.test(address)) {
        if (typeof name === 'string') rows.contacts.push({ address, name })
        else if (at(name).name !== undefined) addContact({ address, ...at(name) }, rows)
      }
  }
}

/** Contacts, tokens or networks in a list: of this wallet, of EIP-3085, or as chainid.network gives them. */
function fromArray(values: readonly unknown[], rows: RawRows): void {
  const networksBefore = rows.networks.length
  for (const value of values) {
    const row = at(value)
    if (looksLikeNetwork(row)) addNetwork(row, rows)
    else if (row.decimals !== undefined && row.chainId !== undefined) addToken(row, undefined, rows)
    else addContact(value, rows)
  }
  if (rows.networks.length - networksBefore > mostOwnNetworks) rows.origin = 'list'
}

/** A person has fewer networks than this; a catalogue has hundreds. */
const mostOwnNetworks = 100

function looksLikeNetwork(row: Record<string, unknown>): boolean {
  return row.chainId !== undefined && (row.rpcUrls !== undefined || row.rpc !== undefined)
}

/** @see EIP-3085 */
function addNetwork(row: Record<string, unknown>, rows: RawRows): void {
  const currency = at(row, 'nativeCurrency')
  // Some catalogues have an object with more about each endpoint.
  const urls = [...list.parse(row.rpcUrls), ...list.parse(row.rpc)].map(each =>
    typeof each === 'string' ? each : at(each).url,
  )
  const [explorer] = [...list.parse(row.blockExplorerUrls), ...list.parse(row.explorers)]
  rows.networks.push({
    chainId: row.chainId,
    name: row.chainName ?? row.name,
    symbol: currency.symbol,
    decimals: currency.decimals,
    urls,
    explorerUrl: typeof explorer === 'string' ? explorer : at(explorer).url,
    testing: row.testing,
  })
}

function addContact(value: unknown, rows: RawRows): void {
  const row = addressRow.safeParse(value)
  if (!row.success) rows.contacts.push({ address: undefined, name: undefined })
  else {
    const { address, name, label, memo } = row.data
    rows.contacts.push({ address, name: [name, label, memo].find(each => each !== undefined && each.trim() !== '') })
  }
}

/** @param chainId of the container, where the rows of a program have none of their own */
function addToken(value: unknown, chainId: string | undefined, rows: RawRows): void {
  const row = tokenRow.safeParse(value)
  if (!row.success) rows.tokens.push({ chainId, address: undefined, symbol: undefined })
  else
    rows.tokens.push({
      chainId: chainId ?? row.data.chainId,
      address: row.data.address ?? row.data.id,
      symbol: row.data.symbol,
    })
}
