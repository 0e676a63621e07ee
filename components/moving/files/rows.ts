import { httpFault, socketFault } from '@/components/networks/endpoint'
import { cleanForeignText } from '@/lib/base/foreign-text'
import { isTestNetwork } from '@/lib/base/test-chains'
import {
  type FileContact,
  type FileNetwork,
  type FileToken,
  type Left,
  nameLength,
  readAddress,
  readChainId,
  symbolLength,
} from './contents'
import type { RawContact, RawNetwork, RawToken } from './raw-rows'

/** More of them no person has: what follows is not read. */
const most = { contacts: 10_000, tokens: 5_000, networks: 1_000 }
const mostEndpoints = 4
const longestUrl = 2_000

/** Reads contacts. If two rows have the same address, the later row counts. */
export function readContactRows(rows: readonly RawContact[], left: Left): FileContact[] {
  const found = new Map<string, FileContact>()
  for (const row of within(rows, most.contacts, 'contact', left)) {
    const name = clean(row.name, nameLength)
    const address = readAddress(row.address)
    if (address === 'address' || address === 'checksum') left.add('contact', address, name || clean(row.address, 50))
    else if (name === '') left.add('contact', 'nameless', address)
    else found.set(address, { address, name })
  }
  return [...found.values()]
}

/** The native currency, which some programs list as the zero address, is none. */
export function readTokenRows(rows: readonly RawToken[], left: Left): FileToken[] {
  const found = new Map<string, FileToken>()
  for (const row of within(rows, most.tokens, 'token', left)) {
    const symbol = clean(row.symbol, symbolLength)
    const chainId = readChainId(row.chainId)
    const address = readAddress(row.address)
    if (address === 'address' || address === 'checksum') left.add('token', address, symbol || clean(row.address, 50))
    else if (chainId === null) left.add('token', 'chain-id', symbol || address)
    else if (BigInt(address) !== 0n) found.set(`${chainId}:${address}`, { chainId, address, symbol })
  }
  return [...found.values()]
}

/** Rows of one chain are one network with the endpoints of all, those of the first row first. */
export function readNetworkRows(rows: readonly RawNetwork[], left: Left): FileNetwork[] {
  const found = new Map<number, FileNetwork>()
  for (const row of within(rows, most.networks, 'network', left)) {
    const name = clean(row.name, nameLength)
    const chainId = readChainId(row.chainId)
    if (chainId === null) left.add('network', 'chain-id', name || clean(row.chainId, 50))
    else if (row.decimals !== undefined && row.decimals !== 18) left.add('network', 'currency', name || `${chainId}`)
    else {
      const known = found.get(chainId)
      const endpoints = joined([...(known?.endpoints ?? []), ...endpointsOf(row.urls)])
      found.set(chainId, {
        chainId,
        name: known?.name || name,
        symbol: known?.symbol || clean(row.symbol, symbolLength),
        endpoints,
        explorerUrl: known?.explorerUrl ?? explorerOf(row.explorerUrl),
        testing: isTestNetwork(chainId, endpoints, row.testing === true || known?.testing === true),
      })
    }
  }
  return [...found.values()]
}

/**
 * Addresses with a place for a key, or with a password in them, are of no use here. A socket belongs to the endpoint of
 * the same host, or else to the first one.
 */
function endpointsOf(urls: readonly unknown[]): FileNetwork['endpoints'] {
  const usable = urls.filter(
    (url): url is string => typeof url === 'string' && url.length <= longestUrl && !/[{}<>]|\$|%7b/i.test(url),
  )
  const sockets = usable.filter(url => url.trim() !== '' && socketFault(url) === null).map(url => url.trim())
  const endpoints = usable
    .filter(url => httpFault(url) === null)
    .map(url => ({ http: url.trim(), socket: sockets.find(socket => isSameHost(socket, url)) ?? null }))
  const [first, ...others] = endpoints
  if (first === undefined || endpoints.some(({ socket }) => socket !== null)) return endpoints
  return [{ ...first, socket: sockets[0] ?? null }, ...others]
}

function isSameHost(left: string, right: string): boolean {
  return new URL(left).host === new URL(right).host
}

function joined(endpoints: FileNetwork['endpoints']): FileNetwork['endpoints'] {
  const byUrl = new Map<string, FileNetwork['endpoints'][number]>()
  for (const { http, socket } of endpoints) byUrl.set(http, { http, socket: byUrl.get(http)?.socket ?? socket })
  return [...byUrl.values()].slice(0, mostEndpoints)
}

function explorerOf(url: unknown): string | null {
  if (typeof url !== 'string' || url.length > longestUrl || httpFault(url) !== null) return null
  return url.trim().replace(/\/+$/, '')
}

function within<Row>(rows: readonly Row[], most: number, part: 'contact' | 'token' | 'network', left: Left): Row[] {
  if (rows.length > most) left.add(part, 'too-many', '', rows.length - most)
  return rows.slice(0, most)
}

function clean(value: unknown, length: number): string {
  // Cut before it is cleaned: a name of megabytes takes no time.
  return typeof value === 'string' ? cleanForeignText(value.slice(0, length * 8), length) : ''
}
