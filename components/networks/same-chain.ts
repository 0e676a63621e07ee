import { locale } from '@/components/app'
import type { NetworkId } from '@/lib/base/network-id'
import type { NetworkView } from '@/lib/language/ui'

/** The networks with this chain id, but for one of them. */
export function sameChain(networks: readonly NetworkView[], chainId: number, except?: NetworkId): NetworkView[] {
  return networks.filter(network => network.chainId === chainId && network.id !== except)
}

export function namesOf(networks: readonly NetworkView[]): string {
  return new Intl.ListFormat(locale()).format(networks.map(({ name }) => name))
}
