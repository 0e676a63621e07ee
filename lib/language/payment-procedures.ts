import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import {
  addressSchema as address,
  hashSchema as hash,
  hexSchema as hex,
  quantitySchema as quantity,
} from '@/lib/base/hex-schemas'
import { type NetworkId, networkIdSchema as networkId } from '@/lib/base/network-id'
import type { BooksView } from './desk'
import type { PaidAnswerView } from './http402'
import { anywhere, gives, home, nothing, once, proposal, repeatable, row, unlocked, wallet } from './procedure-row'

/**
 * The rows of `procedures.ts` about payments. Their handlers are in the payments script, which the worker loads when
 * the first of them is called.
 */

const id = z.string()
const shortId = z.string().check(z.maxLength(64))
const label = z.string().check(z.maxLength(200))
const origin = z.string().check(z.maxLength(300))
const call = () => z.object({ to: address, data: hex })
/** The origin of the page whose payment link the person followed. */
const linkOrigin = () => z.optional(z.url())

export const paymentProcedures = {
  // ---- Signatures that let somebody take money ----

  /** Proposes to sign typed data (JSON text) with the selected account. */
  'authorization.propose': row(home, unlocked, once, proposal, () => ({
    typedData: z.string().check(z.maxLength(262_144)),
    linkOrigin: linkOrigin(),
  })),
  /** The typed data and its signature, to be passed on. */
  'authorization.read': row(home, unlocked, repeatable, gives<{ typedData: string; signature: Hex }>, () => ({ id })),

  // ---- Being paid ----

  /** Adds a payment request. `token` null: the chain's own currency. `amount` null: any amount. */
  'request.add': row(home, unlocked, once, gives<{ id: string }>, () => ({
    token: z.nullable(address),
    amount: z.nullable(quantity),
    memo: z.nullable(hash),
    label,
  })),
  'request.close': row(home, unlocked, once, nothing, () => ({ id: shortId })),
  /** Keeps a payer's signature, to be captured later. The page has checked who signed it. Times are Unix seconds. */
  'capture.add': row(home, unlocked, once, gives<{ id: string }>, () => ({
    kind: z.enum(['transfer-authorization', 'receive-authorization', 'permit']),
    token: address,
    contract: address,
    payer: address,
    amount: quantity,
    validAfter: z.nullable(quantity),
    validBefore: quantity,
    nonce: z.string().check(z.maxLength(80)),
    typedData: z.string().check(z.maxLength(65_536)),
    signature: hex,
    orderId: z.nullable(hash),
    label,
    linkOrigin: linkOrigin(),
  })),
  /** Proposes the transaction that captures it. */
  'capture.propose': row(home, unlocked, once, proposal, () => ({ id: shortId, call: call() })),
  'capture.remove': row(home, unlocked, once, nothing, () => ({ id: shortId })),
  /** Proposes to give back part of a transfer to who paid it. `logIndex` null: of the transaction's own value. */
  'refund.propose': row(home, unlocked, once, proposal, () => ({
    hash,
    logIndex: z.nullable(z.number()),
    amount: quantity,
  })),
  /**
   * Proposes to pay several. `token`: ERC-7528 for the chain's own money. `contract`: the payout contract, or the token
   * where each payee gets a transfer. The reference cannot be used again.
   */
  'payout.propose': row(home, unlocked, once, proposal, () => ({
    kind: z.enum(['payout', 'split']),
    contract: address,
    reference: hash,
    label,
    token: address,
    legs: z.array(z.object({ to: address, amount: quantity })).check(z.minLength(1), z.maxLength(100)),
    calls: z.array(z.object({ to: address, data: hex, value: quantity })).check(z.minLength(1), z.maxLength(100)),
  })),

  /** All transfers of an account on a network, the selected ones where none are named, matched with its requests. */
  'books.read': row(home, unlocked, repeatable, gives<BooksView>, () => ({
    networkId: z.optional(networkId),
    address: z.optional(address),
  })),

  /** One bounded step of the books of the selected account further back. @returns from which block on they are read */
  'books.further': row(
    home,
    unlocked,
    repeatable,
    gives<{ networkId: NetworkId; address: Address; from: number | null }>,
  ),

  // ---- HTTP 402 ----

  /**
   * Makes the payment of option number `accepted` of the seller's list, and puts it in the decision.
   */
  'payment.choose': row(anywhere, unlocked, repeatable, nothing, () => ({
    approvalId: z.string(),
    accepted: z.int().check(z.gte(0)),
    /** What Approve also allows: the page's next payments to this seller without a decision. */
    limit: z.nullish(z.object({ most: quantity, perDay: quantity })),
  })),
  /**
   * Puts the sign-in for what was bought before in the place of the payment.
   * @param keeps Approve also allows the page's next sign-ins to this seller
   */
  'payment.choose-sign-in': row(anywhere, unlocked, repeatable, nothing, () => ({
    approvalId: z.string(),
    keeps: z.boolean(),
  })),
  /** Proposes the transaction that lets Permit2 take exactly the price of option number `accepted`. */
  'payment.allow-permit2': row(anywhere, unlocked, once, proposal, () => ({
    approvalId: z.string(),
    accepted: z.int().check(z.gte(0)),
  })),
  /** Every answer for which something was signed; the slice has the newest. */
  'payment.signed': row(home, unlocked, repeatable, gives<{ answers: PaidAnswerView[] }>),
  /** `switchedOn`: the site's pages may have their own requests paid. */
  'payment.set-site': row(home, unlocked, once, nothing, () => ({ origin, switchedOn: z.boolean() })),
  /** Ends the payments without a decision of a page (origin) to a payee of a seller (origin) from an account. */
  'payment.end-limit': row(home, unlocked, once, nothing, () => ({
    page: origin,
    seller: origin,
    account: address,
    networkId,
    token: address,
    payee: address,
  })),
  /** Ends the sign-ins without a decision of a page to a seller with an account. */
  'payment.end-sign-in': row(home, unlocked, once, nothing, () => ({ page: origin, seller: origin, account: address })),
  /** Sets a limit above which the person is asked; `most` null removes it. `origin` null: all sites together. */
  'payment.set-cap': row(home, unlocked, once, nothing, () => ({
    scope: z.enum(['payment', 'session', 'day', 'month']),
    origin: z.nullable(origin),
    networkId,
    token: address,
    most: z.nullable(quantity),
  })),
  /** Ends every payment without asking, for all sites. */
  'payment.stop': row(wallet, unlocked, repeatable, nothing),
  /** Sends the same payload again; nothing new is signed. */
  'payment.send-again': row(home, unlocked, once, nothing, () => ({ id })),
  /** Asks the merchant of a channel on the selected network to give back what was not charged. */
  'channel.refund': row(home, unlocked, once, nothing, () => ({ channelId: hash })),
}
