import { readFileSync, writeFileSync } from 'node:fs'
import * as viemChains from 'viem/chains'
import { z } from 'zod'

/**
 * Makes `lib/reading/list-formats/known-chains.json` from the chains of viem: `npx node test/commands/known-chains.ts
 * DATE`, with the day on which the installed version of viem was published. Chains for testing are left out.
 */
const [date] = process.argv.slice(2)
if (date === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(date))
  throw new Error('Usage: npx node test/commands/known-chains.ts DATE')
const text = readFileSync(new URL('../../node_modules/viem/package.json', import.meta.url), 'utf8')
const { version } = z.object({ version: z.string() }).parse(JSON.parse(text))
const chains = new Map<number, { head: string; hosts: Set<string> }>()
for (const { id, name, nativeCurrency, rpcUrls, ...chain } of Object.values(viemChains).filter(isChain)) {
  if (('testnet' in chain && chain.testnet === true) || /test|local|devnet|node/i.test(name)) continue
  const known = chains.get(id) ?? { head: [id, name, nativeCurrency.symbol].join('|'), hosts: new Set() }
  for (const url of rpcUrls.default.http) known.hosts.add(new URL(url).hostname)
  chains.set(id, known)
}
const rows = [...chains]
  .sort(([left], [right]) => left - right)
  .map(([, { head, hosts }]) => `${head}|${[...hosts].slice(0, 4).join(' ')}`)
const file = { source: `viem ${version}`, date, licence: 'MIT', chains: rows }
writeFileSync(
  new URL('../../lib/reading/list-formats/known-chains.json', import.meta.url),
  `${JSON.stringify(file, null, 2)}\n`,
)
console.log(`${rows.length} chains of ${file.source}`)

/** The module also has helpers for serializers. */
function isChain(value: unknown): value is viemChains.Chain {
  return typeof value === 'object' && value !== null && 'rpcUrls' in value
}
