import type { BooksView, DeskView } from './desk'
import type { Http402View } from './http402'
import type { ListsView } from './lists'
import type { AuthorizationView, ChainHeadView, ChannelView, ReadingView, TransferView } from './payments'
import type { RequestLogView } from './request-log'
import type {
  AccountView,
  ApprovalView,
  ArrivalView,
  BalanceView,
  ConnectionView,
  ContactView,
  FaucetView,
  NetworkView,
  SelectionView,
  SessionView,
  SettingsView,
  SiteView,
  TokenView,
  TransactionView,
} from './views'

/**
 * The data that a page may show. It subscribes to a slice and gets the whole value, and again after each change.
 * Every page has this table in its first load, so it imports no schemas.
 */

/** An HTML file of the extension. */
export type Page = 'popup' | 'approval' | 'home' | 'panel'

interface SliceRow<Value, OfSelection extends boolean> {
  /** The value while the slice is hidden, and where nothing is selected. */
  initial: Value
  /** A locked wallet shows the initial value, and pages forget the one they had. */
  hiddenWhenLocked: boolean
  /** It is about the selected account on the selected network. */
  ofSelection: OfSelection
  /** The last value is kept in session storage: a page paints it before the worker answers. */
  snapshot: boolean
  /** Pages that show it at once. Another page subscribes to it with the first screen that needs it. */
  pages: readonly Page[]
}

/** Shown also while the wallet is locked. */
function shownAlways<Value>(initial: Value, snapshot: boolean, pages: readonly Page[]): SliceRow<Value, false> {
  return { initial, hiddenWhenLocked: false, ofSelection: false, snapshot, pages }
}

/** Hidden while the wallet is locked. */
function shownUnlocked<Value>(initial: Value, snapshot: boolean, pages: readonly Page[]): SliceRow<Value, false> {
  return { initial, hiddenWhenLocked: true, ofSelection: false, snapshot, pages }
}

/** About the selected account on the selected network, and hidden while the wallet is locked. */
function shownSelected<Value>(initial: Value, snapshot: boolean, pages: readonly Page[]): SliceRow<Value, true> {
  return { initial, hiddenWhenLocked: true, ofSelection: true, snapshot, pages }
}

const kept = true
const notKept = false
const every: readonly Page[] = ['popup', 'approval', 'home']
const popupAndHome: readonly Page[] = ['popup', 'home']
const panel: readonly Page[] = ['panel']
const none: readonly Page[] = []

const firstSession: SessionView = { vault: 'none', lockAt: null, retryAt: null }
const firstSettings: SettingsView = {
  lockAfterMinutes: null,
  claimWindowEthereum: false,
  notifications: false,
  confirmations: 12,
  developerPanel: false,
}
const noAnswers: Http402View = { answers: [], sites: [], limits: [], signIns: [], caps: [] }
const emptyBooks: BooksView = {
  paid: [],
  native: [],
  captured: [],
  returned: [],
  unmatched: [],
  outgoing: [],
  nativeOutgoing: [],
  count: 0,
  reading: null,
}
const noRequests: RequestLogView = { since: null, entries: [] }
const emptyDesk: DeskView = { requests: [], captures: [], refunds: [], payouts: [] }

/** Read by the payments script, which the worker loads when the first of them is wanted. */
export const paymentSlices = {
  /** Answers paid for with HTTP 402, and what sites may be paid without asking. */
  answers: shownSelected<Http402View>(noAnswers, notKept, none),
  /** Signatures that let somebody take money, newest first. */
  authorizations: shownSelected<AuthorizationView[]>([], notKept, none),
  /** How far the chain was read for them. */
  authorizationsRead: shownSelected<ReadingView | null>(null, notKept, none),
  /**
   * Transfers of money to and from the account, newest first, at most 200. Read from the network while a page
   * subscribes to them.
   */
  transfers: shownSelected<TransferView[]>([], notKept, none),
  /** The newest block as payments were last read; `null` before. */
  chainHead: shownSelected<ChainHeadView | null>(null, notKept, none),
  /** Payment channels the account opened, newest first, at most 100, as the wallet's records have them. */
  channels: shownSelected<ChannelView[]>([], notKept, none),
  /** Requests and what paid them. Read from the network while a page subscribes to it or to `transfers`. */
  books: shownSelected<BooksView>(emptyBooks, notKept, none),
  /** Being paid: requests, signatures kept to be captured, refunds and payouts. */
  desk: shownSelected<DeskView>(emptyDesk, notKept, none),
}

export const slices = {
  /** Whether there is a wallet, and whether it is unlocked. */
  session: shownAlways<SessionView>(firstSession, kept, [...every, ...panel]),
  settings: shownAlways<SettingsView>(firstSettings, kept, ['home', ...panel]),
  networks: shownAlways<NetworkView[]>([], kept, every),
  accounts: shownUnlocked<AccountView[]>([], kept, every),
  /** The account and network of the wallet's own screens; sites have their own. `null` before an account exists. */
  selection: shownUnlocked<SelectionView | null>(null, kept, every),
  balance: shownSelected<BalanceView | null>(null, kept, popupAndHome),
  tokens: shownSelected<TokenView[]>([], kept, every),
  /** Names for other people's addresses, by name. */
  contacts: shownUnlocked<readonly ContactView[]>([], kept, every),
  /** What came in while a page subscribed to the balance, newest first, at most 100. */
  arrivals: shownSelected<ArrivalView[]>([], kept, popupAndHome),
  /** Transactions of the account, newest first, at most 100. */
  activity: shownSelected<TransactionView[]>([], kept, popupAndHome),
  /** How well the network can be reached. */
  connection: shownSelected<ConnectionView | null>(null, kept, every),
  /** `null` where the network has no faucet. */
  faucet: shownSelected<FaucetView | null>(null, kept, popupAndHome),
  /** Decisions that wait for the person, oldest first. */
  approvals: shownUnlocked<ApprovalView[]>([], notKept, every),
  sites: shownUnlocked<SiteView[]>([], notKept, none),
  /** The sites whose decisions wait, and those that the decision window offers to mute. */
  askingSites: shownUnlocked<SiteView[]>([], notKept, ['approval']),
  /** Public lists, by name; `null` before they were read. */
  lists: shownUnlocked<ListsView | null>(null, notKept, none),
  /** Requests of pages, for the panel in the developer tools. */
  requestLog: shownUnlocked<RequestLogView>(noRequests, notKept, panel),
  ...paymentSlices,
}

export type SliceName = keyof typeof slices
export type Slices = { [Name in SliceName]: (typeof slices)[Name]['initial'] }
export type PaymentSliceName = keyof typeof paymentSlices
export type PaymentSlices = Pick<Slices, PaymentSliceName>
/** Slices about the selected account on the selected network. */
export type SelectedSliceName = {
  [Name in SliceName]: (typeof slices)[Name]['ofSelection'] extends true ? Name : never
}[SliceName]
export type OtherSliceName = Exclude<SliceName, SelectedSliceName>

/** Read the values of slices about the selection. */
export type SelectedReaders<Name extends SelectedSliceName = SelectedSliceName> = {
  [Each in Name]: (selected: SelectionView) => Promise<Slices[Each]>
}
/** Read the values of all other slices. */
export type OtherReaders = { [Each in OtherSliceName]: () => Promise<Slices[Each]> }

export function isSlice(name: string): name is SliceName {
  return Object.hasOwn(slices, name)
}

export function isOfSelection(name: SliceName): name is SelectedSliceName {
  return slices[name].ofSelection
}

export const sliceNames: readonly SliceName[] = Object.keys(slices).filter(isSlice)

/** The value of a hidden slice. */
export function initialOf<Name extends SliceName>(name: Name): Slices[Name] {
  // `Slices` is made of these values, name by name.
  return slices[name].initial as Slices[Name]
}

/** The slices that a page shows from its first paint. */
export function slicesOf(page: Page): SliceName[] {
  return sliceNames.filter(name => slices[name].pages.includes(page))
}
