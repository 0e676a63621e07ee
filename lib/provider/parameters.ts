import type { Address, Hex } from 'viem'
import { isAddress } from 'viem/utils'
import * as z from 'zod/mini'
import type { TransactionRequest } from '@/lib/approvals/types'
import type { AccessList } from '@/lib/values/access-list'
import { hashSchema, hexSchema, lowerCaseAddress, quantitySchema } from '@/lib/values/hex'
import { invalidParams } from './errors'

/**
 * The shapes of what pages pass, one per method family. What does not fit is −32602 with a sentence that names the
 * place.
 */

/** 128 KiB of bytes in hex: no node takes a larger transaction. */
const longestData = 2 + 2 * 131_072
/**
 * Addresses and storage keys of an access list together. So many keys alone, of 33 bytes each, are a transaction of 128
 * KiB.
 */
const mostListed = 4_000
const longestMessage = 262_144

export const address = z.custom<Address>(
  value => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) && isAddress(value),
  'must be an address of 20 bytes (with a right checksum, if it has one)',
)
/** Case is not judged: it is only compared. */
export const ownAddress = z.pipe(
  z.custom<Address>(
    value => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value),
    'must be an address of 20 bytes',
  ),
  z.transform(lowerCaseAddress),
)
const data = z.custom<Hex>(
  value => hexSchema.safeParse(value).success && String(value).length <= longestData,
  'must be whole bytes in 0x hex, at most 128 KiB',
)
const quantity = z.pipe(
  z.custom<Hex>(value => quantitySchema.safeParse(value).success, 'must be a quantity in 0x hex of at most 256 bits'),
  // Leading zeros are met in the wild and change nothing.
  z.transform((value): Hex => `0x${BigInt(value).toString(16)}`),
)
/** As `eth_chainId` gives it: no leading zero, within what is safe to compute with. */
export const chainId = z.pipe(
  z.custom<Hex>(
    value =>
      typeof value === 'string' && /^0x[1-9a-f][0-9a-f]{0,13}$/i.test(value) && Number.isSafeInteger(Number(value)),
    'must be a chain id in 0x hex without leading zeros',
  ),
  z.transform(Number),
)

/**
 * EIP-1193 methods without parameters are called with none, with `[]`, and with all sorts of things. They are ignored.
 */
export const nothing = z.lazy(() =>
  z.optional(z.nullable(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]))),
)

const absent = (reason: string) => z.optional(z.undefined(reason))
const whatever = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))

const notSigned = 'is not supported: this wallet signs EIP-1559 transactions'
const storageKey = z.custom<Hex>(value => hashSchema.safeParse(value).success, 'must be a word of 32 bytes in 0x hex')
/** EIP-2930 §Specification. Strict: what a member nobody knows was meant to say would not be signed. */
const accessListEntries: z.ZodMiniType<AccessList> = z.lazy(() =>
  z.array(z.strictObject({ address, storageKeys: z.array(storageKey) })),
)
/** Counted before any of it is looked at: a megabyte of faults would be a million of them. */
const accessList = z.pipe(
  z.custom<unknown>(
    value => listedIn(value) <= mostListed,
    `must have at most ${mostListed} addresses and storage keys together`,
  ),
  accessListEntries,
)

function listedIn(value: unknown): number {
  if (!Array.isArray(value)) return 0
  const keys = value.map((entry: { storageKeys?: unknown } | null) => entry?.storageKeys)
  return keys.reduce((sum: number, these) => sum + 1 + (Array.isArray(these) ? these.length : 0), 0)
}

const transactionSchema = z.lazy(() =>
  z.object({
    from: ownAddress,
    to: whatever(address),
    value: whatever(quantity),
    data: whatever(data),
    input: whatever(data),
    gas: whatever(quantity),
    gasLimit: whatever(quantity),
    gasPrice: whatever(quantity),
    maxFeePerGas: whatever(quantity),
    maxPriorityFeePerGas: whatever(quantity),
    nonce: whatever(quantity),
    chainId: whatever(quantity),
    type: whatever(z.enum(['0x0', '0x00', '0x1', '0x01', '0x2', '0x02'], notSigned)),
    accessList: whatever(accessList),
    // Left out silently, the transaction would be another one than the page meant.
    authorizationList: absent(notSigned),
    blobs: absent(notSigned),
    blobVersionedHashes: absent(notSigned),
    maxFeePerBlobGas: absent(notSigned),
  }),
)

export interface AskedTransaction {
  from: Address
  chainId: bigint | null
  transaction: TransactionRequest
}

/** The object of `eth_sendTransaction`; fees of the old kind become a maximum. */
export const askedTransaction = z.pipe(
  transactionSchema,
  z.transform((asked, context): AskedTransaction => {
    const fault = (path: string, message: string) =>
      context.issues.push({ code: 'custom', message, input: asked, path: [path] })
    if (asked.data != null && asked.input != null && asked.data.toLowerCase() !== asked.input.toLowerCase())
      fault('input', 'must be the same as data')
    if (asked.gas != null && asked.gasLimit != null && asked.gas !== asked.gasLimit)
      fault('gasLimit', 'must be the same as gas')
    if (asked.gasPrice != null && (asked.maxFeePerGas != null || asked.maxPriorityFeePerGas != null))
      fault('gasPrice', 'cannot be given together with EIP-1559 fees')
    const code = asked.data ?? asked.input ?? '0x'
    if (asked.to == null && code === '0x') fault('to', 'is needed where there is no data')
    const maxFeePerGas = asked.maxFeePerGas ?? asked.gasPrice
    const maxPriorityFeePerGas = asked.maxPriorityFeePerGas ?? asked.gasPrice
    if (maxFeePerGas != null && maxPriorityFeePerGas != null && BigInt(maxPriorityFeePerGas) > BigInt(maxFeePerGas))
      fault('maxPriorityFeePerGas', 'must be at most maxFeePerGas')
    const gas = asked.gas ?? asked.gasLimit
    const nonce = asked.nonce == null ? null : Number(asked.nonce)
    if (nonce !== null && !Number.isSafeInteger(nonce)) fault('nonce', 'is too large')
    return {
      from: asked.from,
      chainId: asked.chainId == null ? null : BigInt(asked.chainId),
      transaction: {
        to: asked.to ?? null,
        value: asked.value ?? '0x0',
        data: code,
        // One without entries is none.
        ...(asked.accessList?.length ? { accessList: asked.accessList } : {}),
        ...(gas == null ? {} : { gas }),
        ...(maxFeePerGas == null ? {} : { maxFeePerGas }),
        ...(maxPriorityFeePerGas == null ? {} : { maxPriorityFeePerGas }),
        ...(nonce === null ? {} : { nonce }),
      },
    }
  }),
)

/** One of the calls of `wallet_sendCalls` (EIP-5792). */
export const askedCall = z.pipe(
  z.lazy(() => z.object({ to: whatever(address), value: whatever(quantity), data: whatever(data) })),
  z.transform((asked, context): TransactionRequest => {
    const code = asked.data ?? '0x'
    if (asked.to == null && code === '0x')
      context.issues.push({ code: 'custom', message: 'is needed where there is no data', input: asked, path: ['to'] })
    return { to: asked.to ?? null, value: asked.value ?? '0x0', data: code }
  }),
)

/**
 * The message of `personal_sign`: whole bytes in hex are those bytes, any other text is its UTF-8. Hex with half a byte
 * is refused: the two readings would be two messages.
 */
export const message = z.pipe(
  z.custom<string>(
    value =>
      typeof value === 'string' && value.length <= longestMessage && !/^0x(?:[0-9a-f]{2})*[0-9a-f]$/i.test(value),
    'must be text, or whole bytes in 0x hex, of at most 256 KiB',
  ),
  z.transform((text): Hex => {
    if (hexSchema.safeParse(text).success) return text.toLowerCase() as Hex
    return `0x${Array.from(new TextEncoder().encode(text), byte => byte.toString(16).padStart(2, '0')).join('')}`
  }),
)

/** @throws ProviderError −32602 that names the place: `eth_sendTransaction: params.0.to must be …` */
export function parseParameters<Value>(method: string, schema: z.ZodMiniType<Value>, parameters: unknown): Value {
  const parsed = schema.safeParse(parameters)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = ['params', ...(issue?.path ?? [])].map(String).join('.')
  throw invalidParams(`${method}: ${place} ${issue === undefined ? 'are invalid' : wordsOf(issue)}.`)
}

function wordsOf(issue: { code: string; message: string; expected?: unknown; keys?: unknown }): string {
  if (issue.code === 'invalid_type') return `must be ${article(String(issue.expected))}`
  if (issue.code === 'unrecognized_keys' && Array.isArray(issue.keys))
    return `has unknown members: ${issue.keys.join(', ')}`
  return issue.message === 'Invalid input' ? 'is invalid' : issue.message
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}
