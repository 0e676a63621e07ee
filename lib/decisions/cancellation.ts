import type { Address } from 'viem'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { Approval, EndStatus } from './approvals/types'
import { kindOf } from './kinds/kinds'
import { shownAddresses } from './sites/site-access'
import { isMuted, isSeenDifferently } from './sites/sites'
import type { AskedWith, DecisionParts, PageRequests } from './types'

/** Ends waiting decisions that no longer hold because the wallet, a site or a page changed. */
export interface Cancellation {
  /**
   * Ends a site's decision unless it still holds: its page is open, the site is not muted, still sees the account, and
   * did not leave the decision's chain. Resolves with `true` if it ended.
   */
  endIfVoid(approval: Approval, asked: AskedWith): Promise<boolean>
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

  async function whyNotHeld(approval: Approval, { networkId, connected }: AskedWith): Promise<EndStatus | null> {
    if (approval.requester.kind !== 'site') return 'cancelled'
    const { origin, documentId } = approval.requester
    const access = await accessOf(origin)
    const holds =
      !pages().hasLeft(documentId ?? '') &&
      !isMuted(access.record, clock.now()) &&
      (access.connected || !connected) &&
      isSeenBy(approval, access.accounts)
    if (!holds) return 'cancelled'
    return access.networkId === networkId || !isLeftBehind(approval, access.networkId) ? null : 'chain-left'
  }

  sites.onChange((site, before) => {
    if (before === undefined || before.accounts.length === 0 || !isSeenDifferently(site, before)) return
    const { origin, accounts: seen, networkId } = site
    const [active] = seen
    const chainChanged = before.networkId !== networkId
    const activeChanged = before.accounts[0] !== active
    // The person was asked about an account, and may have been about a chain: the decision ends when the site leaves
    // it.
    void cancel(
      approval =>
        isOf(approval, origin) &&
        (seen.length === 0 ||
          (activeChanged && approval.account !== null && approval.account !== active) ||
          !isSeenBy(approval, seen)),
    )
    if (chainChanged)
      void approvals.cancel(approval => isOf(approval, origin) && isLeftBehind(approval, networkId), 'chain-left')
  })

  return {
    async endIfVoid(approval, asked) {
      const reason = await whyNotHeld(approval, asked)
      if (reason !== null) await approvals.cancel(({ id }) => id === approval.id, reason)
      return reason !== null
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

/** True if it is for the chain that its site left for this network. */
function isLeftBehind({ networkId, request }: Approval, site: NetworkId): boolean {
  return networkId !== site && kindOf(request).isOfChain(request)
}

function isOf({ requester }: Approval, origin: string): boolean {
  return requester.kind === 'site' && requester.origin === origin
}
