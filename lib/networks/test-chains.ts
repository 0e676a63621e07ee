import type { Endpoint } from '@/lib/database/records'
import { isLoopback } from './addresses'

/** Public test networks, and the ids that development nodes take when they are given none. */
const testChains: ReadonlySet<number> = new Set([
  97, // BNB Smart Chain
  300, // ZKsync Sepolia
  1301, // Unichain Sepolia
  1337, // Geth and Ganache on this machine
  10143, // Monad
  17000, // Holesky
  31337, // Anvil and Hardhat on this machine
  43113, // Avalanche Fuji
  59141, // Linea Sepolia
  80002, // Polygon Amoy
  84532, // Base Sepolia
  421614, // Arbitrum Sepolia
  534351, // Scroll Sepolia
  560048, // Hoodi
  11155111, // Sepolia
  11155420, // OP Sepolia
])

/** @returns whether the network's money is worth nothing: a public test network, or a node on this machine alone */
export function isTestNetwork(chainId: number, endpoints: readonly Endpoint[]): boolean {
  const isLocal = endpoints.length > 0 && endpoints.every(({ http }) => isLoopback(http))
  return isLocal || testChains.has(chainId)
}
