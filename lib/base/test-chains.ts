import { type EndpointAddresses, isLoopback } from './addresses'
import flags from './chain-flags.json'

const testing = idsOf(flags.testing)
const real = idsOf(flags.real)

/** Distances in base 36, each from the id before it. */
function idsOf(distances: string): ReadonlySet<number> {
  let id = 0
  return new Set(distances.split(' ').map(distance => (id += Number.parseInt(distance, 36))))
}

/** @returns whether the catalogue of networks lists the chain as a test network */
export function isListedAsTest(chainId: number): boolean {
  return testing.has(chainId)
}

/**
 * The catalogue decides where it has the chain. A copy of a chain with real money is for testing where its endpoints
 * are on this machine and it was told to be for development; a chain that the catalogue lacks, where either is so.
 * @param isToldSo its node calls itself one for development, or the file that lists the network calls it a test network
 * @returns whether the network's money is worth nothing
 */
export function isTestNetwork(chainId: number, endpoints: readonly EndpointAddresses[], isToldSo: boolean): boolean {
  if (isListedAsTest(chainId)) return true
  const isLocal = endpoints.length > 0 && endpoints.every(({ http }) => isLoopback(http))
  return real.has(chainId) ? isLocal && isToldSo : isLocal || isToldSo
}
