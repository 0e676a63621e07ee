import { browser } from 'wxt/browser'
import { createDecisions } from '@/lib/decisions/decisions'
import { dappWakeMessage } from '@/lib/messaging/dapp'
import { paymentSliceNames } from '@/lib/messaging/payments'
import type { SliceName, Slices } from '@/lib/messaging/ui'
import type { Http402 } from '@/lib/payments/http402/types'
import type { DappPorts } from '@/lib/provider/ports'
import { createProvider } from '@/lib/provider/provider'
import type { KeepAlive } from '@/lib/rpc/types'
import { createSiteAccess } from '@/lib/sites/site-access'
import { isMuteOffered } from '@/lib/sites/sites'
import type { ApprovalWindow } from './approval-window'
import { createNotices } from './notices'
import { createPageScripts } from './page-scripts'
import { createLazyPayments } from './payments/lazy'
import { hasPendingPayments, paidOrigins } from './payments/pending'
import { createProcedures } from './procedures'
import { createSlicePublisher, createSliceReaders } from './slices'
import type { Snapshot } from './snapshot'
import type { UiPorts } from './ui-port'
import type { WalletParts } from './wallet'

const lockAlarm = 'lock'
const allSlices: readonly SliceName[] = [
  'session',
  'settings',
  'networks',
  'accounts',
  'selection',
  'balance',
  'tokens',
  'contacts',
  'arrivals',
  'activity',
  'connection',
  'faucet',
  'approvals',
  'sites',
  ...paymentSliceNames,
]

export interface Service {
  /** HTTP 402, for the pages that were answered with it. */
  payments(): Http402
  /** An alarm rang, or the browser started: what is due is done. */
  wake(): Promise<void>
  lock(): Promise<void>
  /** The person closed the decision window. */
  windowClosed(closedAt: number): Promise<void>
}

/** What follows from what: every reaction of one part to another, in one place. */
export async function startService(
  parts: WalletParts,
  edges: {
    uiPorts: UiPorts
    dappPorts: DappPorts
    snapshot: Snapshot
    approvalWindow: ApprovalWindow
    keepAlive: KeepAlive
  },
): Promise<Service> {
  const {
    approvals,
    arrivals,
    balances,
    connections,
    faucetState,
    keyring,
    networks,
    settings,
    sites,
    tokens,
    transactions,
  } = parts
  const { uiPorts, dappPorts, snapshot, approvalWindow, keepAlive } = edges
  let wanted: ReadonlySet<SliceName> = new Set()
  /** What the wallet's own screens show, while unlocked: at hand without waiting, for rows have to be shown at once. */
  let shown: Slices['selection'] = null
  let stopTokens = (): void => undefined
  let stopPayments: (() => void)[] = []

  const payments = createLazyPayments(
    () => ({
      ...parts,
      keepAlive,
      warn: decisions.warn,
      propose: decisions.propose,
      openWindow: () => void approvalWindow.open().catch(() => undefined),
      isUnlocked,
    }),
    ({ ledger, transfers, desk, http402 }) => {
      ledger.onChange(() => slices.changed('authorizations', 'chainHead'))
      transfers.onChange(() => slices.changed('transfers', 'chainHead'))
      desk.onChange(() => slices.changed('desk'))
      http402.onChange(() => {
        slices.changed('approvals', 'answers', 'channels')
        void pageScriptsChanged()
      })
    },
  )
  const slices = createSlicePublisher({
    readers: createSliceReaders(parts, payments),
    push: uiPorts.push,
    onValue: snapshot.keep,
    onWanted(names) {
      wanted = names
      follow()
    },
  })
  const notices = createNotices({
    isWatched: () => wanted.has('activity'),
    isWanted: async () => (await settings.read()).notifications && (await keyring.state()).vault === 'unlocked',
  })

  const accessOf = createSiteAccess({ sites, networks, accounts: keyring.accounts })
  const decisions = createDecisions({
    ...parts,
    accessOf,
    http402: payments.http402,
    ledger: payments.ledger,
    signer: keyring,
    accounts: keyring.accounts,
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
    paceOf: connections.view,
    wakePages: () => void wakePages(),
    showActivity,
    clientVersion: `Prelude/${browser.runtime.getManifest().version}`,
  })

  /**
   * Something waits for the person's decision, or a site was refused so often that the window asks whether to mute it.
   */
  async function isWindowNeeded(): Promise<boolean> {
    if ((await approvals.waiting()).length > 0) return true
    return (await isUnlocked()) && (await sites.all()).some(site => isMuteOffered(site, parts.clock.now()))
  }

  async function isUnlocked(): Promise<boolean> {
    return (await keyring.state()).vault === 'unlocked'
  }

  /** Balances are read, and tokens listened for, while a page shows them, and only then. */
  function follow(): void {
    if (shown === null || !wanted.has('balance')) balances.rest()
    else balances.follow(shown.chainId, shown.address)
    stopTokens()
    stopTokens = shown === null || !wanted.has('tokens') ? () => undefined : tokens.follow(shown.chainId, shown.address)
    // The new ones first: who goes on being followed is not read anew.
    const before = stopPayments
    stopPayments = shown === null ? [] : payments.follow(shown, wanted)
    for (const stop of before) stop()
  }

  async function selectionChanged(): Promise<void> {
    shown = (await isUnlocked()) ? await parts.selection.current() : null
    follow()
    slices.changed(
      'selection',
      'balance',
      'tokens',
      'arrivals',
      'activity',
      'connection',
      'faucet',
      ...paymentSliceNames,
    )
  }

  async function deadlineChanged(): Promise<void> {
    const { vault, lockAt } = await keyring.state()
    if (vault === 'unlocked' && lockAt !== null) await browser.alarms.create(lockAlarm, { when: lockAt })
    else await browser.alarms.clear(lockAlarm)
    slices.changed('session')
  }

  async function sessionChanged(): Promise<void> {
    const { vault } = await keyring.state()
    await deadlineChanged()
    await selectionChanged()
    if (vault !== 'unlocked') {
      balances.forget()
      tokens.forget()
      await snapshot.erase()
      await decisions.locked()
    }
    await provider.sessionChanged()
    // It may have been opened for the unlock alone.
    if (vault === 'unlocked') await approvalWindow.close(isWindowNeeded)
    slices.changed(...allSlices)
  }

  keyring.onChange(change => {
    if (change === 'session') void sessionChanged()
    else if (change === 'deadline') void deadlineChanged()
    else {
      slices.changed('accounts')
      void selectionChanged()
      void decisions.accountsChanged().then(provider.stateChanged)
    }
  })
  const pageScripts = createPageScripts()
  async function pageScriptsChanged(): Promise<void> {
    const [{ claimWindowEthereum: claim }, known] = await Promise.all([settings.read(), sites.all()])
    const paysOn = await paidOrigins(parts.database)
    const posesOn = known.filter(({ posesAs }) => posesAs !== undefined).map(({ origin }) => origin)
    await pageScripts.register({ claim, posesOn, paysOn }).catch(() => undefined)
  }

  settings.onChange(() => {
    slices.changed('settings')
    void selectionChanged()
    void pageScriptsChanged()
  })
  approvals.onChange(approval => {
    slices.changed('approvals', 'desk')
    void approvals.waiting().then(async waiting => {
      notices.waiting(waiting.length)
      if (approval.status !== 'waiting' && waiting.length === 0) await approvalWindow.close(isWindowNeeded)
    })
  })
  transactions.onPreview(() => slices.changed('approvals'))
  transactions.onRow((row, receivedAt) => {
    // First what somebody looks at.
    if (shown?.chainId === row.chainId && shown.address.toLowerCase() === row.from.toLowerCase()) {
      const view = parts.transactionView(row, receivedAt)
      uiPorts.pushRow(view)
      snapshot.keepRow({ ...view, receivedAt: null })
    }
    if (row.foreign !== true) notices.row(row)
    balances.refresh(receivedAt ?? undefined)
    slices.changed('connection', 'desk')
  })
  balances.onReading(reading => {
    connections.succeeded(reading.chainId)
    faucetState.onReading(reading)
    arrivals.onReading(reading)
    slices.changed('balance')
    if (wanted.has('tokens')) void tokens.refresh(reading.chainId, reading.address).catch(() => undefined)
  })
  balances.onFailure((chainId, error) => connections.failed(chainId, error))
  connections.onChange(() => slices.changed('connection'))
  tokens.onTransfer(arrivals.onTransfer)
  parts.contacts.onChange(() => slices.changed('contacts'))
  arrivals.onChange(() => slices.changed('arrivals'))
  networks.onEpoch(arrivals.forget)
  faucetState.onChange(() => slices.changed('faucet'))
  networks.onChange(chainId => {
    slices.changed('networks', 'connection', 'faucet')
    if (networks.get(chainId) === undefined) void networkRemoved(chainId)
  })
  async function networkRemoved(chainId: number): Promise<void> {
    await decisions.networkRemoved(chainId)
    await sites.leaveNetwork(chainId, networks.defaultChainId())
    await provider.stateChanged()
  }
  parts.onRegime(() => slices.changed('connection', 'activity'))
  sites.onChange((site, before) => {
    slices.changed('sites')
    if (site.posesAs !== before?.posesAs) void pageScriptsChanged()
    const now = parts.clock.now()
    // The last question in the window was answered.
    if (before !== undefined && isMuteOffered(before, now) && !isMuteOffered(site, now))
      void approvalWindow.close(isWindowNeeded)
  })
  tokens.onChange(chainId => {
    slices.changed('tokens')
    faucetState.onTokens(chainId)
  })

  await selectionChanged()
  uiPorts.serve({
    procedures: createProcedures({ ...parts, fulfil: decisions.fulfil, mute: provider.mute }, payments.procedures),
    slices,
    active: () => void keyring.touch(),
  })
  await transactions.recover()
  await decisions.recover()
  await provider.recover()
  void recoverPayments().catch(() => undefined)
  await pageScriptsChanged()

  async function recoverPayments(): Promise<void> {
    if (payments.isLoaded() || (await hasPendingPayments(parts.database))) await payments.all().http402.recover()
  }

  return {
    payments: () => payments.all().http402,
    lock: keyring.lock,
    windowClosed: decisions.window.closed,
    async wake() {
      const { vault, lockAt } = await keyring.state()
      if (vault === 'unlocked' && lockAt !== null) await browser.alarms.create(lockAlarm, { when: lockAt })
      await decisions.recover()
      await provider.recover()
      await recoverPayments()
    },
  }
}

/** Pages that have no port now come for what is new. A tab without our script does not listen, which is no error. */
async function wakePages(): Promise<void> {
  for (const { id } of await browser.tabs.query({}))
    if (id !== undefined) void browser.tabs.sendMessage(id, dappWakeMessage).catch(() => undefined)
}

/** One tab, however often a page asks for it. */
async function showActivity(): Promise<void> {
  const url = browser.runtime.getURL('/home.html')
  const [open] = await browser.tabs.query({ url: `${url}*` })
  if (open?.id === undefined) await browser.tabs.create({ url })
  else await browser.tabs.update(open.id, { active: true })
}
