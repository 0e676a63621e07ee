import type { Address } from 'viem'
import * as z from 'zod/mini'
import { lowerCaseAddress } from '@/lib/base/hex'
import { addressSchema } from '@/lib/base/hex-schemas'
import { parseJson } from '@/lib/base/json'
import type { NetworkId } from '@/lib/base/network-id'
import { type Charge, defaultValidity, readCharges } from './machine-payments'

/**
 * What a server wants for an answer: x402 (v2 §PaymentRequired, in the header `PAYMENT-REQUIRED`; v1, in the body),
 * Machine Payments (challenges in `WWW-Authenticate`), or both. Every entry stays, with what is wrong with it.
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
  /** Kinds of payment by challenges that are no transfer on a chain: `<method> <intent>`. */
  otherKinds: string[]
  /** The parts of the terms that a payment echoes unchanged. */
  resource: unknown
  extensions: Readonly<Record<string, unknown>> | null
}

export interface TermsOption {
  /** Its place in `accepts`; those of challenges come after them. */
  index: number
  scheme: string
  network: string
  /** `null` for a chain that no EVM wallet knows. */
  chainId: number | null
  /** In the token's smallest unit: the price, or the most for `upto`. */
  amount: bigint
  token: Address
  payee: Address
  /** For how long the payment has to be valid; of a challenge with an end, for how long it still is. */
  maxTimeoutSeconds: number
  /** How the token moves: `eip3009`, `permit2`, or a way the wallet does not know. */
  method: string
  /** The token's EIP-712 domain as the server says it is. */
  domain: { name: string; version: string } | null
  /** When the money moves against the answer; `authorization` is after it is made. */
  flow: 'authorization' | 'upfront' | 'escrow'
  extra: Readonly<Record<string, unknown>>
  /** The option as it came. */
  raw: Readonly<Record<string, unknown>>
  /** The challenge that it answers; `null` for x402. */
  charge: Charge | null
}

/** An option with the network that it would be paid on; `null` where the wallet has none of that chain. */
export interface PlacedOption extends TermsOption {
  networkId: NetworkId | null
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
/** Optional parts that are out of form count as left out: what the payment needs decides. */
const text = z.catch(z.nullish(z.string()), null)
const optionalRecord = z.catch(z.nullish(record), null)
/** A whole number of the smallest unit, as text or as a JSON number. `0.01` and `1e6` are none. */
const wholeNumber = z.lazy(() =>
  z.pipe(
    z.union([z.string().check(z.regex(/^\d{1,78}$/)), z.int().check(z.nonnegative())]),
    z.transform(amount => BigInt(amount)),
  ),
)
/** Seconds are a number, or the text of a number. */
const seconds = z.lazy(() =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,12}$/))]),
    z.pipe(z.transform(Number), z.number().check(z.positive())),
  ),
)

const common = {
  scheme: z.string().check(z.minLength(1), z.maxLength(64)),
  network: z.string().check(z.minLength(1), z.maxLength(64)),
  asset: addressSchema,
  payTo: addressSchema,
  maxTimeoutSeconds: seconds,
  extra: optionalRecord,
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
    error: text,
    resource: z.catch(
      z.union([
        z.pipe(
          z.string(),
          z.transform(url => ({ url, description: null, serviceName: null })),
        ),
        z.object({ url: text, description: text, serviceName: text }),
      ]),
      { url: null, description: null, serviceName: null },
    ),
    accepts: z.array(z.unknown()).check(z.minLength(1), z.maxLength(mostOptions)),
    extensions: optionalRecord,
  }),
)

/**
 * Names that version 1 gave to networks (x402 v1 §Supported Networks, and `@x402/evm` for those that came later). A
 * CAIP-2 name is taken in both versions.
 */
const namedNetworks: Readonly<Record<string, number>> = {
  ethereum: 1,
  sepolia: 11155111,
  abstract: 2741,
  'abstract-testnet': 11124,
  base: 8453,
  'base-sepolia': 84532,
  polygon: 137,
  'polygon-amoy': 80002,
  avalanche: 43114,
  'avalanche-fuji': 43113,
  iotex: 4689,
  sei: 1329,
  'sei-testnet': 1328,
  peaq: 3338,
  story: 1514,
  educhain: 41923,
  'skale-base-sepolia': 324705682,
  megaeth: 4326,
  monad: 143,
  stable: 988,
  'stable-testnet': 2201,
  celo: 42220,
  flare: 14,
}

/** A server's answer with challenges, as the journal keeps it beside terms of x402, which it keeps as they came. */
const challengedSchema = z.lazy(() =>
  z.object({
    /** Value of `WWW-Authenticate`. */
    challenges: z.string(),
    /** JSON text of the terms of x402 in the same answer. */
    x402: z.nullable(z.string()),
    /** The server's reason for its 402. */
    error: z.nullable(z.string()),
  }),
)
type Challenged = z.infer<typeof challengedSchema>

/** The journal's text of an answer with challenges. */
export function challengedText(answer: Challenged): string {
  return JSON.stringify(answer)
}

/** Terms from the text that the journal keeps of them; `null` when they are none. */
export function readTermsText(json: string): ReadTerms | null {
  const challenged = json.length > 2 * longestTerms ? null : challengedSchema.safeParse(parseJson(json))
  return challenged?.success === true ? readChallenged(challenged.data) : readX402Text(json)
}

/**
 * Terms of x402 from their JSON text, as the header `PAYMENT-REQUIRED` carries it in base64 and a body of version 1 as
 * it is; `null` when they are none.
 */
export function readX402Text(json: string): ReadTerms | null {
  return json.length > longestTerms ? null : readX402(parseJson(json))
}

/** The offers of both protocols are ways of one decision. */
function readChallenged({ challenges, x402, error }: Challenged): ReadTerms | null {
  const read = readCharges(challenges)
  const beside = x402 === null ? null : readX402Text(x402)
  if (read === null) return beside
  const terms = beside?.terms ?? noTerms
  const inAccepts = terms.options.length + (beside?.unreadable.length ?? 0)
  const options = read.charges.map((charge, place) => toOption(charge, inAccepts + place))
  const unreadable = Array.from({ length: read.unreadable }, (_, place) => ({
    index: inAccepts + options.length + place,
    raw: null,
  }))
  return {
    terms: {
      ...terms,
      error: error ?? terms.error,
      description:
        terms.description ?? read.charges.find(({ description }) => description !== null)?.description ?? null,
      options: [...terms.options, ...options],
      otherKinds: read.otherKinds,
    },
    unreadable: [...(beside?.unreadable ?? []), ...unreadable],
  }
}

const noTerms: PaymentTerms = {
  version: 2,
  error: null,
  description: null,
  resourceUrl: null,
  serviceName: null,
  options: [],
  otherKinds: [],
  resource: null,
  extensions: null,
}

function toOption(charge: Charge, index: number): TermsOption {
  const { challenge, chainId, token, payee, amount, otherKind, raw } = charge
  return {
    index,
    scheme: [challenge.method, challenge.intent, otherKind ?? []].flat().join(' '),
    network: `eip155:${chainId}`,
    chainId,
    amount,
    token,
    payee,
    maxTimeoutSeconds: defaultValidity,
    method: otherKind === null ? 'eip3009' : otherKind,
    // A challenge does not name it: the token does.
    domain: null,
    flow: 'authorization',
    extra: {},
    raw,
    charge,
  }
}

/** What calls itself x402 and cannot be read is one entry that says nothing. */
function readX402(value: unknown): ReadTerms | null {
  const required = requiredSchema.safeParse(value)
  if (!required.success)
    return member(value, 'x402Version') == null ? null : { terms: noTerms, unreadable: [{ index: 0, raw: value }] }
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
      error: error ?? null,
      description: resource.description ?? (described?.success === true ? described.data.description : null) ?? null,
      resourceUrl: resource.url ?? (described?.success === true ? described.data.resource : null) ?? null,
      serviceName: resource.serviceName ?? null,
      options,
      otherKinds: [],
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
  const { name, version: domainVersion, paymentFlow } = extra
  return {
    index,
    scheme,
    network,
    chainId: chainIdOf(network),
    amount,
    token: lowerCaseAddress(asset),
    payee: lowerCaseAddress(payTo),
    maxTimeoutSeconds: Math.floor(maxTimeoutSeconds),
    method: version === 1 ? firstMethodOf(scheme) : methodOf(scheme, extra),
    domain: typeof name === 'string' && typeof domainVersion === 'string' ? { name, version: domainVersion } : null,
    flow: paymentFlow === 'upfront' || paymentFlow === 'escrow' ? paymentFlow : 'authorization',
    extra,
    raw: given.data,
    charge: null,
  }
}

/** Version 1 has one scheme, by EIP-3009 (x402 v1 §6.1): a signature for another way serves none of its sellers. */
function firstMethodOf(scheme: string): string {
  return scheme === 'exact' ? 'eip3009' : scheme
}

function methodOf(scheme: string, { assetTransferMethod }: TermsOption['extra']): string {
  return typeof assetTransferMethod === 'string' ? assetTransferMethod : scheme === 'upto' ? 'permit2' : 'eip3009'
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
