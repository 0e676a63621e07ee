import * as z from 'zod/mini'
import { authorizationStates, evidenceEvents } from '@/lib/base/authorization'
import { addressSchema, hashSchema, hexSchema } from '@/lib/base/hex-schemas'
import { networkIdSchema } from '@/lib/base/network-id'
import { paymentStates } from '@/lib/base/payment-state'

/**
 * The rows that payments leave. The units are those of `records.ts`: amounts are `bigint` in the token's smallest unit,
 * times are milliseconds since the epoch unless a name says `seconds`, addresses are lower case.
 */

const amount = z.bigint()
const time = z.number()
/** Unix seconds, as contracts count. They may be as large as 2^256 − 1. */
const chainTime = z.bigint()
const networkId = networkIdSchema
const chainId = z.number()
/** Whose row it is, and in which life of its network. */
const ofAccount = { networkId, epoch: z.number(), account: addressSchema }

/** Somebody else's address, with the name the person gave it. */
export const contactRecordSchema = z.object({ address: addressSchema, name: z.string(), createdAt: time })
export type ContactRecord = z.infer<typeof contactRecordSchema>

/** What on the chain proves a state: the log of `AuthorizationUsed`, `Transfer`, `PaymentCaptured` and their like. */
export const evidenceSchema = z.lazy(() =>
  z.object({
    event: z.enum(evidenceEvents),
    amount: z.nullable(amount),
    /** Unix seconds at which the period began that this was taken in. */
    periodStart: z.nullable(chainTime),
    hash: hashSchema,
    /** `null` while only pre-confirmed. */
    blockHash: z.nullable(hashSchema),
    blockNumber: z.number(),
    logIndex: z.number(),
  }),
)
export type Evidence = z.infer<typeof evidenceSchema>

/** A signature that lets somebody else move money. It is written before the signature leaves the wallet. */
export const authorizationRecordSchema = z.lazy(() =>
  z.object({
    /** `<approval id>:<index>`, or `<payment id>:<index>` where no window was opened for it. */
    id: z.string(),
    ...ofAccount,
    /** The chain id that is signed. */
    chainId,
    /** A `TypedDataKind` of `lib/reading/calls`. */
    kind: z.string(),
    /** Against which contract it is valid. */
    contract: z.nullable(addressSchema),
    token: z.nullable(addressSchema),
    /** Who may take it, and who gets it where that is fixed. */
    spender: z.nullable(addressSchema),
    recipient: z.nullable(addressSchema),
    /** The most that may be taken (for a period, where there are periods). `null` where the data names no amount. */
    amount: z.nullable(amount),
    /** From then on, exclusive. */
    validAfter: z.nullable(chainTime),
    /** Nothing can be taken at or after it; `null` for never. */
    validBefore: z.nullable(chainTime),
    /**
     * The signature can be put on the chain before it. What it allowed then may go on: the allowance of a permit does
     * not end.
     */
    deadline: z.nullable(chainTime),
    /** Seconds after which the same amount may be taken again. */
    period: z.nullable(chainTime),
    /**
     * The nonce as the contract knows it: bytes32 of EIP-3009, sequential of EIP-2612, unordered of Permit2, channel
     * id, permission hash.
     */
    nonce: z.nullable(z.string()),
    /** EIP-712 digest that was signed. */
    digest: hashSchema,
    /** JSON text of what was signed. */
    typedData: z.string(),
    signature: hexSchema,
    /** The site it was given to; `null` for one made at the desk. */
    origin: z.nullable(z.string()),
    /** The HTTP 402 payment it belongs to. */
    paymentId: z.nullable(z.string()),
    state: z.enum(authorizationStates),
    /** Taken so far. */
    used: amount,
    /** What may still be taken (in this period, where there are periods). `null` where nobody can say. */
    remaining: z.nullable(amount),
    /** What was signed stands on the chain by now, as an allowance, a permission or a deposit. */
    isOnChain: z.boolean(),
    /** The sealed chain does not say so yet. */
    isProvisional: z.boolean(),
    evidence: z.array(evidenceSchema),
    /** Logs were read from this block on; `null` before the first reading. */
    fromBlock: z.nullable(z.number()),
    /** The last block that was read, and its hash. */
    readTo: z.nullable(z.object({ number: z.number(), hash: hashSchema })),
    /** Its end is final: it is not looked at any more. */
    isClosed: z.boolean(),
    createdAt: time,
    /** When the chain was last asked; `null` for never. */
    checkedAt: z.nullable(time),
  }),
)
export type AuthorizationRecord = z.infer<typeof authorizationRecordSchema>

/**
 * What is signed for a payment: EIP-3009, Permit2 for a fixed amount, Permit2 for a maximum, a channel's deposit with
 * its first voucher, a voucher alone.
 */
export const paymentWays = ['eip3009', 'permit2', 'upto', 'deposit', 'voucher'] as const

/**
 * One HTTP 402 payment, from the offer to its end. The signed payload is in it before it is sent, and is the only one
 * until its fate is known.
 */
export const paymentRecordSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    /** Who asked: the origin that answered 402, and the page it was for where that is another one. */
    origin: z.string(),
    pageOrigin: z.nullable(z.string()),
    tabId: z.nullable(z.number()),
    /** How the payload travels: the tab's page is loaded again, or the page repeats its own request. */
    carrier: z.enum(['navigation', 'request']),
    method: z.string(),
    url: z.string(),
    /** SHA-256 of the request's body; `null` without one. */
    bodyDigest: z.nullable(hashSchema),
    /** 1: body and `X-PAYMENT`. 2: headers and `PAYMENT-SIGNATURE`. */
    version: z.union([z.literal(1), z.literal(2)]),
    /** JSON text of the terms, as they came. */
    terms: z.string(),
    /**
     * `seller`: read at the seller's own address, or by a page of the seller. `page`: only as a page of another origin
     * gave them.
     */
    termsFrom: z.enum(['seller', 'page']),
    /** Which entry of `accepts` was chosen. */
    accepted: z.nullable(z.number()),
    way: z.nullable(z.enum(paymentWays)),
    /** JSON text of what is to be signed, once chosen; what is signed without a window is signed by it. */
    plan: z.nullable(z.string()),
    networkId: z.nullable(networkId),
    /** The chain id that is signed. */
    chainId: z.nullable(chainId),
    account: z.nullable(addressSchema),
    token: z.nullable(addressSchema),
    payee: z.nullable(addressSchema),
    /** The most that may be taken: maxima and deposits in full. */
    amount: z.nullable(amount),
    /** What was taken, once known. */
    charged: z.nullable(amount),
    /** The header's value, signed. */
    payload: z.nullable(z.string()),
    /** Unix seconds after which the payload is worth nothing. */
    validBefore: z.nullable(chainTime),
    state: z.enum(paymentStates),
    /** How often it went out, always the same bytes. */
    attempts: z.number(),
    /** Whether the person was asked for this one, or a limit allowed it. */
    automatic: z.boolean(),
    /** JSON text of the settlement the merchant told. */
    settlement: z.nullable(z.string()),
    transaction: z.nullable(hashSchema),
    /** Catalogue code of why it ended as it did. */
    reason: z.nullable(z.string()),
    createdAt: time,
    signedAt: z.nullable(time),
    endedAt: z.nullable(time),
  }),
)
export type PaymentRecord = z.infer<typeof paymentRecordSchema>

/** A channel of the x402 scheme `batch-settlement`: money deposited, and vouchers for a growing part of it. */
export const channelRecordSchema = z.lazy(() =>
  z.object({
    /** `<networkId>:<channelId>` */
    key: z.string(),
    networkId,
    /** The chain id that the channel's vouchers are signed for. */
    chainId,
    epoch: z.number(),
    channelId: hashSchema,
    origin: z.string(),
    payer: addressSchema,
    receiver: addressSchema,
    token: addressSchema,
    /** JSON text of the channel's configuration, salt included: without it the money cannot be taken back. */
    config: z.string(),
    withdrawDelaySeconds: z.number(),
    deposited: amount,
    /**
     * The amount of the highest voucher signed: the most that the receiver can claim. Not known where `voucher` is
     * `null`.
     */
    signed: amount,
    /** What the merchant says it charged so far, as far as it agrees with what was signed. */
    charged: amount,
    claimed: amount,
    /**
     * JSON text of the highest voucher with its signature. `null` in a channel that was found on the chain: which
     * vouchers were signed for it is not known, and the receiver may hold one for all that is inside.
     */
    voucher: z.nullable(z.string()),
    /** When the withdrawal was begun, ms. */
    withdrawalAt: z.nullable(time),
    /** `stopped`: the merchant's sum differs from the signed one, and no more vouchers are signed. */
    state: z.enum(['opening', 'open', 'stopped', 'withdrawing', 'closed']),
    createdAt: time,
    checkedAt: z.nullable(time),
  }),
)
export type ChannelRecord = z.infer<typeof channelRecordSchema>

/** What the wallet knows of one origin, as a page and as a seller. */
export const paymentSiteRecordSchema = z.lazy(() =>
  z.object({
    origin: z.string(),
    /** For a site with pages: whether the pages' own requests are repeated with a payment. */
    switchedOn: z.boolean(),
    /** For a seller: the payees so far, by network and token. The wallet warns of another payee. */
    payees: z.array(z.object({ networkId, token: addressSchema, payee: addressSchema })),
    /** For a seller: which pages may sign in to it without a decision, and with which accounts. */
    signIns: z.exactOptional(z.array(z.object({ page: z.string(), account: addressSchema }))),
    createdAt: time,
  }),
)
export type PaymentSiteRecord = z.infer<typeof paymentSiteRecordSchema>

/**
 * What a page may pay a payee of a seller from an account without a decision. Stored together with the signature of the
 * payment whose decision allowed it.
 */
export const paymentLimitRecordSchema = z.lazy(() =>
  z.object({
    /** `<page> <seller> <account> <networkId> <token> <payee>` */
    key: z.string(),
    /** Origin of the page, and of the address that is paid for. */
    page: z.string(),
    seller: z.string(),
    /** Who pays, and who is paid. Rows of earlier versions bind to no account: they allow nothing. */
    account: z.exactOptional(addressSchema),
    payee: z.exactOptional(addressSchema),
    networkId,
    token: addressSchema,
    /** For one payment, and for all payments without a decision in 24 hours. */
    most: amount,
    perDay: amount,
    createdAt: time,
  }),
)
export type PaymentLimitRecord = z.infer<typeof paymentLimitRecordSchema>

/** A cap for all sites together, or for one. Above it the person is asked, whatever a limit allows. */
export const paymentCapRecordSchema = z.lazy(() =>
  z.object({
    /** `<scope>:<origin or *>:<networkId>:<token>` */
    key: z.string(),
    scope: z.enum(['payment', 'session', 'day', 'month']),
    /** `null`: all sites together. */
    origin: z.nullable(z.string()),
    networkId,
    token: addressSchema,
    most: amount,
  }),
)
export type PaymentCapRecord = z.infer<typeof paymentCapRecordSchema>

/**
 * A transfer of a token to or from an account of the wallet. The range it was read in is replaced whole, so a
 * reorganisation leaves nothing behind.
 */
export const transferRecordSchema = z.lazy(() =>
  z.object({
    /** `<networkId>:<epoch>:<account>:<blockHash>:<hash>:<logIndex>` */
    key: z.string(),
    ...ofAccount,
    token: addressSchema,
    from: addressSchema,
    to: addressSchema,
    amount,
    /** bytes32 of the `Memo` log right after it. */
    memo: z.nullable(hashSchema),
    hash: hashSchema,
    /** `null` while only pre-confirmed. */
    blockHash: z.nullable(hashSchema),
    blockNumber: z.number(),
    logIndex: z.number(),
    at: time,
  }),
)
export type TransferRecord = z.infer<typeof transferRecordSchema>

/**
 * How far the transfers of an account were read: a row for each token, and one for the account, whose `from` tokens
 * that come later are read from.
 */
export const transferCursorRecordSchema = z.lazy(() =>
  z.object({
    /** `<networkId>:<epoch>:<account>` or `<networkId>:<epoch>:<account>:<token>` */
    key: z.string(),
    /** Every block from here to `to` was read; `to` had this hash. */
    from: z.number(),
    to: z.number(),
    hash: hashSchema,
    /** When block `from` was made. Absent where it was not asked. */
    fromAt: z.optional(time),
    /** Blocks before `to`, newest first: after a reorganisation, reading goes on from the newest that is left. */
    marks: z.optional(z.array(z.object({ number: z.number(), hash: hashSchema }))),
  }),
)
export type TransferCursorRecord = z.infer<typeof transferCursorRecordSchema>

/** Money asked for: an amount to one account, found again by its memo or by sender, token and amount. */
export const paymentRequestRecordSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    ...ofAccount,
    /** `null` for the chain's own currency. */
    token: z.nullable(addressSchema),
    amount: z.nullable(amount),
    memo: z.nullable(hashSchema),
    label: z.string(),
    /** Only transfers after it count. */
    fromBlock: z.number(),
    closedAt: z.nullable(time),
    /** Only transfers up to this block count. Absent where the chain could not be asked when it was closed. */
    closedBlock: z.optional(z.number()),
    createdAt: time,
    /** What paid it in the chain's own money; transfers of tokens are matched whenever they are read. */
    paidBy: z.optional(
      z.nullable(
        z.object({
          /** Id of the arrival. */
          arrival: z.string(),
          hash: z.nullable(hashSchema),
          at: time,
          blockNumber: z.optional(z.number()),
        }),
      ),
    ),
  }),
)
export type PaymentRequestRecord = z.infer<typeof paymentRequestRecordSchema>

/** Somebody else's signature, kept to be captured. */
export const captureRecordSchema = z.lazy(() =>
  z.object({
    id: z.string(),
    ...ofAccount,
    kind: z.enum(['transfer-authorization', 'receive-authorization', 'permit']),
    token: addressSchema,
    /** The called contract: the token itself, or the checkout that a permit was given to. */
    contract: addressSchema,
    payer: addressSchema,
    /** The most that may be captured. */
    amount,
    validAfter: z.nullable(chainTime),
    validBefore: chainTime,
    nonce: z.string(),
    typedData: z.string(),
    signature: hexSchema,
    /** Under which number a checkout captures it. */
    orderId: z.nullable(hashSchema),
    /** The origin of the page whose link the request came in. */
    linkOrigin: z.optional(z.string()),
    /** The ids of the decisions to capture it, newest last. */
    approvalIds: z.array(z.string()),
    label: z.string(),
    createdAt: time,
    /** Forgotten by the person. The books still need what its transactions were for. */
    isHidden: z.optional(z.literal(true)),
  }),
)
export type CaptureRecord = z.infer<typeof captureRecordSchema>

/** Money given back: reserved by this row before it is decided on, and bounded by what came in. */
export const refundRecordSchema = z.object({
  /** The approval it is decided by, and its transaction in the journal. */
  id: z.string(),
  ...ofAccount,
  /**
   * The transfer it gives back, as `<hash>:<logIndex>`, or `<hash>:value` for the chain's own money (ERC-7528). A
   * reorganisation may give its log another index.
   */
  transfer: z.string(),
  /** Which transfer of that transaction: its amount, and its place among those equal to it. Older rows lack it. */
  which: z.optional(z.object({ amount, ordinal: z.number() })),
  token: addressSchema,
  to: addressSchema,
  amount,
  createdAt: time,
})
export type RefundRecord = z.infer<typeof refundRecordSchema>

/** A payout or split: its reference is used once. */
export const payoutRecordSchema = z.lazy(() =>
  z.object({
    /** `<networkId>:<epoch>:<contract>:<reference>` */
    key: z.string(),
    ...ofAccount,
    kind: z.enum(['payout', 'split']),
    /** The payout contract; the token itself where each payee gets a transfer. */
    contract: addressSchema,
    /** keccak-256 of the label's text. */
    reference: hashSchema,
    label: z.string(),
    /** ERC-7528 for the chain's own money, as the contract then. */
    token: addressSchema,
    legs: z.array(z.object({ to: addressSchema, amount })),
    /** The id of the decision about it, and how many calls the decision has: the last call pays. */
    approvalId: z.string(),
    calls: z.number(),
    createdAt: time,
  }),
)
export type PayoutRecord = z.infer<typeof payoutRecordSchema>
