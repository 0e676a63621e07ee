import type { NetworkId } from '@/lib/base/network-id'
import type { NetworkView } from '@/lib/language/ui'

export type NamedNetwork = Pick<NetworkView, 'id' | 'chainId' | 'name'>

/** The network of an exported row. Two networks may have one chain id: the name tells them apart. */
export function exportedNetwork(
  networks: readonly NamedNetwork[],
  networkId: NetworkId | null,
): { network: string | null; chainId: number | null } {
  const found = networks.find(({ id }) => id === networkId)
  return { network: found?.name ?? null, chainId: found?.chainId ?? null }
}
