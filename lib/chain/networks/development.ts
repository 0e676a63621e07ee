import { isLoopback } from '@/lib/base/addresses'

/**
 * @param url where the node is
 * @param version its answer to `web3_clientVersion`; any value
 * @returns whether it is a node for development (Anvil, Hardhat, Ganache) on this machine
 */
export function isDevelopmentNode(url: string, version: unknown): boolean {
  return isLoopback(url) && typeof version === 'string' && /^(?:anvil|hardhat|ganache)/i.test(version)
}
