import type { Address } from 'viem'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { Approval } from './approvals/types'
import { kindOf } from './kinds/kinds'
import { shownAddresses } from './sites/site-access'
import { isMuted, isSeenDifferently } from './sites/sites'
import type { AskedWith, DecisionParts, PageRequests } from './types'

/** Ends waiting decisions that no longer hold because the wallet, a site or a page changed. */
export interface Cancellation {
  /**
   * True if the decision still holds: its page is open, the site is not muted, is on the same chain and still sees the
   * account. Only for decisions of sites.
   */
  stillHolds(approval: Approval, asked: AskedWith): Promise<boolean>
  /** The wallet was locked: all decisions end. */
  locked(): Promise<void>
  /** Accounts were added, hidden or removed. */
  accountsChanged(): Promise<void>
  networkRemoved(networkId: NetworkId): Promise<void>
  siteMuted(origin: string): Promise<void>
  documentLeft(documentId: string): Promise<void>
  /** Ends decisions for pages that did not come back after the worker restarted. */
  cancelOrphans(): Promise<void>
}

/**
 * @param pages read at each call: the provider is made after the decisions
 */
export function createCancellation(
  parts: Pick<DecisionParts, 'accessOf' | 'accounts' | 'approvals' | 'clock' | 'sites'> & { pages(): PageRequests },
): Cancellation {
  const { accessOf, accounts, approvals, clock, sites, pages } = parts

  async function cancel(matches: (approval: Approval) => boolean): Promise<void> {
    await approvals.cancel(matches, 'cancelled')
  }

  sites.onChange((site, before) => {
    if (before === undefined || before.accounts.length === 0 || !isSeenDifferently(site, before)) return
    const { origin, accounts: seen, networkId } = site
    const [active] = seen
    const chainChanged = before.networkId !== networkId
    const activeChanged = before.accounts[0] !== active
    // The person was asked about a chain and an account: the decision ends when the site leaves either.
    void cancel(
      approval =>
        isOf(approval, origin) &&
        (seen.length === 0 ||
          (chainChanged && approval.networkId !== networkId) ||
          (activeChanged && approval.account !== null && approval.account !== active) ||
          !isSeenBy(approval, seen)),
    )
  })

  return {
    async stillHolds(approval, { networkId, connected }) {
      if (approval.requester.kind !== 'site') return false
      const { origin, documentId } = approval.requester
      const access = await accessOf(origin)
      return (
        !pages().hasLeft(documentId ?? '') &&
        !isMuted(access.record, clock.now()) &&
        access.networkId === networkId &&
        (access.connected || !connected) &&
        isSeenBy(approval, access.accounts)
      )
    },

    locked: () => cancel(() => true),

    async accountsChanged() {
      const shown = shownAddresses(await accounts())
      await cancel(
        ({ requester, account }) =>
          requester.kind === 'site' && account !== null && !shown.has(lowerCaseAddress(account)),
      )
    },

    networkRemoved: removed =>
      cancel(
        ({ requester, networkId, request }) =>
          requester.kind === 'site' &&
          (networkId === removed || ('networkId' in request && request.networkId === removed)),
      ),

    siteMuted: origin => cancel(approval => isOf(approval, origin)),

    documentLeft: documentId =>
      cancel(({ requester }) => requester.kind === 'site' && requester.documentId === documentId),

    cancelOrphans: () =>
      cancel(
        // A decision without a request key was asked for on a port of another kind, like the payment for a page.
        ({ requester, requestKey }) =>
          requester.kind === 'site' && requestKey !== null && !pages().isOpen(requester.documentId ?? ''),
      ),
  }
}

/**
 * True if the site sees the approval's account, or need not: the account that pays for an HTTP 402 answer is not shown.
 */
function isSeenBy({ account, request }: Approval, accounts: readonly Address[]): boolean {
  return account === null || !kindOf(request).isAccountSeen || accounts.includes(account)
}

function isOf({ requester }: Approval, origin: string): boolean {
  return requester.kind === 'site' && requester.origin === origin
}
