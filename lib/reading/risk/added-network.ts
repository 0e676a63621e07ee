import { isLocalHost } from '@/lib/base/local-host'
import { plainLetters } from '@/lib/reading/hosts/plain-letters'
import type { ListedChain, Listing } from '@/lib/reading/list-formats/listing'
import { chainName } from '@/lib/reading/list-formats/names'
import { type Risk, risk } from './risk'

/** Domains of companies that serve endpoints of many chains. */
const providers =
  /(?:^|\.)(?:infura\.io|alchemy\.com|quiknode\.pro|ankr\.com|publicnode\.com|drpc\.org|llamarpc\.com|1rpc\.io|blockpi\.network|thirdweb\.com|blastapi\.io|cloudflare-eth\.com|nodies\.app|tenderly\.co|chainstack\.com|getblock\.io|merkle\.io|onfinality\.io|nodereal\.io|lava\.build)$/

/** A network that a site proposes. */
interface ProposedNetwork {
  chainId: number
  name: string
  symbol: string
  rpcUrls: readonly string[]
}

/**
 * Risks of a network that a site proposes, by what lists of chains say of its id and its name.
 * @param known chains with that id or a name that reads the same; the first one with the id counts
 */
export function addedNetwork(request: ProposedNetwork, known: readonly (ListedChain & { listing: Listing })[]): Risk[] {
  const { chainId, name, symbol, rpcUrls } = request
  const own = known.filter(each => each.chainId === chainId)
  const namesake = known.find(each => each.chainId !== chainId && chainName(each.name) === chainName(name))
  const isNamedSo = own.some(each => chainName(each.name) === chainName(name))
  const [first] = own
  if (namesake !== undefined && !isNamedSo)
    return [risk('danger', 'network-name-taken', { name, known: String(namesake.chainId), ...from(namesake.listing) })]
  if (first === undefined) return []
  const hosts = own.flatMap(each => each.hosts)
  const strange = rpcUrls
    .map(url => URL.parse(url)?.hostname ?? url)
    .filter(host => !hosts.includes(host) && !providers.test(host) && !isLocalHost(host))
  const values = { id: String(chainId), known: first.name, ...from(first.listing) }
  return [
    ...(isNamedSo ? [] : [risk('caution', 'network-other-name', { ...values, name })]),
    ...(own.some(each => plainLetters(each.symbol) === plainLetters(symbol))
      ? []
      : [risk('caution', 'network-other-symbol', { ...values, symbol, expected: first.symbol })]),
    ...strange.slice(0, 1).map(host => risk('caution', 'network-endpoint-unknown', { ...values, host })),
  ]
}

function from({ list, date }: Listing): { list: string; date: string } {
  return { list, date }
}
