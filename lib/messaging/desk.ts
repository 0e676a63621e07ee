import type { Address, Hash, Hex } from 'viem'
import * as z from 'zod/mini'
import { addressSchema, hashSchema, hexSchema, type Quantity, quantitySchema } from '@/lib/values/hex'

/** Being paid, in the language between pages and worker: part of `payments.ts`. All of it is of the selected account and network. */

/** `waiting` for a decision · `sent` and not in a sealed block · `done` · `failed`: nothing moved, and nothing will. */
export type OutcomeView = 'waiting' | 'sent' | 'done' | 'failed'

export interface DeskView {
  requests: PaymentRequestView[]
  captures: CaptureView[]
  refunds: RefundView[]
  payouts: PayoutView[]
}

export interface PaymentRequestView {
  id: string
  /** `null` for the chain's own currency. */
  token: Address | null
  /** `null`: whatever comes. */
  amount: Quantity | null
  memo: Hash | null
  label: string
  /** Only what came later counts. */
  fromBlock: number
  closedAt: number | null
  createdAt: number
}

export interface CaptureView {
  id: string
  kind: 'transfer-authorization' | 'receive-authorization' | 'permit'
  token: Address
  contract: Address
  payer: Address
  /** The most that may be captured. */
  amount: Quantity
  validAfterSeconds: number | null
  validBeforeSeconds: number
  nonce: string
  typedData: string
  signature: Hex
  orderId: Hash | null
  label: string
  /** Newest last. */
  attempts: { approvalId: string; outcome: OutcomeView }[]
  createdAt: number
}

export interface RefundView {
  id: string
  /** `<hash>:<logIndex>` of what it gives back. */
  transfer: string
  token: Address
  to: Address
  amount: Quantity
  outcome: OutcomeView
  createdAt: number
}

export interface PayoutView {
  key: string
  kind: 'payout' | 'split'
  contract: Address
  reference: Hash
  label: string
  token: Address
  legs: { to: Address; amount: Quantity }[]
  approvalId: string
  outcome: OutcomeView
  createdAt: number
}

const label = z.string().check(z.maxLength(200))
const id = z.string().check(z.maxLength(64))
const chainSeconds = quantitySchema
const call = z.object({ to: addressSchema, data: hexSchema })

export const deskProcedureInputs = {
  /** Asks for money; the answer is the request's id. */
  'request.add': () =>
    z.object({
      token: z.nullable(addressSchema),
      amount: z.nullable(quantitySchema),
      memo: z.nullable(hashSchema),
      label,
    }),
  'request.close': () => z.object({ id }),
  /** Keeps somebody's signature, to be captured. The page has checked whose it is. */
  'capture.add': () =>
    z.object({
      kind: z.enum(['transfer-authorization', 'receive-authorization', 'permit']),
      token: addressSchema,
      contract: addressSchema,
      payer: addressSchema,
      amount: quantitySchema,
      validAfter: z.nullable(chainSeconds),
      validBefore: chainSeconds,
      nonce: z.string().check(z.maxLength(80)),
      typedData: z.string().check(z.maxLength(65_536)),
      signature: hexSchema,
      orderId: z.nullable(hashSchema),
      label,
    }),
  /** Makes an approval for the transaction that captures it; the answer is its id. */
  'capture.propose': () => z.object({ id, call }),
  'capture.remove': () => z.object({ id }),
  /** Gives back part of a transfer that came in, to the one who paid. The answer is the approval's id. */
  'refund.propose': () => z.object({ hash: hashSchema, logIndex: z.number(), amount: quantitySchema }),
  /** Makes an approval for a payout or split; its reference is used up by it. */
  'payout.propose': () =>
    z.object({
      kind: z.enum(['payout', 'split']),
      contract: addressSchema,
      reference: hashSchema,
      label,
      token: addressSchema,
      legs: z.array(z.object({ to: addressSchema, amount: quantitySchema })).check(z.minLength(1), z.maxLength(100)),
      calls: z.array(call).check(z.minLength(1), z.maxLength(3)),
    }),
} as const

export interface DeskProcedureResults {
  'request.add': { id: string }
  'capture.add': { id: string }
  'capture.propose': { approvalId: string }
  'refund.propose': { approvalId: string }
  'payout.propose': { approvalId: string }
}
