import type { Address } from 'viem'
import * as z from 'zod/mini'
import type { Risk } from '@/lib/approvals/types'
import type { Quantity } from '@/lib/values/hex'

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
  /** `terms`: what is above. `other-protocol`: it wants to be paid in a protocol this wallet does not speak. */
  asks: 'terms' | 'other-protocol'
  /** JSON text of the extensions the server offered. */
  extensions: string | null
  /** Which one was chosen and built, with the time (ms) until which that is good. */
  planned: { accepted: number; until: number } | null
}

// ---- What pages ask for -----------------------------------------------------------------------------------------------------

const longest = 100_000

export const http402Inputs = {
  /** What a page of ours built for one of the options, without signatures. The worker decodes it again; then it can be approved. */
  'payment.choose': z.object({
    approvalId: z.string(),
    accepted: z.int().check(z.gte(0)),
    payload: z.string().check(z.maxLength(longest)),
    extensions: z.nullable(z.string().check(z.maxLength(longest))),
    typedData: z.array(z.string().check(z.maxLength(longest))).check(z.maxLength(4)),
  }),
} as const
