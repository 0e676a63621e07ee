import { isListedAsTest } from '@/lib/base/test-chains'
import { chainName } from '@/lib/reading/list-formats/names'
import catalogue from './catalogue.json'
import { closedNetworks, everydayNames } from './everyday-names'

/** A network as the catalogue has it. */
export interface CatalogueNetwork {
  chainId: number
  name: string
  symbol: string
  testing: boolean
  explorerUrl: string | null
  /** Public endpoints; none for a chain that runs on one's own machine. */
  endpoints: readonly { http: string; socket: string | null }[]
}

const networks: readonly CatalogueNetwork[] = catalogue.chains.map(row => {
  const [id = '', name = '', symbol = '', explorer = '', addresses = '', sockets = ''] = row.split('|')
  const ofEach = sockets.split(' ')
  return {
    chainId: Number(id),
    name,
    symbol,
    testing: isListedAsTest(Number(id)),
    explorerUrl: explorer === '' ? null : explorer,
    endpoints: addresses
      .split(' ')
      .filter(http => http !== '')
      .map((http, index) => ({ http, socket: ofEach[index]?.replace(/^-$/, '') || null })),
  }
})

/** Where the catalogue comes from, and its ISO day. */
export const catalogueListing = { entry: '', list: catalogue.source, date: catalogue.date }

/** How many networks can be searched. */
export const catalogueSize = networks.length

/** Networks that pre-confirm, or seal several times a second. */
const fastChains: readonly number[] = [10, 130, 196, 4_153, 4_326, 143, 42_161, 324, 56, 5_031]

/**
 * Networks whose name, everyday name or chain id fits the text, the best ones first; without a text all of the fast
 * ones. A network that is closed is found by its chain id alone.
 * @param most how many are found at most
 */
export function searchCatalogue(text: string, most: number): CatalogueNetwork[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return fastChains.flatMap(id => networkInCatalogue(id) ?? [])
  return networks
    .map(network => ({ network, rank: rankOf(network, wanted) }))
    .filter(({ rank }) => rank !== null)
    .sort((left, right) => Number(left.rank) - Number(right.rank) || left.network.chainId - right.network.chainId)
    .slice(0, most)
    .map(({ network }) => network)
}

/** Its operators have switched it off. */
export function isClosed({ chainId }: Pick<CatalogueNetwork, 'chainId'>): boolean {
  return closedNetworks.has(chainId)
}

/** The network of a chain id, if the catalogue has it. */
export function networkInCatalogue(chainId: number): CatalogueNetwork | undefined {
  return networks.find(network => network.chainId === chainId)
}

/** Networks with that id, or with real money and a name that reads the same. */
export function networksLike(chainId: number, name: string): CatalogueNetwork[] {
  const wanted = chainName(name)
  return networks.filter(
    network => network.chainId === chainId || (!network.testing && chainName(network.name) === wanted),
  )
}

/** The lower the better; `null` where it does not fit. A test network comes after the others that fit as well. */
function rankOf({ chainId, name, symbol, testing }: CatalogueNetwork, wanted: string): number | null {
  if (closedNetworks.has(chainId) && `${chainId}` !== wanted) return null
  const called = everydayNames[chainId] ?? []
  const words = name.toLowerCase().split(/[\s-]+/)
  const fits = [
    `${chainId}` === wanted || name.toLowerCase() === wanted || called.includes(wanted),
    [name.toLowerCase(), ...called].some(each => each.startsWith(wanted)),
    words.some(word => word.startsWith(wanted)),
    symbol.toLowerCase() === wanted,
    name.toLowerCase().includes(wanted) || `${chainId}`.startsWith(wanted),
  ]
  const best = fits.indexOf(true)
  return best < 0 ? null : best * 2 + (testing ? 1 : 0)
}
