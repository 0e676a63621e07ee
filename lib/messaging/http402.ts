import type { Address, Hash, Hex } from 'viem'
import * as z from 'zod/mini'
import type { Risk } from '@/lib/approvals/types'
import { addressSchema, hashSchema, type Quantity, quantitySchema } from '@/lib/values/hex'

/** HTTP 402 in the language between pages and worker: part of `payments.ts`. */

// ---- What pages show --------------------------------------------------------------------------------------------------------

/** One way to pay for what a server answered with 402 (HTTP 402, x402), as the wallet judges it. */
export interface PaymentOptionView {
  /** Its place in the server's list. */
  index: number
  /** The server's name for it, cleaned. */
  scheme: string
  network: string
  /** `null` for a scheme the wallet does not know. */
  way: 'eip3009' | 'permit2' | 'upto' | 'channel' | null
  chainId: number | null
  token: Address
  symbol: string | null
  decimals: number | null
  /** Price, or the most for `upto`. */
  amount: Quantity
  /** The most that choosing it puts at stake. */
  stake: Quantity
  payee: Address
  validForSeconds: number
  moves: 'after' | 'before' | 'deposit' | 'voucher'
  /** A key of the catalogue (`payment_obstacle_<code>`): why it cannot be paid. */
  obstacle: string | null
  risks: Risk[]
  caps: CapView[]
  /** For `channel`: the one that would be used. */
  channel: null | { salt: Hex; balance: Quantity; charged: Quantity }
  /** For the builder: the entry as it came, JSON text, and what it would read from the chain. */
  requirements: string
  allowance: Quantity | null
  permitNonce: Quantity | null
}

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
  url: string
  method: string
  /** How it is paid: the tab's page is loaded again, or the page repeats its own request. */
  carrier: 'navigation' | 'request'
  version: 1 | 2
  description: string | null
  serviceName: string | null
  /** Best first. */
  options: PaymentOptionView[]
  /** So many more are in the server's list that say nothing the wallet can use: no amount, no address. */
  unreadable: number
  /** `terms`: what is above. `other-protocol`: it wants to be paid in a protocol this wallet does not speak. `hidden`: the page may not read the answer. */
  asks: 'terms' | 'other-protocol' | 'hidden'
  /** JSON text of the extensions the server offered. */
  extensions: string | null
  /** Which one was chosen and built, with the time (ms) until which that is good. */
  planned: { accepted: number; until: number } | null
}

/** An answer that was, or was to be, paid for. */
export interface PaidAnswerView {
  id: string
  origin: string
  url: string
  method: string
  /** A `PaymentState`. */
  state: 'offered' | 'signed' | 'sent' | 'delivered' | 'unproven' | 'undelivered' | 'cancelled' | 'expired' | 'refused'
  /** Code of why it is as it is. */
  reason: string | null
  chainId: number | null
  token: Address | null
  payee: Address | null
  symbol: string | null
  decimals: number | null
  /** The most that was signed for, and what was taken as far as that is known. */
  amount: Quantity | null
  charged: Quantity | null
  automatic: boolean
  /** Paid with a promise out of a channel, of which the chain shows nothing. */
  isVoucher: boolean
  attempts: number
  /** The same payment goes out once more when its address is opened again. */
  goesAgain: boolean
  transaction: Hash | null
  /** Until then somebody can take it, ms. */
  validBefore: number | null
  createdAt: number
}

/** What the person allows a site. */
export interface PaidSiteView {
  origin: string
  /** Its pages' own requests may be paid for. */
  switchedOn: boolean
  automatic: null | {
    chainId: number
    token: Address
    symbol: string | null
    decimals: number | null
    most: Quantity
    /** Paid without asking in the last 24 hours. */
    spentInDay: Quantity
  }
}

export interface Http402View {
  /** Newest first, at most 100. */
  answers: PaidAnswerView[]
  sites: PaidSiteView[]
  caps: (CapView & { chainId: number; token: Address; symbol: string | null; decimals: number | null })[]
}

export const noAnswers: Http402View = { answers: [], sites: [], caps: [] }

// ---- What pages ask for -----------------------------------------------------------------------------------------------------

const longest = 100_000

export const http402Inputs = {
  /** What a page of ours built for one of the options, without signatures. The worker decodes it again; then it can be approved. */
  'payment.choose': () =>
    z.object({
      approvalId: z.string(),
      accepted: z.int().check(z.gte(0)),
      payload: z.string().check(z.maxLength(longest)),
      extensions: z.nullable(z.string().check(z.maxLength(longest))),
      typedData: z.array(z.string().check(z.maxLength(longest))).check(z.maxLength(4)),
    }),
  /** What a site may: have its pages' own requests paid for, and be paid without asking up to a limit (`perDay` in 24 hours). */
  'payment.set-site': () =>
    z.object({
      origin: z.string().check(z.maxLength(300)),
      switchedOn: z.optional(z.boolean()),
      automatic: z.optional(
        z.nullable(
          z.object({ chainId: z.number(), token: addressSchema, most: quantitySchema, perDay: quantitySchema }),
        ),
      ),
    }),
  /** A limit that nothing is signed above; `most` null takes it away. */
  'payment.set-cap': () =>
    z.object({
      scope: z.enum(['payment', 'session', 'day', 'month']),
      origin: z.nullable(z.string().check(z.maxLength(300))),
      chainId: z.number(),
      token: addressSchema,
      most: z.nullable(quantitySchema),
    }),
  /** Nothing is paid without asking any more, anywhere. */
  'payment.stop': () => z.object({}),
  /** Sends the same payload once more: nothing new is signed. */
  'payment.send-again': () => z.object({ id: z.string() }),
  /** Asks the merchant of a channel of the selected network to give back what is not charged. */
  'channel.refund': () => z.object({ channelId: hashSchema }),
} as const

/** Worker → the document that builds payments where no window is open; answered with an unsigned payment, or `null`. */
export const buildPaymentMessage = 'prelude:build-payment'
