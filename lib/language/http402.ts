import type { Address, Hash } from 'viem'
import type { Quantity } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { PaymentState } from '@/lib/base/payment-state'
import type { Risk } from '@/lib/reading/risk/risk'

/** HTTP 402: the slice `answers`, and the terms in a decision about a payment. Times are ms since the epoch. */

/** One way to pay that a server offered with its 402 (x402 or Machine Payments), as the wallet judges it. */
export interface PaymentOptionView {
  /** Its place in the server's list. */
  index: number
  /** The server's name for it, cleaned. */
  scheme: string
  network: string
  /** `null`: a scheme that the wallet does not know. */
  way: 'eip3009' | 'permit2' | 'upto' | 'channel' | null
  networkId: NetworkId | null
  token: Address
  symbol: string | null
  decimals: number | null
  /** The price; for `upto` the most that may be taken. */
  amount: Quantity
  /** The most that is at stake if it is chosen. */
  stake: Quantity
  payee: Address
  validForSeconds: number
  /**
   * When money moves: `after` the answer is made, `before` it, at any time on the `promise` of an answer, as a
   * `deposit`, or as a `voucher`.
   */
  moves: 'after' | 'before' | 'promise' | 'deposit' | 'voucher'
  /** For a challenge of Machine Payments: what the server calls itself, cleaned. `null` for x402. */
  realm: string | null
  /** Why it cannot be paid: the end of the catalogue key `payment_obstacle_<code>`. */
  obstacle: string | null
  risks: Risk[]
  caps: CapView[]
  /** For `channel`: the channel that would be used. */
  channel: null | { balance: Quantity; charged: Quantity; withdrawDelaySeconds: number }
}

/** A limit above which the person is asked, whatever else is allowed. */
export interface CapView {
  scope: 'payment' | 'session' | 'day' | 'month'
  /** `null`: all sites together. */
  origin: string | null
  most: Quantity
  spent: Quantity
}

/** What a server wants before it answers. */
export interface PaymentView {
  id: string
  /** Origin of the address that is paid for. The page that asks may be another one. */
  seller: string
  /** What the page may pay this seller without a decision from the account that would pay: one for each payee. */
  limits: PaymentLimitView[]
  url: string
  method: string
  /** `navigation`: the tab loads its page again. `request`: the page repeats its own request. */
  carrier: 'navigation' | 'request'
  version: 1 | 2
  description: string | null
  serviceName: string | null
  /** Best first. */
  options: PaymentOptionView[]
  /** Entries of the server's list without a usable amount or address. */
  unreadable: number
  /** Kinds of payment that it takes and this wallet does not make, as `<method> <intent>`, cleaned. */
  otherKinds: string[]
  /**
   * `terms`: the options. `other-protocol`: only kinds of payment that this wallet does not make. `hidden`: the page
   * may not read the answer. `again`: nothing new; what was signed as `planned` was not answered, and is sent again.
   */
  asks: 'terms' | 'other-protocol' | 'hidden' | 'again'
  /**
   * Index of the option that was chosen, until when it can be approved, and the payments without a decision
   * that Approve would allow besides.
   */
  planned: { accepted: number; until: number; limit: { most: Quantity; perDay: Quantity } | null } | null
  /**
   * Signing in opens what was bought before, and pays nothing; `null` where the seller does not offer it to this
   * account. `isFirst`: this very address was paid for. `planned`: the message that Approve would sign, and whether it
   * keeps that for the next ones.
   */
  signIn: { isFirst: boolean; planned: { message: string; keeps: boolean } | null } | null
}

/** An answer that was paid for, or was to be. */
export interface PaidAnswerView {
  id: string
  /** A `request` only its page can make again. */
  carrier: 'navigation' | 'request'
  origin: string
  url: string
  method: string
  state: PaymentState
  /** Code of the reason for this state. */
  reason: string | null
  /** What the seller calls itself and what it sells, in its own words, cleaned. */
  about: string | null
  /** Why the seller refused the payment, in its own words, cleaned. */
  saidReason: string | null
  networkId: NetworkId | null
  /** It paid, or signed in. `null` in rows without a choice. */
  account: Address | null
  token: Address | null
  payee: Address | null
  symbol: string | null
  decimals: number | null
  /** The most that was signed for. */
  amount: Quantity | null
  /** The amount that was taken, as far as it is known. */
  charged: Quantity | null
  automatic: boolean
  /** The answer was asked for with a sign-in: nothing was paid. */
  isSignIn: boolean
  /** Paid with a voucher of a channel: the chain shows nothing of it. */
  isVoucher: boolean
  attempts: number
  /** The same payment is sent again when its address is opened again. */
  goesAgain: boolean
  transaction: Hash | null
  /** Until then it can be taken. */
  validBefore: number | null
  createdAt: number
}

/** A site whose pages may have the requests paid for that they make themselves. */
export interface PaidSiteView {
  origin: string
  switchedOn: boolean
}

/** What a page may pay a payee of a seller, from an account, without a decision for each payment. */
export interface PaymentLimitView {
  /** Origins. */
  page: string
  seller: string
  account: Address
  networkId: NetworkId
  token: Address
  symbol: string | null
  decimals: number | null
  payee: Address
  /** For one payment, and for all of 24 hours. */
  most: Quantity
  perDay: Quantity
  /** Paid without asking in the last 24 hours. */
  spentInDay: Quantity
}

/** A page that signs in to a seller without a decision. */
export interface KeptSignInView {
  page: string
  seller: string
  account: Address
}

export interface Http402View {
  /** Newest first, at most 100. */
  answers: PaidAnswerView[]
  sites: PaidSiteView[]
  limits: PaymentLimitView[]
  signIns: KeptSignInView[]
  caps: (CapView & { networkId: NetworkId; token: Address; symbol: string | null; decimals: number | null })[]
}
