import type { DecisionParts, PageRequests, WindowMode } from './types'

/** The window in which the person decides what sites ask for. */
export interface DecisionWindow {
  /** Opens the window. Default mode: `focus`. Where no window can be shown, decisions wait in the popup. */
  show(mode?: WindowMode): void
  /**
   * The person closed the window: every decision and unlock request that was shown in it is refused. Later ones get a
   * window of their own.
   * @param closedAt ms since the epoch
   */
  closed(closedAt: number): Promise<void>
}

/** @param parts `pages` is read at each call: the provider is made after the decisions */
export function createDecisionWindow(
  parts: Pick<DecisionParts, 'approvals' | 'clock' | 'faults' | 'networks' | 'openApprovalWindow' | 'sites'> & {
    pages(): PageRequests
  },
): DecisionWindow {
  const { approvals, clock, faults, networks, openApprovalWindow, sites, pages } = parts

  function show(mode: WindowMode = 'focus'): void {
    openApprovalWindow(mode).catch((error: unknown) => faults.report('approval-window', error))
  }

  return {
    show,
    async closed(closedAt) {
      const now = clock.now()
      // A time in the future comes from a clock that was set back since: it counts as shown.
      const wasShown = ({ createdAt }: { createdAt: number }) => createdAt <= closedAt || createdAt > now
      const cancelled = await approvals.cancel(wasShown, 'cancelled')
      const origins = cancelled.flatMap(({ requester }) => (requester.kind === 'site' ? [requester.origin] : []))
      // One closing counts as one refusal of a site, however many of its requests were shown.
      for (const origin of new Set([...origins, ...(await pages().refuseUnlock(wasShown))]))
        await sites.countRefusal(origin, networks.defaultNetworkId())
      const isAskedBySite = (await approvals.waiting()).some(({ requester }) => requester.kind === 'site')
      if (isAskedBySite || pages().isAwaitingUnlock()) show('if-missing')
    },
  }
}
