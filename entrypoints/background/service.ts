import { browser } from 'wxt/browser'
import { createShown } from '@/lib/activity/shown'
import { createSliceReader } from '@/lib/activity/slice-readers'
import type { FaultPlace } from '@/lib/base/faults'
import { once } from '@/lib/base/once'
import type { KeepAlive } from '@/lib/base/rpc/types'
import { createDecisions } from '@/lib/decisions/decisions'
import { createSiteAccess } from '@/lib/decisions/sites/site-access'
import { createSlicePublisher } from '@/lib/language/worker/slices'
import type { Snapshot } from '@/lib/language/worker/snapshot'
import type { UiPorts } from '@/lib/language/worker/ui-port'
import { hasUnfinished } from '@/lib/payments/http402/pending'
import type { DappPorts } from '@/lib/provider/ports'
import { createProvider } from '@/lib/provider/provider'
import type { RequestLog } from '@/lib/provider/request-log'
import type { ApprovalWindow } from './approval-window'
import { decisionsScript } from './later-scripts'
import { setLockAlarm } from './lock-alarm'
import { createNotices } from './notices'
import { showHome, wakePages } from './own-tabs'
import { createPageScripts } from './page-scripts'
import type { WalletParts } from './parts'
import { createLazyPayments } from './payments/lazy'
import type { Payments } from './payments/payments'
import { createProcedures } from './procedures'
import { connectParts } from './reactions'
import { feedRequestLog } from './request-log'

export interface Service {
  /** For the pages that were answered with HTTP 402, or whose payment link the person followed. */
  payments(): Payments
  /** Does what is due: an alarm rang, or the browser started. */
  wake(): Promise<void>
  lock(): Promise<void>
  /** The person closed the decision window. @param closedAt ms since the epoch */
  windowClosed(closedAt: number): Promise<void>
}

/** The worker's connections to the outside. */
export interface Edges {
  uiPorts: UiPorts
  dappPorts: DappPorts
  requestLog: RequestLog
  snapshot: Snapshot
  approvalWindow: ApprovalWindow
  keepAlive: KeepAlive
}

/**
 * Connects the parts of the wallet with each other and with pages and websites, then carries on what an earlier worker
 * left.
 */
export async function startService(parts: WalletParts, edges: Edges): Promise<Service> {
  const { database, isUnlocked, keyring, networks, settings, sites, transactions } = parts
  const { uiPorts, dappPorts, requestLog, snapshot, approvalWindow, keepAlive } = edges
  const registerPageScripts = createPageScripts(parts)
  /** Reports an error that no caller waits for. */
  const at = (where: FaultPlace) => (error: unknown) => parts.faults.report(where, error)

  const accessOf = createSiteAccess({ sites, networks, accounts: keyring.accounts })
  const payments = createLazyPayments(
    () => ({
      ...parts,
      keepAlive,
      accessOf,
      warn: decisions.warn,
      propose: decisions.propose,
      isOpen: dappPorts.isOpen,
      openWindow: () => void approvalWindow.open().catch(at('approval-window')),
      signInRules: () => decisionsScript.load().signInRules,
    }),
    ({ ledger, transfers, desk, http402 }) => {
      ledger.onChange(() => slices.changed('authorizations', 'authorizationsRead', 'chainHead'))
      transfers.onChange(() => slices.changed('transfers', 'books', 'chainHead'))
      desk.onChange(() => slices.changed('desk', 'books'))
      http402.onChange(() => {
        slices.changed('approvals', 'answers', 'channels')
        void registerPageScripts()
      })
    },
  )
  const shown = createShown({ ...parts, payments })
  const slices = createSlicePublisher({
    readNow: createSliceReader(parts, payments, requestLog),
    push: uiPorts.push,
    onValue: snapshot.keep,
    onWanted: shown.want,
  })
  const notices = createNotices({
    clock: parts.clock,
    isWatched: () => shown.isWanted('activity'),
    isWanted: async () => (await settings.read()).notifications && (await isUnlocked()),
  })

  const decisions = createDecisions({
    ...parts,
    accessOf,
    http402: payments.http402,
    ledger: payments.ledger,
    signer: keyring,
    accounts: keyring.accounts,
    untilDevice: parts.deviceRequests.orAsked,
    createAssessment: parts => decisionsScript.load().createAssessment(parts),
    isTestNetwork: (...asked) => decisionsScript.load().isTestNetwork(...asked),
    readTypedData: given => decisionsScript.load().readTypedData(given),
    openApprovalWindow: approvalWindow.open,
  })
  const provider = createProvider({
    ...parts,
    accessOf,
    decisions,
    http402: payments.http402,
    isUnlocked,
    ports: dappPorts,
    keepAlive,
    async paceOf(networkId, listens) {
      const { isRegimeSeen, seeRegime } = parts.watcherOf(networkId)
      if (listens) seeRegime()
      return { ...(await parts.connections.view(networkId)), isRegimeSeen: isRegimeSeen() }
    },
    wakePages: () => void wakePages(),
    showActivity: showHome,
    signInTerms: (...asked) => decisionsScript.load().signInTerms(...asked),
    typedDataTerms: typedData => decisionsScript.load().typedDataTerms(typedData),
    clientVersion: `Prelude/${browser.runtime.getManifest().version}`,
  })
  const { selectionChanged } = connectParts(parts, {
    decisions,
    provider,
    uiPorts,
    snapshot,
    approvalWindow,
    notices,
    shown,
    changed: slices.changed,
    registerPageScripts,
  })

  async function recoverPayments(): Promise<void> {
    const isPending =
      payments.isLoaded() ||
      (await hasUnfinished(database)) ||
      // A browser rule carries a payment of an earlier worker.
      (await browser.declarativeNetRequest.getSessionRules()).length > 0
    if (isPending) await payments.all().http402.recover()
  }

  /** Removes accounts with `work`. Grants to sites and limits for sellers end with the account. */
  async function removeAccounts(work: () => Promise<unknown>): Promise<void> {
    await parts.removals.remove(work)
    await payments.accountsRemoved()
  }

  const procedures = once(() =>
    createProcedures(
      { ...parts, requestLog, removeAccounts, fulfil: decisions.fulfil, warn: decisions.warn, mute: provider.mute },
      () => payments.all().procedures,
    ),
  )

  await feedRequestLog(requestLog, parts, () => slices.changed('requestLog'))
  await selectionChanged()
  uiPorts.serve({
    get procedures() {
      return procedures()
    },
    isUnlocked,
    slices,
    active: () => void keyring.touch(),
  })
  await transactions.recover()
  await decisions.recover()
  await provider.recover()
  void recoverPayments().catch(at('payments'))
  await registerPageScripts()

  return {
    payments: payments.all,
    lock: keyring.lock,
    async windowClosed(closedAt) {
      await decisions.window.closed(closedAt)
      await takeBackOfSites(parts)
    },
    async wake() {
      await setLockAlarm(keyring)
      await decisions.recover()
      await provider.recover()
      await recoverPayments()
      await parts.lists.wake()
    },
  }
}

/** The person closed the window in which devices were asked for sites: that refuses what they were asked for. */
async function takeBackOfSites({ approvals, deviceRequests }: WalletParts): Promise<void> {
  for (const id of deviceRequests.approvals())
    if ((await approvals.get(id))?.requester.kind === 'site') deviceRequests.takeBack(id)
}
