import type { Address, Hash, Hex } from 'viem'
import * as z from 'zod/mini'
import type { AuthorizationState, EvidenceEvent } from '@/lib/values/authorization'
import type { Quantity } from '@/lib/values/hex'
import { type DeskProcedureResults, type DeskView, deskProcedureInputs } from './desk'
import { type Http402View, http402Inputs, noAnswers } from './http402'

/** Payments in the language between pages and worker: part of `ui.ts`. */

// ---- Slices: what pages show ------------------------------------------------------------------------------------------------

export interface PaymentSlices {
  /** Signatures of the selected account on the selected network that let somebody take money, newest first. */
  authorizations: AuthorizationView[]
  /** Transfers of tokens to and from the selected account, newest first, at most 200; a network tells of them while somebody looks. */
  transfers: TransferView[]
  /** The newest block as payments were last read; `null` before. */
  chainHead: ChainHeadView | null
  /** Answers paid for with HTTP 402, and what sites may be paid without asking. */
  answers: Http402View
  /** Channels that the selected account opened on the selected network, newest first, at most 100. What became of them the chain says. */
  channels: ChannelView[]
  /** Being paid: what was asked for, what is kept to be captured, what was given back and paid out. */
  desk: DeskView
}

export const noPayments: PaymentSlices = {
  answers: noAnswers,
  authorizations: [],
  transfers: [],
  chainHead: null,
  channels: [],
  desk: { requests: [], captures: [], refunds: [], payouts: [] },
}
export const paymentSliceNames = [
  'answers',
  'authorizations',
  'transfers',
  'chainHead',
  'channels',
  'desk',
] as const satisfies readonly (keyof PaymentSlices)[]

export interface AuthorizationView {
  id: string
  /** A `TypedDataKind` of `lib/decoding`. */
  kind: string
  /** Against which contract it is valid. */
  contract: Address | null
  token: Address | null
  /** Who may take it, and who gets it where that is fixed. */
  spender: Address | null
  recipient: Address | null
  /** The most that may be taken (in a period, where there are periods). `null` where the data names no amount. */
  amount: Quantity | null
  used: Quantity
  /** What may still be taken; `null` where nobody can say. */
  remaining: Quantity | null
  /** Unix seconds. */
  validAfterSeconds: number | null
  validBeforeSeconds: number | null
  deadlineSeconds: number | null
  /** Seconds after which the same amount may be taken again. */
  period: number | null
  nonce: string | null
  digest: Hash
  origin: string | null
  paymentId: string | null
  state: AuthorizationState
  /** What was signed stands on the chain by now. */
  isOnChain: boolean
  /** The sealed chain does not say so yet. */
  isProvisional: boolean
  evidence: { event: EvidenceEvent; amount: Quantity | null; hash: Hash; blockNumber: number; isSealed: boolean }[]
  createdAt: number
  checkedAt: number | null
}

export interface TransferView {
  /** Names the transfer and the block it is in. */
  key: string
  token: Address
  from: Address
  to: Address
  amount: Quantity
  /** The reference right after it (bytes32). */
  memo: Hash | null
  hash: Hash
  blockNumber: number
  logIndex: number
  /** Not so: only pre-confirmed. */
  isSealed: boolean
  at: number
}

/** A payment channel (x402 `batch-settlement`) as the wallet's own records have it. Amounts in the token's smallest unit. */
export interface ChannelView {
  channelId: Hex
  /** The site whose answers it pays for. */
  origin: string
  /** By which the contract knows it; the money is taken back with it. */
  config: {
    payer: Address
    payerAuthorizer: Address
    receiver: Address
    receiverAuthorizer: Address
    token: Address
    /** Seconds. */
    withdrawDelay: number
    salt: Hash
  }
  /** Of the highest voucher signed: the most that the merchant may claim in all. */
  signed: Quantity
  /** `stopped`: the merchant counts otherwise than was signed, and gets no more vouchers. */
  state: 'opening' | 'open' | 'stopped' | 'withdrawing' | 'closed'
  createdAt: number
}

export interface ChainHeadView {
  number: number
  /** The block's own time, Unix seconds, and the device's (ms) when it was read. */
  chainSeconds: number
  readAt: number
  /** From one block to the next. */
  blockMs: number | null
}

// ---- Procedures: what pages ask for -----------------------------------------------------------------------------------------

export const paymentProcedureInputs = {
  /** Makes an approval of the wallet's own for typed data (JSON text); the answer is its id. */
  'authorization.propose': () => z.object({ typedData: z.string().check(z.maxLength(262_144)) }),
  /** What was signed, and the signature, to be handed on. */
  'authorization.read': () => z.object({ id: z.string() }),
  ...deskProcedureInputs,
  ...http402Inputs,
} as const

export interface PaymentProcedureResults extends DeskProcedureResults {
  'authorization.propose': { approvalId: string }
  'authorization.read': { typedData: string; signature: Hex }
}
