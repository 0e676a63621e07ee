import type { Address } from 'viem'
import { Failure } from '@/lib/base/failure'
import { isSameAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { Account } from '@/lib/keys/shared/account'
import type { SelectionView } from '@/lib/language/ui'
import type { Settings } from '@/lib/storage/settings'

/** The account and network of the wallet's own screens. */
export interface Selection {
  /** Where the chosen account or network no longer exists, the first one that does. `null` without an account. */
  current(): Promise<SelectionView | null>
  /** @throws Failure `account-unknown` without an account */
  required(): Promise<SelectionView>
}

export function createSelection(dependencies: {
  settings: Settings
  accounts(): Promise<Account[]>
  hasNetwork(networkId: NetworkId): boolean
  chainIdOf(networkId: NetworkId): number
  defaultNetworkId(): NetworkId
}): Selection {
  const { settings, accounts, hasNetwork, chainIdOf, defaultNetworkId } = dependencies

  async function current(): Promise<SelectionView | null> {
    const [{ selectedAddress, selectedNetworkId }, all] = await Promise.all([settings.read(), accounts()])
    const account = all.find(({ address }) => isSame(address, selectedAddress)) ?? all.find(({ hidden }) => !hidden)
    if (account === undefined) return null
    const networkId =
      selectedNetworkId !== null && hasNetwork(selectedNetworkId) ? selectedNetworkId : defaultNetworkId()
    return { networkId, chainId: chainIdOf(networkId), address: account.address }
  }

  return {
    current,
    async required() {
      const selected = await current()
      if (selected === null) throw new Failure('account-unknown')
      return selected
    },
  }
}

function isSame(left: Address, right: Address | null): boolean {
  return isSameAddress(left, right)
}
