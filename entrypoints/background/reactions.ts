import type { Address } from 'viem'
import type { Shown } from '@/lib/activity/shown'
import { Failure } from '@/lib/base/failure'
import type { NetworkId } from '@/lib/base/network-id'
import type { Decisions } from '@/lib/decisions/decisions'
import { approvedForDevices } from '@/lib/decisions/device-approvals'
import { isMuteOffered } from '@/lib/decisions/sites/sites'
import { isOfSelection, sliceNames } from '@/lib/language/slices'
import type { SliceName } from '@/lib/language/ui'
import type { Snapshot } from '@/lib/language/worker/snapshot'
import type { UiPorts } from '@/lib/language/worker/ui-port'
import type { Provider } from '@/lib/provider/provider'
import type { ApprovalWindow } from './approval-window'
import { setLockAlarm } from './lock-alarm'
import type { Notices } from './notices'
import type { WalletParts } from './parts'

/** Slices that change with the selection: itself, and all that are about it. */
const selectionSlices = sliceNames.filter(name => name === 'selection' || isOfSelection(name))

/** What else of the service reacts. */
export interface Reacting {
  decisions: Decisions
  provider: Provider
  uiPorts: UiPorts
  snapshot: Snapshot
  approvalWindow: ApprovalWindow
  notices: Notices
  shown: Shown
  /** The slices changed: pages that show them are sent the new values. */
  changed(...names: SliceName[]): void
  registerPageScripts(): Promise<void>
}

/**
 * Lets the parts of the wallet react to each other.
 * @returns to be called when the selection may have changed
 */
export function connectParts(parts: WalletParts, reacting: Reacting): { selectionChanged(): Promise<void> } {
  const selectionChanged = reactToSelection(parts, reacting)
  const closeWindow = () => reacting.approvalWindow.close(() => isWindowNeeded(parts))
  reactToSession(parts, reacting, { selectionChanged, closeWindow })
  reactToDecisions(parts, reacting, closeWindow)
  reactToTransactions(parts, reacting)
  reactToMoney(parts, reacting)
  reactToNetworksAndSettings(parts, reacting, selectionChanged)
  return { selectionChanged }
}

/** A decision or a device waits, or a site was refused so often that the window offers to mute it. */
async function isWindowNeeded(parts: WalletParts): Promise<boolean> {
  const { approvals, clock, isUnlocked, sites } = parts
  if ((await approvals.waiting()).length > 0 || (await approvedForDevices(parts)).length > 0) return true
  return (await isUnlocked()) && (await sites.all()).some(site => isMuteOffered(site, clock.now()))
}

function reactToSelection({ isUnlocked, selection }: WalletParts, { changed, shown }: Reacting): () => Promise<void> {
  return async () => {
    shown.select((await isUnlocked()) ? await selection.current() : null)
    changed(...selectionSlices)
  }
}

function reactToSession(
  {
    arrivals,
    balances,
    contacts,
    deviceRequests,
    faults,
    isUnlocked,
    keyring,
    past,
    tokens,
    transactions,
    unlocked,
  }: WalletParts,
  { changed, decisions, provider, snapshot }: Reacting,
  { selectionChanged, closeWindow }: { selectionChanged(): Promise<void>; closeWindow(): Promise<void> },
): void {
  async function deadlineChanged(): Promise<void> {
    await setLockAlarm(keyring)
    changed('session')
  }

  /** What was asked while the wallet was locked is judged again, by all that is known. */
  async function readAll(): Promise<void> {
    unlocked()
    await transactions.unlocked()
    await decisions.unlocked()
  }

  async function sessionChanged(): Promise<void> {
    const isOpen = await isUnlocked()
    if (!isOpen) {
      arrivals.rest()
      contacts.forget()
      past.rest()
      transactions.locked()
    }
    await deadlineChanged()
    if (isOpen) await readAll().catch((error: unknown) => faults.report('database', error))
    await selectionChanged()
    if (!isOpen) {
      balances.forget()
      tokens.forget()
      await snapshot.erase()
      deviceRequests.endAll(new Failure('locked'))
      await decisions.locked()
    }
    await provider.sessionChanged()
    // The window may have been opened for the unlock alone.
    if (isOpen) await closeWindow()
    changed(...sliceNames)
  }

  keyring.onChange(change => {
    if (change === 'session') void sessionChanged()
    else if (change === 'deadline') void deadlineChanged()
    else {
      changed('accounts')
      void selectionChanged()
      void decisions.accountsChanged().then(provider.stateChanged)
    }
  })
}

function reactToDecisions(
  { approvals, clock, deviceRequests, faults, sites, transactions }: WalletParts,
  { approvalWindow, changed, notices, registerPageScripts }: Reacting,
  closeWindow: () => Promise<void>,
): void {
  approvals.onChange(approval => {
    changed('approvals', 'askingSites', 'desk')
    void approvals.waiting().then(async waiting => {
      notices.waiting(waiting.length)
      if (approval.status !== 'waiting' && waiting.length === 0) await closeWindow()
    })
  })
  /** A device asked for a site needs the window, also after a worker was stopped and asks again. */
  async function showDevice(approvalId: string): Promise<void> {
    const isOfSite = (await approvals.get(approvalId))?.requester.kind === 'site'
    if (isOfSite && deviceRequests.of(approvalId) !== null) await approvalWindow.open('if-missing')
  }
  deviceRequests.onChange(approvalId => {
    changed('approvals')
    void showDevice(approvalId).catch((error: unknown) => faults.report('approval-window', error))
  })
  transactions.onPreview(() => changed('approvals'))
  sites.onChange((site, before) => {
    changed('sites', 'askingSites')
    if (site.posesAs !== before?.posesAs) void registerPageScripts()
    const now = clock.now()
    const wasLastQuestion = before !== undefined && isMuteOffered(before, now) && !isMuteOffered(site, now)
    if (wasLastQuestion) void closeWindow()
  })
}

function reactToTransactions(
  { balances, transactions, transactionView }: WalletParts,
  { changed, notices, shown, snapshot, uiPorts }: Reacting,
): void {
  transactions.onRow((row, receivedAt) => {
    // The row that a page shows goes out before anything else is done.
    if (shown.isSelected({ networkId: row.networkId, address: row.from })) {
      const view = transactionView(row, receivedAt)
      uiPorts.pushRow(view)
      snapshot.keepRow({ ...view, receivedAt: null })
    }
    if (row.foreign !== true) notices.row(row)
    balances.refresh(receivedAt ?? undefined)
    changed('connection', 'desk')
  })
}

function reactToMoney(
  { arrivals, balances, connections, contacts, faucetState, faults, networks, past, tokens }: WalletParts,
  { changed, shown }: Reacting,
): void {
  async function refreshTokens(networkId: NetworkId, address: Address): Promise<void> {
    await tokens.refresh(networkId, address).catch((error: unknown) => faults.report('balances', error, networkId))
  }

  balances.onReading(reading => {
    connections.succeeded(reading.networkId)
    faucetState.onReading(reading)
    arrivals.onReading(reading)
    changed('balance')
    if (shown.isWanted('tokens')) void refreshTokens(reading.networkId, reading.address)
  })
  balances.onFailure((networkId, error) => {
    connections.failed(networkId, error)
    faults.report('balances', error, networkId)
  })
  tokens.onTransfer(arrivals.onTransfer)
  tokens.onChange(networkId => {
    changed('tokens')
    faucetState.onTokens(networkId)
  })
  contacts.onChange(() => changed('contacts'))
  arrivals.onChange(() => changed('arrivals', 'desk'))
  past.onChange(() => changed('activity'))
  networks.onEpoch(networkId => {
    arrivals.forget(networkId)
    past.forget(networkId)
  })
  faucetState.onChange(() => changed('faucet'))
}

function reactToNetworksAndSettings(
  { connections, lists, networks, onRegime, settings, sites }: WalletParts,
  { changed, decisions, provider, registerPageScripts }: Reacting,
  selectionChanged: () => Promise<void>,
): void {
  async function networkRemoved(networkId: NetworkId): Promise<void> {
    await decisions.networkRemoved(networkId)
    await sites.leaveNetwork(networkId, networks.defaultNetworkId())
    await provider.stateChanged()
  }

  lists.onChange(() => changed('lists'))
  networks.onChange(networkId => {
    changed('networks', 'connection', 'faucet')
    if (networks.get(networkId) === undefined) void networkRemoved(networkId)
  })
  onRegime(() => changed('connection', 'activity'))
  connections.onChange(() => changed('connection'))
  settings.onChange(() => {
    changed('settings')
    void selectionChanged()
    void registerPageScripts()
  })
}
