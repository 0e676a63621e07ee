import { toPastView } from '@/lib/activity/sending/view'
import { getAddress } from '@/lib/base/checksum'
import type { Clock } from '@/lib/base/clock'
import { toQuantity } from '@/lib/base/hex'
import type { FaucetState } from '@/lib/chain/faucet/faucet-state'
import type { Networks } from '@/lib/chain/networks/networks'
import type { Connections } from '@/lib/chain/watching/connections'
import type { PersistentApprovals } from '@/lib/decisions/approvals/approvals'
import { toApprovalView } from '@/lib/decisions/approvals/view'
import { approvedForDevices } from '@/lib/decisions/device-approvals'
import type { Lists } from '@/lib/decisions/lists/types'
import { isMuteOffered, type Sites } from '@/lib/decisions/sites/sites'
import type { Keyring } from '@/lib/keys/shared/keyring'
import type { WaitingRequests } from '@/lib/keys/shared/waiting-requests'
import type { PaymentView } from '@/lib/language/http402'
import type { RequestLogView } from '@/lib/language/request-log'
import {
  initialOf,
  isOfSelection,
  type OtherReaders,
  type OtherSliceName,
  type PaymentSliceName,
  type SelectedReaders,
  type SliceName,
  type Slices,
  slices,
} from '@/lib/language/slices'
import type { NetworkView, SiteView } from '@/lib/language/ui'
import type { NetworkEntry, SiteRecord } from '@/lib/storage/records'
import type { Settings } from '@/lib/storage/settings'
import type { Arrivals } from './arrivals/arrivals'
import { toArrivalView } from './arrivals/view'
import type { Contacts } from './contacts'
import type { Past } from './past/past'
import type { Selection } from './selection'
import type { ToTransactionView } from './sending/transaction-views'
import type { Transactions } from './sending/types'
import type { BalanceReader } from './tokens/balance-reader'
import type { Tokens } from './tokens/tokens'

const activityRows = 100
/** Sent from elsewhere: about as many as a search of past blocks finds. */
const elsewhereRows = 200

/** The parts that the slices are read from. */
export interface ReaderParts {
  approvals: PersistentApprovals
  arrivals: Arrivals
  balances: BalanceReader
  clock: Clock
  connections: Connections
  contacts: Contacts
  deviceRequests: WaitingRequests
  faucetState: FaucetState
  isUnlocked(): Promise<boolean>
  keyring: Keyring
  lists: Lists
  networks: Networks
  past: Past
  selection: Selection
  settings: Settings
  sites: Sites
  tokens: Tokens
  transactions: Transactions
  transactionView: ToTransactionView
}

export interface PaymentReaders {
  readers: SelectedReaders<PaymentSliceName>
  /** The terms of the payment that an approval is about. */
  view(approvalId: string): PaymentView | null
}

/**
 * Reads a slice as its row says: the initial value while the wallet is locked, and where nothing is selected (invariant
 * 10).
 * @returns the value to send to a page
 */
export function createSliceReader(
  parts: ReaderParts,
  payments: PaymentReaders,
  requestLog: { view(): RequestLogView },
): <Name extends SliceName>(name: Name) => Promise<Slices[Name]> {
  const ofSelection: SelectedReaders = { ...selectedReaders(parts), ...payments.readers }
  const others = otherReaders(parts, payments, requestLog)
  const isOther = (name: SliceName): name is OtherSliceName => !isOfSelection(name)

  return async name => {
    if (slices[name].hiddenWhenLocked && !(await parts.isUnlocked())) return initialOf(name)
    if (isOther(name)) return others[name]()
    const selected = await parts.selection.current()
    if (selected === null || !isOfSelection(name)) return initialOf(name)
    return ofSelection[name](selected)
  }
}

function otherReaders(
  parts: ReaderParts,
  payments: PaymentReaders,
  requestLog: { view(): RequestLogView },
): OtherReaders {
  const { approvals, clock, contacts, deviceRequests, keyring, lists } = parts
  const { networks, selection, settings, sites, transactions } = parts
  return {
    session: () => keyring.state(),
    async settings() {
      const { lockAfterMinutes, claimWindowEthereum, notifications, confirmations, developerPanel } =
        await settings.read()
      return { lockAfterMinutes, claimWindowEthereum, notifications, confirmations, developerPanel }
    },
    networks: async () => networks.list().map(toNetworkView),
    accounts: async () => (await keyring.accounts()).map(({ createdAt: _createdAt, ...account }) => account),
    selection: () => selection.current(),
    contacts: () => contacts.list(),
    async approvals() {
      // A device that waits comes first: its decision was made earlier.
      const shown = [...(await approvedForDevices(parts)), ...(await approvals.waiting())]
      return Promise.all(
        shown.map(async approval =>
          toApprovalView(approval, {
            preview: transactions.preview(approval.id),
            isConnected: await sites.isConnected(approval.requester),
            firstTime: await sites.isFirstTime(approval.requester),
            payment: approval.request.kind === 'payment' ? payments.view(approval.id) : null,
            ...(approval.status === 'approved' ? { device: deviceRequests.of(approval.id) } : {}),
          }),
        ),
      )
    },
    sites: async () => (await sites.all()).map(site => toSiteView(site, clock.now())),
    async askingSites() {
      const waiting = [...(await approvedForDevices(parts)), ...(await approvals.waiting())]
      const asking = new Set(waiting.map(({ requester }) => (requester.kind === 'site' ? requester.origin : null)))
      const now = clock.now()
      return (await sites.all())
        .filter(site => asking.has(site.origin) || isMuteOffered(site, now))
        .map(site => toSiteView(site, now))
    },
    lists: () => lists.view(),
    requestLog: async () => requestLog.view(),
  }
}

function selectedReaders(parts: ReaderParts): Omit<SelectedReaders, PaymentSliceName> {
  const { arrivals, balances, connections, faucetState, networks, past, tokens, transactions, transactionView } = parts
  return {
    async balance(selected) {
      const reading = balances.last(selected.networkId, selected.address)
      return {
        ...selected,
        sealed: reading === undefined ? null : toQuantity(reading.sealed),
        pending: reading === undefined ? null : toQuantity(reading.pending),
        readAt: reading?.readAt ?? null,
        receivedAt: reading?.receivedAt ?? null,
      }
    },
    tokens: ({ networkId, address }) => tokens.views(networkId, address),
    async arrivals({ networkId, address }) {
      const explorerUrl = networks.get(networkId)?.explorerUrl ?? null
      return (await arrivals.list(networkId, address)).map(arrival => toArrivalView(arrival, explorerUrl))
    },
    async activity({ networkId, address }) {
      const rows = await transactions.rows(networkId, address, activityRows)
      const explorerUrl = networks.get(networkId)?.explorerUrl ?? null
      const elsewhere = (await past.sent(networkId, address)).slice(0, elsewhereRows)
      return [...rows.map(row => transactionView(row, null)), ...elsewhere.map(row => toPastView(row, explorerUrl))]
    },
    connection: ({ networkId }) => connections.view(networkId),
    faucet: async ({ networkId }) => (networks.get(networkId)?.faucetUrl == null ? null : faucetState.view(networkId)),
  }
}

function toNetworkView(entry: NetworkEntry): NetworkView {
  const { id, chainId, name, currency, testing, endpoints, explorerUrl, faucetUrl, source, edited = [] } = entry
  return {
    id,
    chainId,
    name,
    symbol: currency.symbol,
    testing,
    endpoints,
    explorerUrl,
    faucetUrl,
    source,
    edited,
  }
}

function toSiteView(site: SiteRecord, now: number): SiteView {
  const { origin, networkId, accounts, lastUsedAt, mutedUntil, posesAs } = site
  return {
    origin,
    networkId,
    accounts: accounts.map(address => getAddress(address)),
    lastUsedAt,
    mutedUntil,
    offersMute: isMuteOffered(site, now),
    posesAs: posesAs ?? null,
  }
}
