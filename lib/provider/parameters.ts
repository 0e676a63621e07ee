import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import type { AccessList } from '@/lib/base/access-list'
import { checksumOf, isAddress } from '@/lib/base/checksum'
import { conditionsSchema } from '@/lib/base/conditions'
import { isSameHex, lowerCaseAddress } from '@/lib/base/hex'
import { hashSchema, hexSchema, quantitySchema } from '@/lib/base/hex-schemas'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'
import { invalidParams } from './errors'

/** Schemas of the parameters that pages pass. A parameter that does not fit is refused with −32602. */

/** Characters of 128 KiB in hex with `0x`: no node accepts a larger transaction. */
const longestDataText = 2 + 2 * 131_072
/** Addresses and storage keys of an access list together: as many keys of 33 bytes fill a transaction of 128 KiB. */
const mostEntries = 4_000
const longestMessage = 262_144

export const address = z.pipe(
  z.custom<Address>(
    value =>
      typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) && checksumOf(value as Address).kind !== 'wrong',
    'must be an address of 20 bytes (with a right checksum, if it has one)',
  ),
  // Encoders know no checksum but that of EIP-55.
  z.transform((value): Address => (isAddress(value) ? value : lowerCaseAddress(value))),
)
/** An address that is only compared with the site's accounts: its checksum is not verified. Gives lower case. */
export const ownAddress = z.pipe(
  z.custom<Address>(
    value => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value),
    'must be an address of 20 bytes',
  ),
  z.transform(lowerCaseAddress),
)
const data = z.custom<Hex>(
  value => hexSchema.safeParse(value).success && String(value).length <= longestDataText,
  'must be whole bytes in 0x hex, at most 128 KiB',
)
const quantity = z.pipe(
  z.custom<Hex | number>(
    value => quantitySchema.safeParse(value).success || (Number.isSafeInteger(value) && Number(value) >= 0),
    'must be a quantity in 0x hex of at most 256 bits, or a whole number below 2^53',
  ),
  // Some libraries send leading zeros. They are removed.
  z.transform((value): Hex => `0x${BigInt(value).toString(16)}`),
)
/**
 * A chain id: 0x hex as `eth_chainId` returns it, which the standards ask for, or a number or decimal text, which many
 * dapps pass. Gives a number. A padded or bare hex text is refused, because it could be meant as either.
 */
export const chainId = z.pipe(
  z.custom<Hex | string | number>(
    value => readChainId(value) !== null,
    'must be a chain id in 0x hex without leading zeros',
  ),
  z.transform(Number),
)

function readChainId(value: unknown): number | null {
  const isWritten = typeof value === 'string' && /^(?:0x[1-9a-f][0-9a-f]{0,13}|[1-9]\d{0,15})$/i.test(value)
  if (!isWritten && typeof value !== 'number') return null
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** Parameters of a method without parameters: libraries pass none, `[]` and other values. They are ignored. */
export const ignoredParameters = z.lazy(() =>
  z.optional(z.nullable(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]))),
)

const isEmpty = (value: unknown) => value === '' || value === '0x' || (Array.isArray(value) && value.length === 0)
const unsupportedField = (reason: string) =>
  z.optional(z.nullable(z.custom<undefined>(value => value === undefined || isEmpty(value), reason)))
/** Pages write what they leave out in many ways: as `null`, an empty text, `0x` or an empty list. */
const emptyOr = <Value>(schema: z.ZodMiniType<Value>) =>
  z.pipe(
    z.transform((value: unknown) => (isEmpty(value) ? undefined : value)),
    optional(schema),
  )
const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))

const notSigned = 'is not supported: this wallet signs EIP-1559 transactions'
const storageKey = z.custom<Hex>(value => hashSchema.safeParse(value).success, 'must be a word of 32 bytes in 0x hex')
/**
 * An access list. Unknown members are refused, because they would not be signed.
 * @see EIP-2930, "Specification"
 */
const accessListEntries: z.ZodMiniType<AccessList> = z.lazy(() =>
  z.array(z.strictObject({ address, storageKeys: z.array(storageKey) })),
)
/** Entries are counted before they are parsed: a long invalid list would give an issue for each entry. */
const accessList = z.pipe(
  z.custom<unknown>(
    value => countEntries(value) <= mostEntries,
    `must have at most ${mostEntries} addresses and storage keys together`,
  ),
  accessListEntries,
)

function countEntries(value: unknown): number {
  if (!Array.isArray(value)) return 0
  const keys = value.map((entry: { storageKeys?: unknown } | null) => entry?.storageKeys)
  return keys.reduce((sum: number, these) => sum + 1 + (Array.isArray(these) ? these.length : 0), 0)
}

const transactionSchema = z.lazy(() =>
  z.object({
    from: optional(ownAddress),
    to: optional(address),
    value: emptyOr(quantity),
    data: emptyOr(data),
    input: emptyOr(data),
    gas: emptyOr(quantity),
    gasLimit: emptyOr(quantity),
    gasPrice: emptyOr(quantity),
    maxFeePerGas: emptyOr(quantity),
    maxPriorityFeePerGas: emptyOr(quantity),
    nonce: emptyOr(quantity),
    chainId: emptyOr(z.union([chainId, quantity], 'must be a chain id')),
    type: emptyOr(
      z.custom<unknown>(value => [0, 1, 2].includes(Number(value)) && quantity.safeParse(value).success, notSigned),
    ),
    accessList: emptyOr(accessList),
    validity: emptyOr(conditionsSchema),
    // Ignoring these fields would send another transaction than the page requested.
    authorizationList: unsupportedField(notSigned),
    blobs: unsupportedField(notSigned),
    blobVersionedHashes: unsupportedField(notSigned),
    maxFeePerBlobGas: unsupportedField(notSigned),
  }),
)

/** A transaction that a page requests. */
export interface RequestedTransaction {
  /** `null` if the page named none. */
  from: Address | null
  /** `null` if the page named none. */
  chainId: bigint | null
  transaction: TransactionRequest
}

/**
 * The parameter of `eth_sendTransaction`. A `gasPrice` becomes both fees of EIP-1559.
 * @see EIP-1559
 */
export const requestedTransaction = z.pipe(
  transactionSchema,
  z.transform((asked, context): RequestedTransaction => {
    const fault = (path: string, message: string) =>
      context.issues.push({ code: 'custom', message, input: asked, path: [path] })
    if (asked.data != null && asked.input != null && !isSameHex(asked.data, asked.input))
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
      from: asked.from ?? null,
      chainId: asked.chainId == null ? null : BigInt(asked.chainId),
      transaction: {
        to: asked.to ?? null,
        value: asked.value ?? '0x0',
        data: code,
        // An empty list is left out.
        ...(asked.accessList?.length ? { accessList: asked.accessList } : {}),
        ...(asked.validity == null ? {} : { conditions: asked.validity }),
        ...(gas == null ? {} : { gas }),
        ...(maxFeePerGas == null ? {} : { maxFeePerGas }),
        ...(maxPriorityFeePerGas == null ? {} : { maxPriorityFeePerGas }),
        ...(nonce === null ? {} : { nonce }),
      },
    }
  }),
)

/**
 * One call of `wallet_sendCalls`.
 * @see EIP-5792
 */
export const requestedCall = z.pipe(
  z.lazy(() => z.object({ to: optional(address), value: emptyOr(quantity), data: emptyOr(data) })),
  z.transform((asked, context): TransactionRequest => {
    const code = asked.data ?? '0x'
    if (asked.to == null && code === '0x')
      context.issues.push({ code: 'custom', message: 'is needed where there is no data', input: asked, path: ['to'] })
    return { to: asked.to ?? null, value: asked.value ?? '0x0', data: code }
  }),
)

/**
 * The message of `personal_sign`: text in 0x hex stands for its bytes, any other text for its UTF-8. Hex with an odd
 * number of digits is refused, because it could be meant as either.
 * @see EIP-191, version 0x45
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

/** A signed transaction as bytes. */
export const rawTransaction = z.custom<Hex>(
  value => typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})+$/.test(value),
  'must be whole bytes in 0x hex',
)

/**
 * The parsed parameters of a method.
 * @throws ProviderError −32602 with the place of the first fault: `eth_sendTransaction: params.0.to must be …`
 */
export function parseParameters<Value>(method: string, schema: z.ZodMiniType<Value>, parameters: unknown): Value {
  const parsed = schema.safeParse(parameters)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = ['params', ...(issue?.path ?? [])].map(String).join('.')
  throw invalidParams(`${method}: ${place} ${issue === undefined ? 'cannot be read' : issueText(issue)}.`)
}

interface Issue {
  code: string
  message: string
  expected?: unknown
  keys?: unknown
  origin?: unknown
  minimum?: unknown
  maximum?: unknown
}

/** The issue as the end of a sentence about its place: the words of this wallet, not those of a schema. */
function issueText({ code, message, expected, keys, origin, minimum, maximum }: Issue): string {
  if (!/^(Invalid|Too|Unrecognized) /.test(message)) return message
  const items = origin === 'string' ? ' characters' : origin === 'array' ? ' items' : ''
  const needs = items === '' ? 'be' : 'have'
  switch (code) {
    case 'invalid_type':
      return `must be ${article(typeNames[String(expected)] ?? String(expected))}`
    case 'unrecognized_keys':
      return `has unknown members: ${Array.isArray(keys) ? keys.join(', ') : ''}`
    case 'too_small':
      return minimum === 1 && items !== '' ? 'must not be empty' : `must ${needs} at least ${minimum}${items}`
    case 'too_big':
      return `must ${needs} at most ${maximum}${items}`
    default:
      return 'has a form that is not understood'
  }
}

/** By the schema's word. */
const typeNames: Readonly<Record<string, string>> = { record: 'object', tuple: 'array', string: 'text', int: 'integer' }

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}
