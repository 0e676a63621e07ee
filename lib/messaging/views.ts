import type { Address, Hash, Hex } from 'viem'
import type { ApprovalRequest, Requester, Risk, TransactionPreview } from '@/lib/approvals/types'
import type { Regime } from '@/lib/confirmations/types'
import type { FailureCode, FailureDetails } from '@/lib/values/failure'
import type { Quantity } from '@/lib/values/hex'
import type { Level, Setback } from '@/lib/values/level'
import type { PaymentView } from './http402'
import type { PaymentSlices } from './payments'

/**
 * What pages show: the slices they subscribe to, whole value first, then a new value with every change. Part of the language in `ui.ts`.
 * Amounts are hex quantities in the smallest unit; times are milliseconds since the epoch.
 */

export interface Slices extends PaymentSlices {
  session: SessionView
  settings: SettingsView
  networks: NetworkView[]
  accounts: AccountView[]
  /** The account and network the wallet's own screens show. Sites have their own. `null` before an account exists. */
  selection: { chainId: number; address: Address } | null
  balance: BalanceView | null
  tokens: TokenView[]
  /** Names for other people's addresses, by name. */
  contacts: ContactView[]
  /** What came in to the selected account and network while somebody looked, newest first, at most 100 rows. */
  arrivals: ArrivalView[]
  /** Of the selected account and network, newest first, at most 100 rows. */
  activity: TransactionView[]
  connection: ConnectionView | null
  faucet: FaucetView | null
  approvals: ApprovalView[]
  sites: SiteView[]
}
export type SliceName = keyof Slices

export interface SessionView {
  /**
   * `damaged`: neither copy of the vault can be read. `newer`: vault or database were written by a newer version. `database-damaged`: the database
   * cannot be opened; nothing but `database.rebuild` is answered then.
   */
  vault: 'none' | 'locked' | 'unlocked' | 'damaged' | 'newer' | 'database-damaged'
  /** When the wallet locks itself; `null` for never, or while locked. */
  lockAt: number | null
  /** No password is tried before this time. */
  retryAt: number | null
}

export interface SettingsView {
  lockAfterMinutes: number | null
  claimWindowEthereum: boolean
  notifications: boolean
  /** Blocks after which a payment counts as settled. */
  confirmations: number
}

export interface NetworkView {
  chainId: number
  name: string
  symbol: string
  testing: boolean
  endpoints: { http: string; socket: string | null }[]
  explorerUrl: string | null
  hasFaucet: boolean
  source: 'preset' | 'person' | 'site'
}

export interface AccountView {
  address: Address
  name: string
  kind: 'phrase' | 'key' | 'watch'
  hidden: boolean
  /** Which recovery phrase it comes from, and where in it (BIP-44). */
  phraseId: string | null
  path: string | null
}

/** Sealed and pre-confirmed are never mixed: `pending − sealed` is what is only pre-confirmed. `null` = not known yet. */
export interface BalanceView {
  chainId: number
  address: Address
  sealed: Quantity | null
  pending: Quantity | null
  readAt: number | null
  /** When the push that caused this reading reached the worker. */
  receivedAt: number | null
}

export interface TokenView {
  address: Address
  symbol: string
  name: string
  decimals: number
  /** Who vouches for it: the wallet, the person, or a site the person listened to. Nobody does for one that was `found`. */
  source: 'preset' | 'person' | 'site' | 'found'
  /** The person does not want to see it; its balance is not read. */
  hidden: boolean
  sealed: Quantity | null
  pending: Quantity | null
}

/** How an endpoint has been doing; `latencyMs` is the median of its last answers over HTTP. */
export interface EndpointHealthView {
  http: string
  state: 'unknown' | 'healthy' | 'failing' | 'lagging' | 'lying'
  latencyMs: number | null
  /** Kind of the last failure (`RpcErrorKind`), since the last answer. */
  error: string | null
  lastAnswerAt: number | null
  /** Not preferred before then; `null` while it is fit for use. */
  restUntil: number | null
  /** It is the one that is asked. */
  isInUse: boolean
}

export interface ContactView {
  address: Address
  name: string
  createdAt: number
}

/** `from` and `hash` are `null` where only the balance rose and no transaction explains it. */
export interface ArrivalView {
  id: string
  chainId: number
  /** Contract of the token; `null` for the network's own money. */
  token: Address | null
  from: Address | null
  /** Smallest unit. */
  amount: Quantity
  hash: Hash | null
  level: 'preconfirmed' | 'sealed'
  /** It was pre-confirmed, or in a block, and then was not. */
  isWithdrawn: boolean
  at: number
  sealedAt: number | null
  explorerUrl: string | null
}

export interface TransactionView {
  id: string
  chainId: number
  from: Address
  to: Address | null
  value: Quantity
  data: Hex
  hash: Hash
  nonce: number
  origin: string | null
  purpose: 'send' | 'speed-up' | 'cancel' | 'fill-nonce' | 'clear-delegation'
  level: Level
  ended: 'replaced' | 'dropped' | 'lost' | null
  status: 'success' | 'reverted' | null
  blockNumber: Quantity | null
  /** Gas × price + L1 fee, once there is a receipt. */
  feePaid: Quantity | null
  history: { at: number; level: Level; event?: Setback | undefined }[]
  /** Whether the regime of its network draws a pre-confirmed stop. */
  preconfirms: boolean
  refusal: string | null
  /** Its turn comes after another transaction of the same account. */
  waitsForNonce: number | null
  canSpeedUp: boolean
  canCancel: boolean
  createdAt: number
  /** When the push that caused this version of the row reached the worker. */
  receivedAt: number | null
  explorerUrl: string | null
  /** Of an earlier epoch: the network restarted since, and nothing of this is on it any more. */
  beforeRestart?: boolean
}

export interface ConnectionView {
  chainId: number
  regime: Regime
  reachable: boolean
  /** Why not, if not. */
  failure: FailureView | null
  /** Medians over what was measured here, in ms. */
  medianPreconfirmedMs: number | null
  medianSealedMs: number | null
}

export interface FaucetView extends DripView {
  chainId: number
  /** The test token it gives besides, once it said so. */
  token: FaucetTokenView | null
}

export interface FaucetTokenView extends DripView {
  address: Address
  symbol: string
  decimals: number
}

export interface DripView {
  state: 'ready' | 'asking' | 'cooling' | 'arriving'
  /** End of the cooldown. */
  readyAt: number | null
  /** The faucet's own words, when it refused. */
  refusal: string | null
  /** Of the last drip, in the smallest unit. */
  amount: Quantity | null
  requestedAt: number | null
  hash: Hash | null
}

export interface ApprovalView {
  id: string
  digest: Hex
  requester: Requester
  /** First request of this origin. */
  firstTime: boolean
  chainId: number
  account: Address | null
  request: ApprovalRequest
  /** For `transaction`. */
  preview: TransactionPreview | null
  /** For `payment`, once its terms were read again. */
  payment?: PaymentView
  risks: Risk[]
  createdAt: number
  expiresAt: number
}

export interface SiteView {
  origin: string
  chainId: number
  accounts: Address[]
  lastUsedAt: number
  mutedUntil: number | null
  /** Refused so often in a row that the person is asked whether to mute it. */
  offersMute: boolean
  /** Told that this wallet is another one, because the person wants it so there. */
  posesAs: 'metamask' | null
}

export interface FailureView {
  code: FailureCode
  details: FailureDetails
}
