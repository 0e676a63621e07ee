import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { isSameHex } from '@/lib/base/hex'
import { addressSchema, hashSchema, hexSchema } from '@/lib/base/hex-schemas'
import type { Promiser } from '@/lib/base/level'

/**
 * Schemas of endpoints' answers. Quantities become `bigint`, and only the fields that the wallet uses are kept. Fields
 * outside the Ethereum specification differ between nodes and are optional.
 */

/** Longer ones are no padded numbers. */
const longestQuantity = 200

/**
 * @returns the number of a QUANTITY as clients write it: `0x` and hex digits, none of them for zero, padded or not; a
 * JSON number; decimal digits. `null` for anything else, and for more than 256 bits
 */
export function readQuantity(value: unknown): bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null
  if (typeof value !== 'string' || value.length > longestQuantity || !/^(?:0x[\da-f]*|\d+)$/i.test(value)) return null
  const read = BigInt(value.length === 2 && /x/i.test(value) ? 0 : value)
  return read >> 256n === 0n ? read : null
}

/** @returns the field of a foreign record as it is; `undefined` without one */
export function fieldOf(record: unknown, name: string): unknown {
  return typeof record === 'object' && record !== null ? Reflect.get(record, name) : undefined
}

/** QUANTITY, by `readQuantity`. */
export const quantity = z.pipe(
  z.custom<bigint>(value => readQuantity(value) !== null),
  z.transform(value => readQuantity(value) ?? 0n),
)
/** A quantity that is a nonce, index or chain id: a safe integer. */
export const count = z.pipe(
  z.custom<number>(value => (readQuantity(value) ?? 2n ** 53n) < 2n ** 53n),
  z.transform(value => Number(readQuantity(value))),
)

export const chainIdReply = count
export const blockNumberReply = quantity
export const transactionCountReply = count
export const balanceReply = quantity
export const dataReply = hexSchema
export const hashReply = hashSchema

/**
 * A field of somebody else's record that the question at hand does not need: what cannot be read of it is left out, and
 * the rest of the record counts. `unreadOf` names what was left out.
 */
function beside<T>(schema: z.ZodMiniType<T>) {
  return z.catch(z.optional(z.nullable(schema)), undefined)
}
/** A field that may be missing where it says nothing. */
function orNull<T>(schema: z.ZodMiniType<T>) {
  return z.pipe(
    z.optional(z.nullable(schema)),
    z.transform(value => value ?? null),
  )
}

/** For the question how the chain goes on: what of a header is needed, in pushes of `newHeads` and in blocks. */
export const headReply = z.object({ number: quantity, hash: hashSchema, parentHash: hashSchema })
export type HeadReply = z.infer<typeof headReply>

/** Number and hash of a block may be null, or the hash zero, for `pending`. */
const place = { number: z.nullable(quantity), hash: z.nullable(hashSchema) }
/** A block, for the question which one it is. `null`: no such block. */
export const blockReply = z.lazy(() => z.nullable(z.object(place)))
/** A block, for the question what is in it: hashes, or whole transactions. */
export const listingReply = z.lazy(() => z.nullable(z.object({ ...place, transactions: z.array(z.unknown()) })))
export type ListingReply = NonNullable<z.infer<typeof listingReply>>
/** A block, for the question when it was made, seconds. */
export const timeReply = z.lazy(() => z.nullable(z.object({ timestamp: quantity })))
/** A block, for both questions which one it is and when it was made. */
export const datedReply = z.lazy(() => z.nullable(z.object({ ...place, timestamp: quantity })))

const loggedBy = { address: addressSchema, topics: z.array(hashSchema).check(z.maxLength(4)), data: hexSchema }
export const logReply = z.lazy(() =>
  z.object({
    ...loggedBy,
    blockNumber: orNull(quantity),
    blockHash: orNull(hashSchema),
    transactionHash: orNull(hashSchema),
    logIndex: orNull(quantity),
    removed: beside(z.boolean()),
  }),
)
export const logsReply = z.array(logReply)
/** Logs, for the question which contracts wrote them. What names none is left out. */
export const writersReply = z.array(z.catch(z.nullable(z.object({ address: addressSchema })), null))

/** The status of a receipt. Nothing in its place says nothing. */
export const receiptStatus = z.pipe(
  z.custom<'success' | 'reverted'>((value: unknown) => value !== '0x' && (readQuantity(value) ?? 2n) < 2n),
  z.transform(value => (readQuantity(value) === 1n ? ('success' as const) : ('reverted' as const))),
)

/** Whose receipt it is, and the block; what it says beside that, as far as it can be read. */
const placeOfReceipt = {
  transactionHash: hashSchema,
  from: beside(addressSchema),
  to: beside(addressSchema),
  effectiveGasPrice: beside(quantity),
  contractAddress: beside(addressSchema),
  l1Fee: beside(quantity),
}
const plainReceipt = z.lazy(() =>
  z.object({
    ...placeOfReceipt,
    blockHash: orNull(hashSchema),
    blockNumber: quantity,
    status: receiptStatus,
    gasUsed: quantity,
    logs: z.array(logReply),
    /** Phases of a native account's transaction (EIP-8130): `status` says only whether all of them happened. */
    phaseStatuses: beside(z.array(receiptStatus)),
    payer: beside(addressSchema),
  }),
)

/**
 * A receipt, for the question what a transaction did. Its `blockHash` is `null` while the transaction is only
 * pre-confirmed. `promisedBy` builders: they committed to including it and have not executed it, so that status, gas
 * and logs say nothing yet; mev-commit names the block of such a receipt after the transaction. `null`: no receipt.
 */
export const receiptReply = z.lazy(() => z.nullable(z.pipe(plainReceipt, z.transform(readBlockHash))))

/**
 * A receipt, for the question how far a transaction has got: its block is enough, and `unread` is what cannot be read.
 * One of the two that name the block is enough as well.
 */
export const inclusionReply = z.lazy(() =>
  z.nullable(
    z.pipe(
      z.object({
        ...placeOfReceipt,
        blockHash: z.catch(z.optional(z.nullable(hashSchema)), undefined),
        blockNumber: z.catch(z.optional(quantity), undefined),
        status: z.catch(z.union([receiptStatus, z.literal('unread')]), 'unread'),
        gasUsed: z.catch(z.nullable(quantity), null),
      }),
      z.transform(readBlockHash),
    ),
  ),
)
export type InclusionReply = NonNullable<z.infer<typeof inclusionReply>>

function readBlockHash<Receipt extends { transactionHash: Hex; blockHash?: Hex | null | undefined }>(
  receipt: Receipt,
): Receipt & { promisedBy?: Promiser } {
  if (receipt.blockHash == null) return receipt
  if (isSameHex(receipt.blockHash, receipt.transactionHash))
    return { ...receipt, blockHash: null, effectiveGasPrice: null, promisedBy: 'builders' }
  return { ...receipt, blockHash: sealedHash(receipt.blockHash) }
}

const shownFields = [
  ...['status', 'gasUsed', 'effectiveGasPrice', 'blockHash', 'blockNumber', 'from', 'to', 'contractAddress', 'l1Fee'],
] as const

/** @returns the fields of a receipt that are there and cannot be read, and those without which a question stays open */
export function unreadOf(record: unknown, read: InclusionReply): string[] {
  const isOdd = (name: string): boolean => {
    const [there, told] = [fieldOf(record, name), fieldOf(read, name)]
    if (name === 'status') return told === 'unread'
    return there != null && told == null && read.promisedBy === undefined && !(name === 'blockHash' && isHash(there))
  }
  return shownFields.filter(isOdd)
}

function isHash(value: unknown): boolean {
  return hashSchema.safeParse(value).success
}
export type ReceiptReply = NonNullable<z.infer<typeof receiptReply>>
export type KnownReply = z.infer<typeof knownReply>

/**
 * @returns the receipt if it belongs to this transaction; `null` for another one's, which an endpoint may give
 * (invariant 11)
 */
export function receiptOf(hash: string, receipt: ReceiptReply | null): ReceiptReply | null {
  return isSameHex(receipt?.transactionHash, hash) ? receipt : null
}

/** A transaction by hash, for the question whether the node has it, and in a block. */
export const knownReply = z.lazy(() =>
  z.nullable(z.object({ hash: hashSchema, blockNumber: z.catch(orNull(quantity), null) })),
)

/** `eth_feeHistory`: one base fee more than blocks; the last one is of the next block. */
export const feeHistoryReply = z.lazy(() =>
  z.object({
    baseFeePerGas: z.array(quantity).check(z.minLength(1), z.maxLength(1025)),
    reward: beside(z.array(z.array(quantity))),
  }),
)
export type FeeHistoryReply = z.infer<typeof feeHistoryReply>

/** `<prefix>_transactionStatus` looks into the mempool only: an included transaction may be `Unknown`. */
export const transactionStatusReply = z.object({ status: z.enum(['Known', 'Unknown']) })

/** An item of the pre-confirmation subscription: a hash, or a transaction together with the fields of its receipt. */
export const preconfirmationItem = z.lazy(() =>
  z.union([
    hashSchema,
    z.object({
      hash: hashSchema,
      from: addressSchema,
      nonce: count,
      blockNumber: quantity,
      status: beside(receiptStatus),
      gasUsed: beside(quantity),
      gasPrice: beside(quantity),
      effectiveGasPrice: beside(quantity),
      contractAddress: beside(addressSchema),
      l1Fee: beside(quantity),
    }),
  ]),
)

/** What stands for a block that is not sealed: zeros, and on MegaETH ones. */
const unsealedHashes: ReadonlySet<string> = new Set([`0x${'0'.repeat(64)}`, `0x${'f'.repeat(64)}`])

/** @returns the hash of the sealed block; `null` for null and for a hash that means that it is not sealed */
export function sealedHash(blockHash: Hex | null): Hex | null {
  return blockHash === null || unsealedHashes.has(blockHash.toLowerCase()) ? null : blockHash
}
