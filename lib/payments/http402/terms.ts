import type { Address } from 'viem'
import * as z from 'zod/mini'
import { addressSchema, lowerCaseAddress } from '@/lib/values/hex'

/**
 * What a server wants for an answer (x402 v2 §PaymentRequired, in the header `PAYMENT-REQUIRED`; x402 v1, in the body).
 * Every entry of `accepts` stays, with what is wrong with it.
 */
export interface PaymentTerms {
  version: 1 | 2
  /** The server's own words on why it answered 402. */
  error: string | null
  description: string | null
  /** The address that is sold, as the server says. */
  resourceUrl: string | null
  serviceName: string | null
  options: TermsOption[]
  /** As they came: a payment echoes them unchanged. */
  resource: unknown
  extensions: Readonly<Record<string, unknown>> | null
}

export interface TermsOption {
  /** Its place in `accepts`. */
  index: number
  scheme: string
  network: string
  /** `null` for a chain that no EVM wallet knows. */
  chainId: number | null
  /** In the token's smallest unit: the price, or the most for `upto`. */
  amount: bigint
  token: Address
  payee: Address
  /** For how long the payment has to be valid. */
  maxTimeoutSeconds: number
  /** How the token moves: `eip3009`, `permit2`, or a way the wallet does not know. */
  method: string
  /** The token's EIP-712 domain as the server says it is. */
  domain: { name: string; version: string } | null
  /** When the money moves against the answer; `authorization` is after it is made. */
  flow: 'authorization' | 'upfront' | 'escrow'
  extra: Readonly<Record<string, unknown>>
  /** As it came. */
  raw: Readonly<Record<string, unknown>>
}

/** An entry that says nothing the wallet can use. */
export interface UnreadableOption {
  index: number
  raw: unknown
}

export interface ReadTerms {
  terms: PaymentTerms
  unreadable: UnreadableOption[]
}

/** A person does not compare more options than these, and servers refuse longer headers. */
const mostOptions = 20
const longestTerms = 64_000

const record = z.record(z.string(), z.unknown())
const text = z.nullish(z.string())
/** A whole number of the smallest unit. `0.01` and `1e6` are none. */
const wholeNumber = z.lazy(() =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,78}$/)),
    z.transform(text => BigInt(text)),
  ),
)

const common = {
  scheme: z.string().check(z.minLength(1), z.maxLength(64)),
  network: z.string().check(z.minLength(1), z.maxLength(64)),
  asset: addressSchema,
  payTo: addressSchema,
  maxTimeoutSeconds: z.number().check(z.positive()),
  extra: z.nullish(record),
}
const optionSchemas = {
  1: z.pipe(
    z.object({ ...common, maxAmountRequired: wholeNumber }),
    z.transform(({ maxAmountRequired, ...rest }) => ({ ...rest, amount: maxAmountRequired })),
  ),
  2: z.object({ ...common, amount: wholeNumber }),
} as const

const requiredSchema = z.lazy(() =>
  z.object({
    x402Version: z.union([z.literal(1), z.literal(2)]),
    error: z.nullish(z.unknown()),
    resource: z.nullish(z.object({ url: text, description: text, serviceName: text })),
    accepts: z.array(z.unknown()).check(z.minLength(1), z.maxLength(mostOptions)),
    extensions: z.nullish(record),
  }),
)

/** Names that version 1 gave to networks (x402 v1 §Networks). A CAIP-2 name is taken in both versions. */
const namedNetworks: Readonly<Record<string, number>> = {
  ethereum: 1,
  sepolia: 11155111,
  base: 8453,
  'base-sepolia': 84532,
  polygon: 137,
  'polygon-amoy': 80002,
  avalanche: 43114,
  'avalanche-fuji': 43113,
  celo: 42220,
}

/**
 * Terms from their JSON text, as the header `PAYMENT-REQUIRED` carries it in base64 and a body of version 1 as it is;
 * `null` when they are none.
 */
export function readTermsText(json: string): ReadTerms | null {
  if (json.length > longestTerms) return null
  try {
    return readTerms(JSON.parse(json))
  } catch {
    // Not JSON: no terms.
    return null
  }
}

function readTerms(value: unknown): ReadTerms | null {
  const required = requiredSchema.safeParse(value)
  if (!required.success) return null
  const { x402Version: version, error, resource, accepts, extensions } = required.data
  const options: TermsOption[] = []
  const unreadable: UnreadableOption[] = []
  for (const [index, raw] of accepts.entries()) {
    const option = readOption(version, index, raw)
    if (option === null) unreadable.push({ index, raw })
    else options.push(option)
  }
  const described = version === 1 ? z.object({ description: text, resource: text }).safeParse(accepts[0]) : null
  return {
    terms: {
      version,
      error: typeof error === 'string' ? error : null,
      description: resource?.description ?? (described?.success === true ? described.data.description : null) ?? null,
      resourceUrl: resource?.url ?? (described?.success === true ? described.data.resource : null) ?? null,
      serviceName: resource?.serviceName ?? null,
      options,
      resource: member(value, 'resource'),
      extensions: version === 2 ? (extensions ?? null) : null,
    },
    unreadable,
  }
}

function readOption(version: 1 | 2, index: number, raw: unknown): TermsOption | null {
  const parsed = optionSchemas[version].safeParse(raw)
  const given = record.safeParse(raw)
  if (!parsed.success || !given.success) return null
  const { scheme, network, amount, asset, payTo, maxTimeoutSeconds } = parsed.data
  const extra = parsed.data.extra ?? {}
  const { name, version: domainVersion, assetTransferMethod, paymentFlow } = extra
  return {
    index,
    scheme,
    network,
    chainId: chainIdOf(network),
    amount,
    token: lowerCaseAddress(asset),
    payee: lowerCaseAddress(payTo),
    maxTimeoutSeconds: Math.floor(maxTimeoutSeconds),
    method: typeof assetTransferMethod === 'string' ? assetTransferMethod : scheme === 'upto' ? 'permit2' : 'eip3009',
    domain: typeof name === 'string' && typeof domainVersion === 'string' ? { name, version: domainVersion } : null,
    flow: paymentFlow === 'upfront' || paymentFlow === 'escrow' ? paymentFlow : 'authorization',
    extra,
    raw: given.data,
  }
}

function chainIdOf(network: string): number | null {
  const named = Object.hasOwn(namedNetworks, network) ? namedNetworks[network] : undefined
  if (named !== undefined) return named
  const id = Number(/^eip155:([1-9]\d{0,15})$/.exec(network)?.[1])
  return Number.isSafeInteger(id) ? id : null
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : null
}

/** The text of standard base64 (RFC 4648 §4) over UTF-8, as headers of x402 carry it. */
export function fromBase64(value: string): string | null {
  if (value.length > longestTerms * 2) return null
  try {
    const bytes = Uint8Array.from(atob(value), character => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not base64, or not UTF-8: the header carries no text.
    return null
  }
}

export function toBase64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), byte => String.fromCharCode(byte)).join(''))
}
