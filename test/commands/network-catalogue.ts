import { readFileSync, writeFileSync } from 'node:fs'
import * as viemChains from 'viem/chains'
import { z } from 'zod'

/**
 * Makes two files from the chains of viem: `npx node test/commands/network-catalogue.ts DATE`, with the day on which
 * the installed version of viem was published.
 *
 * `components/networks/catalogue.json`, for the search in "Add network" and for networks that come from a file. One row
 * a chain: id, name, symbol, explorer, HTTP endpoints, and the WebSocket address of each, `-` where one has none.
 *
 * `lib/base/chain-flags.json`: the chain ids of test networks, and of the others. Each id is its distance from the
 * one before it, in base 36.
 */

/** Public endpoints with a WebSocket address that viem lacks, of chains that seal or tell several times a second. */
const withSocket: Readonly<Record<number, { http: string; socket: string; source: string }>> = {
  ...ofPublicNode('https://github.com/DefiLlama/chainlist (constants/extraRpcs.js)', { 10: 'optimism', 56: 'bsc' }),
  ...ofPublicNode('https://github.com/ethereum-lists/chains', { 130: 'unichain', 42161: 'arbitrum-one' }),
  196: {
    ...{ http: 'https://xlayerrpc.okx.com', socket: 'wss://xlayerws.okx.com' },
    source: 'https://web3.okx.com/onchainos/dev-docs/xlayer/developer/websockets-endpoints/websocket-endpoints',
  },
  5031: {
    http: 'https://api.infra.mainnet.somnia.network',
    socket: 'wss://api.infra.mainnet.somnia.network/ws',
    source: 'https://docs.somnia.network/blockchain/rpcs',
  },
  50312: {
    http: 'https://api.infra.testnet.somnia.network',
    socket: 'wss://api.infra.testnet.somnia.network/ws',
    source: 'https://docs.somnia.network/blockchain/rpcs',
  },
}

/** A second operator: the chains' own public endpoints have no socket (docs.arbitrum.io says so of its own). */
function ofPublicNode(source: string, chains: Readonly<Record<number, string>>) {
  return Object.fromEntries(
    Object.entries(chains).map(([id, name]) => {
      const host = `${name}-rpc.publicnode.com`
      return [id, { http: `https://${host}`, socket: `wss://${host}`, source }]
    }),
  )
}

const [date] = process.argv.slice(2)
if (date === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(date))
  throw new Error('Usage: npx node test/commands/network-catalogue.ts DATE')
const mostEndpoints = 4
const text = readFileSync(new URL('../../node_modules/viem/package.json', import.meta.url), 'utf8')
const { version } = z.object({ version: z.string() }).parse(JSON.parse(text))
const chains = new Map<number, viemChains.Chain>()
for (const chain of Object.values(viemChains).filter(isChain)) {
  // If two entries have one id, the first stays: the later entry is an old name of the same chain.
  if (!chains.has(chain.id)) chains.set(chain.id, chain)
}
const listed = [...chains.values()]
  .sort((left, right) => left.id - right.id)
  // The wallet counts every currency in units of 10^-18.
  .filter(
    ({ name, nativeCurrency }) =>
      nativeCurrency.decimals === 18 && nativeCurrency.symbol.length <= 12 && name.length <= 64,
  )
const rows = listed.map(chain => {
  const { id, name, nativeCurrency, rpcUrls, blockExplorers } = chain
  const http = rpcUrls.default.http.filter(url => isPublic(url, 'https:')).slice(0, mostEndpoints)
  const [socket] = (rpcUrls.default.webSocket ?? []).filter(url => isPublic(url, 'wss:'))
  const sockets = new Map(http.slice(0, 1).map(url => [url, socket]))
  const added = withSocket[id]
  if (added !== undefined) sockets.set(added.http, added.socket)
  const endpoints = [...new Set([...http, ...sockets.keys()])]
  const explorer = blockExplorers?.default.url.replace(/\/$/, '') ?? ''
  const row = [id, name, nativeCurrency.symbol, isPublic(explorer, 'https:') ? explorer : '']
  return [...row, endpoints.join(' '), socketsOf(endpoints.map(url => sockets.get(url)))]
    .map(part => `${part}`.replaceAll('|', ' '))
    .join('|')
})
const origin = { source: `viem ${version}`, date, licence: 'MIT' }
write('components/networks/catalogue.json', { ...origin, chains: rows })
write('lib/base/chain-flags.json', {
  ...origin,
  testing: distances(listed.filter(isForTesting)),
  real: distances(listed.filter(chain => !isForTesting(chain))),
})
console.log(`${rows.length} chains of ${origin.source}`)

function write(path: string, contents: object): void {
  writeFileSync(new URL(`../../${path}`, import.meta.url), `${JSON.stringify(contents, null, 2)}\n`)
}

/** viem marks not every test network. A chain that viem knows at addresses of the machine alone is for development. */
function isForTesting({ testnet, name, rpcUrls }: viemChains.Chain): boolean {
  return (
    testnet === true ||
    /test|sepolia|devnet|holesky|hoodi|localhost|anvil|hardhat/i.test(name) ||
    !rpcUrls.default.http.some(url => isPublic(url, 'https:') || isPublic(url, 'http:'))
  )
}

function distances(ascending: readonly viemChains.Chain[]): string {
  return ascending.map(({ id }, index) => (id - (ascending[index - 1]?.id ?? 0)).toString(36)).join(' ')
}

/** The sockets in the order of their endpoints; nothing after the last one. */
function socketsOf(sockets: readonly (string | undefined)[]): string {
  const last = sockets.findLastIndex(socket => socket !== undefined)
  return sockets
    .slice(0, last + 1)
    .map(socket => socket ?? '-')
    .join(' ')
}

/** Chains for development are at an address of the machine, which the person enters. */
function isPublic(url: string, protocol: string): boolean {
  const parsed = URL.parse(url)
  return parsed?.protocol === protocol && !/^(?:localhost|127\.|\[)/.test(parsed.hostname)
}

/** The module also has helpers for serializers. */
function isChain(value: unknown): value is viemChains.Chain {
  return typeof value === 'object' && value !== null && 'rpcUrls' in value
}
