import { readFileSync, writeFileSync } from 'node:fs'
import * as viemChains from 'viem/chains'
import { z } from 'zod'

/**
 * Makes `components/networks/catalogue.json` from the chains of viem, for the search in "Add network" and for networks
 * that come from a file: `npx node test/commands/network-catalogue.ts DATE`, with the day on which the installed
 * version of viem was published. One row a chain: id, name, symbol, `1` for a test network, explorer, HTTP endpoints,
 * WebSocket endpoint of the first one.
 */

const [date] = process.argv.slice(2)
if (date === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(date))
  throw new Error('Usage: npx node test/commands/network-catalogue.ts DATE')
const mostEndpoints = 4
const text = readFileSync(new URL('../../node_modules/viem/package.json', import.meta.url), 'utf8')
const { version } = z.object({ version: z.string() }).parse(JSON.parse(text))
const chains = new Map<number, viemChains.Chain>()
for (const chain of Object.values(viemChains).filter(isChain)) {
  // Of two entries with one id the first stays: the later one is an old name of the same chain.
  if (!chains.has(chain.id)) chains.set(chain.id, chain)
}
const rows = [...chains.values()]
  .sort((left, right) => left.id - right.id)
  .flatMap(chain => {
    const { id, name, nativeCurrency, rpcUrls, blockExplorers } = chain
    // The wallet counts every currency in units of 10^-18.
    if (nativeCurrency.decimals !== 18 || nativeCurrency.symbol.length > 12 || name.length > 64) return []
    const http = rpcUrls.default.http.filter(url => isPublic(url, 'https:'))
    const [socket = ''] = (rpcUrls.default.webSocket ?? []).filter(url => isPublic(url, 'wss:'))
    const isTesting = chain.testnet === true || /test|sepolia|devnet|holesky|hoodi|localhost|anvil|hardhat/i.test(name)
    const explorer = blockExplorers?.default.url.replace(/\/$/, '') ?? ''
    const row = [id, name, nativeCurrency.symbol, isTesting ? 1 : '', isPublic(explorer, 'https:') ? explorer : '']
    return [
      [...row, http.slice(0, mostEndpoints).join(' '), socket].map(part => `${part}`.replaceAll('|', ' ')).join('|'),
    ]
  })
const file = { source: `viem ${version}`, date, licence: 'MIT', chains: rows }
writeFileSync(
  new URL('../../components/networks/catalogue.json', import.meta.url),
  `${JSON.stringify(file, null, 2)}\n`,
)
console.log(`${rows.length} chains of ${file.source}`)

/** Chains for development are at an address of the machine, which the person enters. */
function isPublic(url: string, protocol: string): boolean {
  const parsed = URL.parse(url)
  return parsed?.protocol === protocol && !/^(?:localhost|127\.|\[)/.test(parsed.hostname)
}

/** The module also has helpers for serializers. */
function isChain(value: unknown): value is viemChains.Chain {
  return typeof value === 'object' && value !== null && 'rpcUrls' in value
}
