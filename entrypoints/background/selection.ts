import type { Address } from 'viem'
import type { Settings } from '@/lib/database/settings'
import type { Account } from '@/lib/keyring/types'
import type { Slices } from '@/lib/messaging/ui'

export interface Selection {
  /** The account and network of the wallet's own screens; what was chosen may be gone by now, then the first there is. */
  current(): Promise<Slices['selection']>
}

export function createSelection(dependencies: {
  settings: Settings
  accounts(): Promise<Account[]>
  hasNetwork(chainId: number): boolean
  defaultChainId(): number
}): Selection {
  const { settings, accounts, hasNetwork, defaultChainId } = dependencies
  return {
    async current() {
      const [{ selectedAddress, selectedChainId }, all] = await Promise.all([settings.read(), accounts()])
      const account = all.find(({ address }) => isSame(address, selectedAddress)) ?? all.find(({ hidden }) => !hidden)
      if (account === undefined) return null
      const chosen = selectedChainId !== null && hasNetwork(selectedChainId) ? selectedChainId : defaultChainId()
      return { chainId: chosen, address: account.address }
    },
  }
}

function isSame(left: Address, right: Address | null): boolean {
  return left.toLowerCase() === right?.toLowerCase()
}
