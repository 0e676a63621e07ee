import type { Address } from 'viem'
import { toQuantity } from '@/lib/base/hex'
import { createListeners } from '@/lib/base/listeners'
import { type SiteAccess, toldAccounts } from '@/lib/decisions/sites/site-access'
import { isSeenDifferently } from '@/lib/decisions/sites/sites'
import { createAsking } from './asking'
import { createDispatch } from './dispatch'
import { limitExceeded, toDappError } from './errors'
import { createMethods } from './methods'
import type { DappPort, PageConnection } from './ports'
import { createRequests } from './requests'
import { createSettlement } from './settlement'
import type { ProviderParts } from './types'
import { createUnlockRequests } from './unlock-requests'

/** The wallet as pages see it (EIP-1193): every request of a port gets one answer, every change of state is sent. */
export interface Provider {
  /** The same as `ports.accept`. */
  handlePort(port: DappPort): void
  /** Call after the wallet was locked or unlocked. */
  sessionChanged(): Promise<void>
  /** Call after a change of the accounts or networks that pages may see. */
  stateChanged(): Promise<void>
  /**
   * Mutes a site and answers its waiting requests with −32005.
   * @param untilMs ms since the epoch; `null` ends the muting
   */
  mute(origin: string, untilMs: number | null): Promise<void>
  /** At worker start and at each alarm: answers requests whose decision has ended, and forgets old answers. */
  recover(): Promise<void>
}

export function createProvider(parts: ProviderParts): Provider {
  const { accessOf, approvals, clock, database, decisions, faults, isUnlocked, ports, sites } = parts
  const requests = createRequests({ database, clock, faults })
  const pageState = createPageState(parts)
  const settlement = createSettlement({ decisions, requests, faults })
  const unlockRequests = createUnlockRequests({
    accessOf,
    clock,
    isOpen: ports.isOpen,
    isRunning: key => dispatch.isRunning(key),
    requests,
    showWindow: () => decisions.window.show(),
  })
  const methodOf = createMethods({
    ...parts,
    ...createAsking({ decisions, requests }),
    onAccess: pageState.onAccess,
    visibleAccounts: pageState.visibleAccounts,
  })
  const dispatch = createDispatch({ ...parts, methodOf, requests, settlement, unlockRequests })

  approvals.onChange(approval => {
    // What was approved is answered by what carries it out.
    if (!['waiting', 'approved', 'done'].includes(approval.status)) settlement.settle(approval)
  })
  sites.onChange((site, before) => {
    if (isSeenDifferently(site, before)) void pageState.broadcast(site.origin)
  })
  decisions.serve({
    hasLeft: ports.hasLeft,
    isOpen: ports.isOpen,
    isUnanswered: async key => (await requests.get(key))?.answer === null,
    answer: settlement.answer,
    refuseUnlock: unlockRequests.refuse,
    isAwaitingUnlock: () => !unlockRequests.isEmpty(),
  })
  ports.serve({
    receive: (page, request) =>
      void dispatch.run(page, request).then(({ answer, afterwards }) => {
        const { id } = request
        if ('error' in answer) page.send({ kind: 'error', id, error: answer.error })
        else page.send({ kind: 'result', id, result: answer.result })
        afterwards?.()
      }),
    connected: page => void pageState.send(page).catch((error: unknown) => faults.report('sites', error)),
    left({ documentId }) {
      unlockRequests.left(documentId)
      void decisions.documentLeft(documentId)
    },
  })

  return {
    handlePort: ports.accept,
    stateChanged: () => pageState.broadcast(),

    async sessionChanged() {
      if (await isUnlocked()) await unlockRequests.answer()
      await pageState.broadcast()
    },

    async mute(origin, untilMs) {
      await sites.mute(origin, untilMs)
      if (untilMs === null) return
      const muted = { error: toDappError(limitExceeded('The person muted this site.')) }
      for (const { requester, requestKey } of await approvals.waiting())
        if (requester.kind === 'site' && requester.origin === origin && requestKey !== null)
          await requests.answer(requestKey, muted)
      await decisions.siteMuted(origin)
    },

    async recover() {
      await requests.forgetOld()
      for (const { approvalId } of await requests.unanswered()) {
        const approval = approvalId === null ? undefined : await approvals.get(approvalId)
        // An approved one is being carried out, and gives the answer then.
        if (approval !== undefined && approval.status !== 'approved') settlement.settle(approval)
      }
    },
  }
}

/** What pages see of the wallet: their chain and accounts (EIP-1193 events `chainChanged` and `accountsChanged`). */
interface PageState {
  /** Sends a page its chain and accounts. */
  send(page: PageConnection): Promise<void>
  /** Sends every page of a site, or of all sites, its state; pages without a port are told to connect. */
  broadcast(origin?: string): Promise<void>
  /** The accounts a site sees now: none while the wallet is locked. */
  visibleAccounts(access: Pick<SiteAccess, 'accounts'>): Promise<readonly Address[]>
  /** Called when the access of an open page may have changed. Returns the end of listening. */
  onAccess(listener: (page: PageConnection, access: SiteAccess) => void): () => void
}

function createPageState(parts: Pick<ProviderParts, 'accessOf' | 'isUnlocked' | 'ports' | 'wakePages'>): PageState {
  const { accessOf, isUnlocked, ports, wakePages } = parts
  const listeners = createListeners<[page: PageConnection, access: SiteAccess]>()

  async function visibleAccounts({ accounts }: Pick<SiteAccess, 'accounts'>): Promise<readonly Address[]> {
    return accounts.length > 0 && (await isUnlocked()) ? toldAccounts(accounts) : []
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
