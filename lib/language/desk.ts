import type { Address, Hash, Hex } from 'viem'
import type { Quantity } from '@/lib/base/hex'
import type { ReadingView, TransferView } from './payments'

/**
 * Being paid: the slice `desk`. All of it belongs to the selected account on the selected network. Times are ms since
 * the epoch.
 */

/**
 * `waiting` for a decision · `sent`, not yet in a sealed block · `done` · `failed`: nothing moved and nothing will ·
 * `partly`: of several transfers some are done and the others failed.
 */
export type OutcomeView = 'waiting' | 'sent' | 'done' | 'failed' | 'partly'

/** Why a received transfer pays no request. */
export type UnmatchedView = 'no-request' | 'other-amount' | 'ambiguous' | 'paid-twice'

/** Payment requests matched with the account's transfers, over all blocks that were read. */
export interface BooksView {
  /** Each with the id and the label of its request, in the order of the chain. */
  paid: { request: string; label: string; transfer: TransferView }[]
  /** Requests in the chain's own money that are paid. */
  native: NativePaidView[]
  /** Received by capturing a signed authorization, each with what that was for. */
  captured: { label: string; transfer: TransferView }[]
  /** Came back from a channel of the account, each with the site of the deposit. */
  returned: { origin: string; channelId: Hash; transfer: TransferView }[]
  /** Received without a request. The slice has the newest 200, newest first. */
  unmatched: { transfer: TransferView; reason: UnmatchedView }[]
  /** Each with what it was for, as `Purpose` of the books has it. Empty in the slice. */
  outgoing: { transfer: TransferView; purpose: PurposeView | null }[]
  /** What the wallet gave back and paid out in the chain's own money, as its journal has it. */
  nativeOutgoing: NativeSpentView[]
  /** All transfers, also those that the slice leaves out. */
  count: number
  /** Which blocks they are complete for. */
  reading: ReadingView | null
}

export interface PurposeView {
  kind: 'refund' | 'payout' | 'http402' | 'deposit'
  label: string | null
  of: string | null
}

export interface NativePaidView {
  request: string
  label: string
  amount: Quantity
  /** `null` where they are not known. */
  from: Address | null
  hash: Hash | null
  blockNumber: number | null
  isSealed: boolean
  at: number
}

export interface NativeSpentView {
  kind: 'refund' | 'payout'
  /** The label of a payout. */
  label: string | null
  /** For a refund the payment that it gives back; for a payout its reference. */
  of: string
  to: Address
  amount: Quantity
  hash: Hash
  blockNumber: number
  isSealed: boolean
  /** When the wallet saw it included. */
  at: number
}

export interface DeskView {
  requests: PaymentRequestView[]
  captures: CaptureView[]
  refunds: RefundView[]
  payouts: PayoutView[]
}

export interface PaymentRequestView {
  id: string
  /** `null`: the chain's own currency. */
  token: Address | null
  /** `null`: any amount. */
  amount: Quantity | null
  memo: Hash | null
  label: string
  /** Payments count from this block number on. */
  fromBlock: number
  closedAt: number | null
  createdAt: number
  /** What paid it in the chain's own money. What paid it in a token, the books say. */
  paidBy: PaidByView | null
}

export interface PaidByView {
  /** Id of the arrival in `arrivals`. */
  arrival: string
  isSealed: boolean
  /** `null` where it is not known. */
  blockNumber: number | null
}

export interface CaptureView {
  id: string
  kind: 'transfer-authorization' | 'receive-authorization' | 'permit'
  token: Address
  contract: Address
  payer: Address
  /** The most that can be captured. */
  amount: Quantity
  /** Unix seconds. */
  validAfterSeconds: number | null
  validBeforeSeconds: number
  nonce: string
  /** JSON text that the payer signed. */
  typedData: string
  signature: Hex
  orderId: Hash | null
  label: string
  /** Oldest first. */
  attempts: { approvalId: string; outcome: OutcomeView }[]
  createdAt: number
}

export interface RefundView {
  id: string
  /**
   * `<hash>:<logIndex>` of the transfer that is given back, as its log's index was then, or `<hash>:value` for the
   * chain's own money.
   */
  transfer: string
  /** Which transfer of that transaction, wherever its log stands; `null` where the row does not say. */
  which: { amount: Quantity; ordinal: number } | null
  token: Address
  to: Address
  amount: Quantity
  outcome: OutcomeView
  createdAt: number
}

export interface PayoutView {
  key: string
  kind: 'payout' | 'split'
  /** The payout contract; the token itself where each payee gets a transfer. */
  contract: Address
  reference: Hash
  label: string
  /** ERC-7528 for the chain's own money. */
  token: Address
  legs: { to: Address; amount: Quantity; outcome: OutcomeView }[]
  approvalId: string
  outcome: OutcomeView
  createdAt: number
}
