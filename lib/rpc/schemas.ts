import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { addressSchema, hashSchema, hexSchema } from '@/lib/values/hex'

/**
 * What endpoints answer, in the shape the wallet uses: quantities become `bigint`, fields nobody needs are left out. Fields beyond the Ethereum
 * core vary from node to node and are optional.
 */

/** QUANTITY: `0x` hex of at most 256 bits. */
export const quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)),
  z.transform(text => BigInt(text)),
)
/** Older clients wrote some quantities as JSON numbers. */
export const quantityOrNumber = z.pipe(
  z.union([z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)), z.int().check(z.nonnegative())]),
  z.transform(value => BigInt(value)),
)
/** A quantity that is a count (nonce, index, chain id): a safe integer. */
export const count = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{1,13}$/)),
  z.transform(text => Number(text)),
)

export const chainIdReply = count
export const blockNumberReply = quantity
export const transactionCountReply = count
export const balanceReply = quantity
export const dataReply = hexSchema
export const hashReply = hashSchema

/** What every header has; `newHeads` pushes it, blocks contain it. */
export const headReply = z.object({
  number: quantity,
  hash: hashSchema,
  parentHash: hashSchema,
  timestamp: quantity,
  baseFeePerGas: z.optional(z.nullable(quantity)),
})
export type HeadReply = z.infer<typeof headReply>

/** A block by number or tag without full transactions; number and hash may be null (or zero) for `pending`. `null`: no such block. */
export const blockReply = z.lazy(() =>
  z.nullable(
    z.object({
      number: z.nullable(quantity),
      hash: z.nullable(hashSchema),
      parentHash: hashSchema,
      timestamp: quantity,
      baseFeePerGas: z.optional(z.nullable(quantity)),
      gasLimit: quantity,
      gasUsed: quantity,
      transactions: z.array(z.unknown()),
    }),
  ),
)
export type BlockReply = NonNullable<z.infer<typeof blockReply>>

export const logReply = z.lazy(() =>
  z.object({
    address: addressSchema,
    topics: z.array(hashSchema).check(z.maxLength(4)),
    data: hexSchema,
    blockNumber: z.nullable(quantity),
    blockHash: z.nullable(hashSchema),
    transactionHash: z.nullable(hashSchema),
    logIndex: z.nullable(quantity),
    removed: z.optional(z.boolean()),
  }),
)
export const logsReply = z.array(logReply)

const status = z.pipe(
  z.enum(['0x0', '0x1']),
  z.transform(value => (value === '0x1' ? ('success' as const) : ('reverted' as const))),
)

/** A receipt; `blockHash` null or zero means pre-confirmed only. `null`: there is none. */
export const receiptReply = z.lazy(() =>
  z.nullable(
    z.object({
      transactionHash: hashSchema,
      from: addressSchema,
      to: z.optional(z.nullable(addressSchema)),
      blockHash: z.nullable(hashSchema),
      blockNumber: quantity,
      status,
      gasUsed: quantityOrNumber,
      effectiveGasPrice: quantity,
      contractAddress: z.optional(z.nullable(addressSchema)),
      l1Fee: z.optional(z.nullable(quantity)),
      logs: z.array(logReply),
    }),
  ),
)
export type ReceiptReply = NonNullable<z.infer<typeof receiptReply>>

/** The receipt, if it is this transaction's: an endpoint that lies or mixes up its answers gives another one's, and that is none. */
export function receiptOf(hash: string, receipt: ReceiptReply | null): ReceiptReply | null {
  return receipt?.transactionHash.toLowerCase() === hash.toLowerCase() ? receipt : null
}

/** A transaction by hash. Deposits (type 0x7e) have no chain id and no caps. `null`: unknown. */
export const transactionReply = z.lazy(() =>
  z.nullable(
    z.object({
      hash: hashSchema,
      from: addressSchema,
      to: z.nullable(addressSchema),
      nonce: count,
      value: quantity,
      input: hexSchema,
      gas: quantity,
      type: z.optional(z.string()),
      chainId: z.optional(z.nullable(quantity)),
      gasPrice: z.optional(z.nullable(quantity)),
      maxFeePerGas: z.optional(z.nullable(quantity)),
      maxPriorityFeePerGas: z.optional(z.nullable(quantity)),
      blockHash: z.nullable(hashSchema),
      blockNumber: z.nullable(quantity),
    }),
  ),
)

/** `eth_feeHistory`: one base fee more than blocks asked for; the last is the next block's. */
export const feeHistoryReply = z.lazy(() =>
  z.object({
    oldestBlock: quantity,
    baseFeePerGas: z.array(quantity).check(z.minLength(1), z.maxLength(1025)),
    gasUsedRatio: z.array(z.number()),
    reward: z.optional(z.nullable(z.array(z.array(quantity)))),
  }),
)
export type FeeHistoryReply = z.infer<typeof feeHistoryReply>

/** `<chain>_transactionStatus`: asks the pool only; a mined transaction may be `Unknown`. */
export const transactionStatusReply = z.object({ status: z.enum(['Known', 'Unknown']) })

/** An item of the pre-confirmation subscription: a hash, or the whole transaction with the fields of its receipt, flat. */
export const preconfirmationItem = z.lazy(() =>
  z.union([
    hashSchema,
    z.object({
      hash: hashSchema,
      from: addressSchema,
      nonce: count,
      blockNumber: quantity,
      status: z.optional(status),
      gasUsed: z.optional(quantityOrNumber),
      gasPrice: z.optional(z.nullable(quantity)),
      effectiveGasPrice: z.optional(z.nullable(quantity)),
      contractAddress: z.optional(z.nullable(addressSchema)),
      l1Fee: z.optional(z.nullable(quantity)),
    }),
  ]),
)

const zeroHash: Hex = `0x${'0'.repeat(64)}`

/** The hash of a sealed block, or `null` for the two ways of saying that there is none yet. */
export function sealedHash(blockHash: Hex | null): Hex | null {
  return blockHash === zeroHash ? null : blockHash
}
