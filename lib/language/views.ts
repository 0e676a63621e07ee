import type { Address, Hash, Hex } from 'viem'
import type { Conditions } from '@/lib/base/conditions'
import type { DeviceKind, SigningRequest } from '@/lib/base/devices'
import type { FailureCode, FailureDetails } from '@/lib/base/failure'
import type { Quantity } from '@/lib/base/hex'
import type { Level, Promiser, Setback } from '@/lib/base/level'
import type { NetworkField } from '@/lib/base/network-fields'
import type { NetworkId } from '@/lib/base/network-id'
import type { Regime } from '@/lib/base/regime'
import type { TransactionPurpose } from '@/lib/base/transaction-purpose'
import type { ApprovalRequest, Need, Requester, TransactionPreview } from '@/lib/language/requests'
import type { NativeFacts } from '@/lib/reading/native/changes'
import type { Risk } from '@/lib/reading/risk/risk'
import type { PaymentView } from './http402'

/**
 * The values of the slices in `slices.ts` and of some answers in `procedures.ts`. Amounts are hex quantities in the
 * smallest unit; times are milliseconds since the epoch.
 */

export interface SessionView {
  /**
   * `damaged`: neither copy of the vault can be read. `newer`: a newer version wrote the vault or the database.
   * `database-damaged`: the database cannot be opened, and `database.rebuild` is answered. `start-failed`: the wallet
   * did not start for another reason. In both `database.start-failure`, `database.start-again` and
   * `database.vault-copy` are answered, and of faults.
   */
  vault: 'none' | 'locked' | 'unlocked' | 'damaged' | 'newer' | 'database-damaged' | 'start-failed'
  /** When the wallet locks itself; `null`: never, or it is locked. */
  lockAt: number | null
  /** No password is tried before this time; `null`: one may be tried now. */
  retryAt: number | null
}

export interface SettingsView {
  lockAfterMinutes: number | null
  claimWindowEthereum: boolean
  notifications: boolean
  /** Number of blocks after which a payment counts as settled. */
  confirmations: number
  /** Requests of pages are written down for a panel in the browser's developer tools. */
  developerPanel: boolean
}

export interface NetworkView {
  id: NetworkId
  chainId: number
  name: string
  symbol: string
  testing: boolean
  endpoints: { http: string; socket: string | null }[]
  explorerUrl: string | null
  faucetUrl: string | null
  source: 'preset' | 'person' | 'site'
  /** What the person changed of a preset. */
  edited: readonly NetworkField[]
}

/** The account and network of the wallet's own screens. */
export interface SelectionView {
  networkId: NetworkId
  /** The chain id of the network. */
  chainId: number
  address: Address
}

export interface AccountView {
  /** With EIP-55 checksum. */
  address: Address
  name: string
  kind: 'phrase' | 'key' | 'watch' | DeviceKind
  hidden: boolean
  /** The recovery phrase it is derived from. */
  phraseId: string | null
  /** The device's own name for itself, for an account on a device. */
  device?: string | null
  /** Its derivation path (BIP-44). */
  path: string | null
}

/** `pending − sealed` is the part that is only pre-confirmed. `null`: not known yet. */
export interface BalanceView {
  networkId: NetworkId
  address: Address
  sealed: Quantity | null
  pending: Quantity | null
  readAt: number | null
  /** When the push that caused this reading reached the worker; `null`: no push did. */
  receivedAt: number | null
}

/** How far past blocks were searched for what happened to an account. */
export interface PastProgressView {
  /** The account that was searched for: another one may be selected by now. */
  networkId: NetworkId
  address: Address
  /** Time of the oldest block searched without a gap from the newest, ms since the epoch. */
  reachedAt: number
  /** The share of the blocks that can be searched, 0 to 1. */
  share: number
  /** What this step found that was not known. */
  found: number
  /**
   * `end`: down to the first block. `state`: the endpoint has no older states. `enough`: very many changes were found.
   * `null`: it is not over.
   */
  done: 'end' | 'state' | 'enough' | null
}

/** An item of a collection. */
export interface ItemView {
  address: Address
  /** Decimal text. */
  tokenId: string
  standard: 'erc721' | 'erc1155'
  /** The collection's symbol, as its contract tells it; may be empty. */
  symbol: string
  name: string
}

export interface TokenView {
  address: Address
  symbol: string
  name: string
  decimals: number
  /** Where it comes from: the wallet's list, the person, a site the person approved, or `found` in a transfer. */
  source: 'preset' | 'person' | 'site' | 'found'
  /** Hidden by the person; its balance is not read. */
  hidden: boolean
  sealed: Quantity | null
  pending: Quantity | null
}

/** A token on the list of a network. */
export interface ListedTokenView extends Omit<TokenView, 'sealed' | 'pending'> {
  networkId: NetworkId
  chainId: number
}

/** Ms from the bytes leaving to a level, of each transaction that reached it, shortest first. */
export interface NetworkTimesView {
  networkId: NetworkId
  preconfirmed: number[]
  sealed: number[]
}

export interface EndpointHealthView {
  http: string
  state: 'unknown' | 'healthy' | 'failing' | 'lagging' | 'lying'
  /** Median of its last answers over HTTP. */
  latencyMs: number | null
  /** Kind of the last failure (`RpcErrorKind`) since the last answer. */
  error: string | null
  lastAnswerAt: number | null
  /** Method and fields of what it passed on last that could not be read. */
  unread: string | null
  /** Another endpoint is preferred until then; `null`: it can be used. */
  restUntil: number | null
  /** Requests go to it now. */
  isInUse: boolean
  /** The newest block that it called final. */
  final: { number: Quantity; hash: Hash } | null
}

export interface ContactView {
  address: Address
  name: string
  createdAt: number
}

/** Money that came in. `from` and `hash` are `null` where the balance rose without a transaction that explains it. */
export interface ArrivalView {
  id: string
  networkId: NetworkId
  /** Who received it. */
  account: Address
  /** Contract of the token; `null`: the network's own currency. */
  token: Address | null
  from: Address | null
  /** Smallest unit. */
  amount: Quantity
  hash: Hash | null
  level: 'preconfirmed' | 'sealed'
  /** It was pre-confirmed or in a block, and no longer is. */
  isWithdrawn: boolean
  at: number
  sealedAt: number | null
  /** The network's faucet gave it, as the person asked. */
  isFromFaucet?: boolean | undefined
  explorerUrl: string | null
}

export interface TransactionView {
  id: string
  networkId: NetworkId
  from: Address
  to: Address | null
  value: Quantity
  data: Hex
  hash: Hash
  nonce: number
  origin: string | null
  purpose: TransactionPurpose
  level: Level
  ended: 'taken' | 'replaced' | 'dropped' | 'lost' | null
  /** The transaction that took its nonce, where it was found. */
  replacedBy: Hash | null
  /** Its nonce was used in a final block. */
  isReplacedForGood?: boolean
  /** `null` before it was executed. */
  status: 'success' | 'reverted' | null
  /** The fields of its receipt that the endpoint gave and that could not be read. */
  unread?: string[]
  blockNumber: Quantity | null
  /** Gas × price + L1 fee; `null` while not known. */
  feePaid: Quantity | null
  /** While only pre-confirmed: who promised its block, where that is not the sequencer. */
  promisedBy?: Promiser
  history: { at: number; level: Level; event?: Setback | undefined }[]
  /** Its track has a pre-confirmed stop. */
  preconfirms: boolean
  refusal: string | null
  /** The refusal may pass: no endpoint takes it now, and it goes out again by itself. */
  isHeldBack?: boolean
  /** Nonce of the same account that must be included first. */
  waitsForNonce: number | null
  /** Without all of which the network does not include it. */
  conditions?: Conditions
  /** They can no longer hold, and no endpoint that was asked has it. */
  isOver?: boolean
  canSpeedUp: boolean
  canCancel: boolean
  /** The contract of its authorization (EIP-7702), where it carries one. */
  delegate?: Address
  createdAt: number
  /** When the push that caused this version of the row reached the worker; `null`: no push did. */
  receivedAt: number | null
  explorerUrl: string | null
  /**
   * If the transaction clears the delegation of another own account: that account, and whether the chain shows it
   * without code since. `null`: not known yet.
   */
  authority?: { address: Address; isCleared: boolean | null }
  /** Found in a past block: another device or program sent it. Its times are those of the block. */
  isFromElsewhere?: true
  /** Absent but for a native account's transaction (EIP-8130). */
  native?: NativeFacts
  /** The network has restarted since and no longer has it. */
  beforeRestart?: boolean
}

export interface ConnectionView {
  networkId: NetworkId
  regime: Regime
  reachable: boolean
  /** Why it is not reachable. */
  failure: FailureView | null
  /** Medians over this wallet's own transactions. */
  medianPreconfirmedMs: number | null
  medianSealedMs: number | null
}

export interface FaucetView extends DripView {
  networkId: NetworkId
  /** The test token that it gives as well; `null` until it has named one. */
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
  /** The faucet's own words when it refused. */
  refusal: string | null
  /** Amount of the last drip. */
  amount: Quantity | null
  requestedAt: number | null
  hash: Hash | null
}

export interface ApprovalView {
  id: string
  digest: Hex
  requester: Requester
  /** The requester is a site that sees accounts. */
  isConnected: boolean
  /** The requester is a site that is not connected and was never paid. */
  firstTime: boolean
  networkId: NetworkId
  /** The chain that what is signed is for. */
  chainId: number
  account: Address | null
  request: ApprovalRequest
  /** For `transaction`; `null` until it is worked out. */
  preview: TransactionPreview | null
  /** The part without which it cannot be approved; `accounts` where the person has to choose them. */
  lacks: Need | null
  /** For `payment`; absent until its terms have been read. */
  payment?: PaymentView
  /** Present once it is approved and a device is to sign it; `null` until the device can be asked. */
  device?: SigningRequest | null | undefined
  risks: Risk[]
  createdAt: number
  expiresAt: number
}

export interface SiteView {
  origin: string
  networkId: NetworkId
  accounts: Address[]
  lastUsedAt: number
  mutedUntil: number | null
  /** The person refused it several times in a row: the wallet offers to mute it. */
  offersMute: boolean
  /** The wallet that this one presents itself as to the site. */
  posesAs: 'metamask' | null
}

export interface FailureView {
  code: FailureCode
  details: FailureDetails
}

// ---- Values of answers ----

/** `result` is the node's reply as it came: the page that reads it checks it. */
export type ChainReadView =
  | { ok: true; result: unknown }
  /** `revertData`: what the contract gave as its reason; `null` where it gave none. */
  | { ok: false; failure: FailureView; revertData: unknown }

/** What an endpoint can do, found by trying it. */
export interface ProbeView {
  chainId: number
  /** Ms of a small call over HTTP. */
  latencyMs: number
  /** Gives the block `pending`, not below the newest one. */
  pending: boolean
  /** A socket opens and serves the same chain. */
  socket: boolean
  /** The socket pushes transactions before they are sealed. */
  preconfirmation: boolean
  /** `eth_simulateV1` */
  simulate: boolean
  /**
   * `eth_sendRawTransactionSync` (EIP-7966). Shown, and not used for sending. Measured over HTTP alone with 25
   * transfers each: pre-confirmed was known 50 ms sooner in the median (263 instead of 312 ms), and accepted, on which
   * the answer to the page waits, 170 to 250 ms later. With a socket the push is as early.
   */
  syncSend: boolean
  /** A node for development on this machine, such as Anvil. */
  development: boolean
}

export interface PhraseView {
  id: string
  createdAt: number
  /** The name that the person gave. */
  name: string | null
}

export interface PasskeysView {
  /** PRF input of 32 bytes. @see WebAuthn Level 3 §10.1.4 */
  prfSalt: Hex
  /** `credentialId` in base64url. */
  credentials: { credentialId: string; name: string; createdAt: number }[]
}

/** A clear-signing descriptor as the person's file has it. */
export interface DescriptorFileView {
  /** The name of the file; includes are found by this name. */
  name: string
  text: string
}

/** What is known of words that a person took for a recovery phrase. */
export type PhraseCheck =
  /** The words of it, one space apart. */
  | { ok: true; phrase: string }
  | { ok: false; reason: 'empty' }
  | { ok: false; reason: 'length'; count: number }
  /** `position` counts from 1. `suggestion` is the nearest word of the list, if one is near. */
  | { ok: false; reason: 'word'; position: number; suggestion: string | null }
  | { ok: false; reason: 'checksum' }
  /** Most words are in no list of BIP-39. */
  | { ok: false; reason: 'list' }
  /** The number of words is that of a share of a Shamir backup (SLIP-39), which is no phrase of BIP-39. */
  | { ok: false; reason: 'slip39' }
