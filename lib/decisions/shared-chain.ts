import { isLoopback } from '@/lib/base/addresses'
import { type Risk, risk } from '@/lib/reading/risk/risk'
import type { NetworkEntry } from '@/lib/storage/records'

/** What else takes what is signed for a network: another network of the wallet, or the chain that it is a copy of. */
export interface SharedChain {
  name: string
  /** Its money is worth nothing. */
  testing: boolean
}

/**
 * What is signed for a network is valid on every chain with the same id.
 * @param sameChain the networks of the wallet with its chain id
 * @param knownChain the name of the public chain with that id, which is no test network; `null` without one
 * @returns the one where most is at stake; `null` where the network stands alone
 */
export async function sharedChain(
  network: NetworkEntry,
  sameChain: readonly NetworkEntry[],
  knownChain: (chainId: number) => Promise<string | null>,
): Promise<SharedChain | null> {
  const others = sameChain.filter(({ id }) => id !== network.id)
  const real = others.find(({ testing }) => !testing)
  if (real !== undefined) return real
  const isCopy = network.testing || network.endpoints.every(({ http }) => isLoopback(http))
  const name = isCopy ? await knownChain(network.chainId) : null
  return name === null ? (others[0] ?? null) : { name, testing: false }
}

/** @param other what else takes what is signed for the network; `null` where nothing does */
export function sharedChainRisks({ name, chainId }: NetworkEntry, other: SharedChain | null): Risk[] {
  return other === null
    ? []
    : [risk('caution', 'shared-chain', { network: name, other: other.name, id: String(chainId) })]
}
