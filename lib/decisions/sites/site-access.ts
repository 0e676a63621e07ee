import type { Address } from 'viem'
import { getAddress } from '@/lib/base/checksum'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { Networks } from '@/lib/chain/networks/networks'
import type { Account } from '@/lib/keys/shared/account'
import type { SiteRecord } from '@/lib/storage/records'
import type { Sites } from './sites'

/** What a site may see and use at one moment. */
export interface SiteAccess {
  record: SiteRecord | undefined
  /** True if the site may see at least one account that exists and is not hidden. */
  connected: boolean
  /** Accounts the person connected to this site, the active one first. Not affected by the lock. Lower case. */
  accounts: readonly Address[]
  /** The site's network; the default one for a site that is not connected, or whose network was removed. */
  networkId: NetworkId
  /** Its chain id, which is what the site knows. */
  chainId: number
}

export type ReadSiteAccess = (origin: string) => Promise<SiteAccess>

/**
 * Makes the function that reads what a site may see and use.
 * @param parts `accounts` returns those of these addresses that the wallet has, also while it is locked
 */
export function createSiteAccess(parts: {
  sites: Pick<Sites, 'get'>
  networks: Pick<Networks, 'get' | 'chainIdOf' | 'defaultNetworkId'>
  accounts(only: readonly Address[]): Promise<readonly Pick<Account, 'address' | 'hidden'>[]>
}): ReadSiteAccess {
  const { sites, networks, accounts } = parts
  const on = (networkId: NetworkId) => ({ networkId, chainId: networks.chainIdOf(networkId) })

  return async origin => {
    const record = await sites.get(origin)
    // A site that is not connected learns nothing: every such site gets this answer, and no account is read.
    if (record === undefined || record.accounts.length === 0)
      return { record, connected: false, accounts: [], ...on(networks.defaultNetworkId()) }
    const shown = shownAddresses(await accounts(record.accounts))
    const connectedAccounts = record.accounts.filter(address => shown.has(address))
    const connected = connectedAccounts.length > 0
    const hasNetwork = connected && networks.get(record.networkId) !== undefined
    const networkId = hasNetwork ? record.networkId : networks.defaultNetworkId()
    return { record, connected, accounts: connectedAccounts, ...on(networkId) }
  }
}

/**
 * The network that a site means by a chain id: its own where that has it, otherwise the first one of that chain.
 * @returns `undefined` where the wallet has none
 */
export function networkFor(
  chainId: number,
  site: Pick<SiteAccess, 'networkId' | 'chainId'>,
  networks: Pick<Networks, 'ofChain'>,
): NetworkId | undefined {
  return chainId === site.chainId ? site.networkId : networks.ofChain(chainId)[0]?.id
}

/** Accounts as pages are told of them: sign-ins (EIP-4361) need the checksums of EIP-55. */
export function toldAccounts(accounts: readonly Address[]): Address[] {
  return accounts.map(address => getAddress(address))
}

/** The lower-case addresses of the accounts that are not hidden. */
export function shownAddresses(accounts: readonly Pick<Account, 'address' | 'hidden'>[]): ReadonlySet<string> {
  return new Set(accounts.filter(({ hidden }) => !hidden).map(({ address }) => lowerCaseAddress(address)))
}
