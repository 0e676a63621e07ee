import type { Address } from 'viem'
import { toQuantity } from '@/lib/base/hex'
import { createListeners } from '@/lib/base/listeners'
import type { SiteAccess } from '@/lib/decisions/sites/site-access'
import type { PageConnection } from './ports'
import type { ProviderParts } from './types'

/** What pages see of the wallet: their chain and accounts (EIP-1193 events `chainChanged` and `accountsChanged`). */
export interface PageState {
  /** Sends a page its chain and accounts. */
  send(page: PageConnection): Promise<void>
  /** Sends every page of a site, or of all sites, its state; pages without a port are told to connect. */
  broadcast(origin?: string): Promise<void>
  /** The accounts a site sees now: none while the wallet is locked. */
  visibleAccounts(access: Pick<SiteAccess, 'accounts'>): Promise<readonly Address[]>
  /** Called when the access of an open page may have changed. Returns the end of listening. */
  onAccess(listener: (page: PageConnection, access: SiteAccess) => void): () => void
}

export function createPageState(
  parts: Pick<ProviderParts, 'accessOf' | 'isUnlocked' | 'ports' | 'wakePages'>,
): PageState {
  const { accessOf, isUnlocked, ports, wakePages } = parts
  const listeners = createListeners<[page: PageConnection, access: SiteAccess]>()

  async function visibleAccounts({ accounts }: Pick<SiteAccess, 'accounts'>): Promise<readonly Address[]> {
    return accounts.length > 0 && (await isUnlocked()) ? accounts : []
  }

  async function send(page: PageConnection): Promise<void> {
    const access = await accessOf(page.frame.origin)
    listeners.tell(page, access)
    const accounts = await visibleAccounts(access)
    page.send({ kind: 'state', chainId: toQuantity(BigInt(access.chainId)), accounts })
  }

  return {
    send,
    async broadcast(origin) {
      wakePages()
      await Promise.all(ports.pages(origin).map(send))
    },
    visibleAccounts,
    onAccess: listeners.add,
  }
}
