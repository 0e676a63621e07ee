import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { paymentWays } from '@/lib/database/payment-records'
import { readTypedData, type TypedData, type TypedDataStruct } from '@/lib/decoding/typed-data'
import { meaningOf, type TypedDataKind } from '@/lib/decoding/typed-data-meaning'
import { Failure } from '@/lib/values/failure'
import { addressSchema, hashSchema, type Quantity } from '@/lib/values/hex'
import { parseJson } from '@/lib/values/json'
import { channelConfigSchema, channelDomain, depositNonce } from './channel'
import type { RatedOption } from './options'
import { signaturePlaceholder } from './placeholder'
import { addressIn, depositCollector, exactProxy, permit2Address, sponsoringKey, uptoProxy } from './ways'

/**
 * What a page of ours built with the published packages: a payload without signatures, and the typed data whose
 * signatures it lacks. Where a signature belongs stands a placeholder. Nothing of it is believed: it is decoded again
 * here and held against the terms.
 */
export interface BuiltPayment {
  /** Place in `accepts`. */
  accepted: number
  /** JSON text. */
  payload: string
  /** JSON text of what is added to the terms' extensions, if anything is. */
  extensions: string | null
  /** JSON texts, in the order of their placeholders. */
  typedData: readonly string[]
  /** The site's next payments that need no decision, if the person allows that with this one. Smallest units. */
  limit?: { most: Quantity; perDay: Quantity } | null | undefined
}

/** A payment that is decided upon: exactly this is signed, and nothing that is not in it. */
const planSchema = z.lazy(() =>
  z.object({
    accepted: z.number(),
    way: z.enum(paymentWays),
    chainId: z.number(),
    token: addressSchema,
    payee: addressSchema,
    /** Decimal text: what it puts at stake. */
    amount: z.string(),
    /** Unix seconds, decimal text. */
    validBefore: z.string(),
    /** What the chain will say was used: nonce of the token or of Permit2, or the channel. */
    nonce: z.string(),
    typedData: z.array(z.string()),
    payload: z.string(),
    extensions: z.nullable(z.string()),
    /** For `deposit` and `voucher`: decimal texts of what is charged before, and may be claimed with this. */
    channel: z.nullable(
      z.object({ channelId: hashSchema, config: channelConfigSchema, charged: z.string(), cumulative: z.string() }),
    ),
    /** What Approve allows besides this payment: decimal texts. */
    limit: z._default(z.nullable(z.object({ most: z.string(), perDay: z.string() })), null),
  }),
)
export type PaymentPlan = z.infer<typeof planSchema>

export function readPlan(json: string): PaymentPlan {
  return planSchema.parse(JSON.parse(json))
}

/** Device and chain may differ a little, and the package counted its seconds a moment before. */
const clockLeeway = 60n
const leastRunway = 8n

/**
 * Holds what was built against what is offered: scheme, chain, token, payee, amount, validity, every field. @throws
 * Failure `payment-mismatch` {field}
 * @param now Unix seconds, the later of device and chain
 */
export function checkPlan(rated: RatedOption, built: BuiltPayment, account: Address, now: number): PaymentPlan {
  const { option, way } = rated
  if (rated.obstacle !== null || way === null || option.chainId === null) throw mismatch('option')
  if (built.accepted !== option.index) throw mismatch('accepted')
  const signed = built.typedData.map(read)
  const sponsored = rated.needsPermit ? 1 : 0
  const facts: Facts = { rated, account, now: BigInt(now), signed, chainId: option.chainId }
  const [first] = signed
  if (first === undefined) throw mismatch('typedData')
  const checked =
    way === 'eip3009'
      ? checkAuthorization(facts, first)
      : way === 'channel'
        ? checkChannel(facts, built.payload)
        : checkWitness(facts, first, way)
  if (signed.length !== (checked.way === 'deposit' ? 2 : 1) + sponsored) throw mismatch('typedData')
  const extensions = sponsored === 0 ? null : checkPermit(facts, signed[1], checked.validBefore)
  same('payload', built.payload, checked.payload)
  if (extensions === null) {
    if (built.extensions !== null) throw mismatch('extensions')
  } else same('extensions', built.extensions ?? '', extensions)
  return {
    accepted: option.index,
    way: checked.way,
    chainId: option.chainId,
    token: option.token,
    payee: option.payee,
    amount: rated.stake.toString(),
    validBefore: checked.validBefore.toString(),
    nonce: checked.nonce,
    typedData: signed.map(({ typedData }) => JSON.stringify(typedData)),
    payload: built.payload,
    extensions: built.extensions,
    channel: checked.channel ?? null,
    limit: checkLimit(rated, built),
  }
}

/** A limit lets through at least this payment, and no more in one payment than in a day. Channels have none. */
function checkLimit({ way, stake }: RatedOption, { limit }: BuiltPayment): PaymentPlan['limit'] {
  if (limit == null) return null
  const most = BigInt(limit.most)
  const perDay = BigInt(limit.perDay)
  if (way === 'channel' || most < stake || perDay < most) throw mismatch('limit')
  return { most: most.toString(), perDay: perDay.toString() }
}

interface Signed {
  typedData: TypedData
  kind: TypedDataKind
}
interface Facts {
  rated: RatedOption
  account: Address
  now: bigint
  chainId: number
  signed: readonly Signed[]
}
interface Checked {
  way: PaymentPlan['way']
  validBefore: bigint
  nonce: string
  payload: unknown
  channel?: PaymentPlan['channel']
}

function checkAuthorization(facts: Facts, { typedData, kind }: Signed): Checked {
  const { option } = facts.rated
  if (kind !== 'transfer-authorization') throw mismatch('kind')
  checkTokenDomain(facts, typedData)
  const { message } = typedData
  equal('from', message.from, facts.account)
  equal('to', message.to, option.payee)
  equal('value', message.value, option.amount.toString())
  const validBefore = checkTimes(facts, message.validAfter, message.validBefore)
  return {
    way: 'eip3009',
    validBefore,
    nonce: textOf(message.nonce),
    payload: { authorization: message, signature: signaturePlaceholder(0) },
  }
}

function checkWitness(facts: Facts, { typedData, kind }: Signed, way: 'permit2' | 'upto'): Checked {
  const { option } = facts.rated
  if (kind !== (way === 'upto' ? 'permit2-x402-upto' : 'permit2-x402-exact')) throw mismatch('kind')
  const { domain, message } = typedData
  equal('domain', domain.name, 'Permit2')
  equal('domain', domain.chainId, String(facts.chainId))
  equal('domain', domain.verifyingContract, permit2Address)
  if (Object.keys(domain).length !== 3) throw mismatch('domain')
  const permitted = structOf(message.permitted)
  const witness = structOf(message.witness)
  equal('token', permitted.token, option.token)
  equal('amount', permitted.amount, option.amount.toString())
  equal('spender', message.spender, way === 'upto' ? uptoProxy : exactProxy)
  equal('to', witness.to, option.payee)
  if (way === 'upto') equal('facilitator', witness.facilitator, addressIn(option.extra.facilitatorAddress) ?? '')
  const validBefore = checkTimes(facts, witness.validAfter, message.deadline)
  return {
    way,
    validBefore,
    nonce: textOf(message.nonce),
    payload: { signature: signaturePlaceholder(0), permit2Authorization: { from: facts.account, ...message } },
  }
}

/**
 * A voucher for what was charged plus this price, of exactly the channel that is known by its salt; with a deposit into
 * it before, where its money does not cover that (x402 batch-settlement §Deposit, §Voucher).
 */
function checkChannel(facts: Facts, payload: string): Checked {
  const { channel, deposit, option } = facts.rated
  if (channel === null || deposit === null) throw mismatch('channel')
  const { config, channelId } = channel
  const cumulative = (channel.charged + option.amount).toString()
  const index = deposit > 0n ? 1 : 0
  checkVoucher(facts, facts.signed[index], channelId, cumulative)
  const voucher = { channelId, maxClaimableAmount: cumulative, signature: signaturePlaceholder(index) }
  const kept = { channelId, config, charged: channel.charged.toString(), cumulative }
  if (deposit === 0n) {
    const validBefore = facts.now + BigInt(option.maxTimeoutSeconds)
    const expected = { type: 'voucher', channelConfig: config, voucher }
    return { way: 'voucher', validBefore, nonce: channelId, payload: expected, channel: kept }
  }
  const [first] = facts.signed
  if (first?.kind !== 'receive-authorization') throw mismatch('kind')
  checkTokenDomain(facts, first.typedData)
  const { message } = first.typedData
  const salt = depositSaltIn(payload)
  equal('from', message.from, facts.account)
  equal('to', message.to, depositCollector)
  equal('value', message.value, deposit.toString())
  equal('nonce', message.nonce, depositNonce(channelId, salt))
  const validBefore = checkTimes(facts, message.validAfter, message.validBefore)
  const erc3009Authorization = {
    validAfter: message.validAfter,
    validBefore: message.validBefore,
    salt,
    signature: signaturePlaceholder(0),
  }
  const expected = {
    type: 'deposit',
    channelConfig: config,
    voucher,
    deposit: { amount: deposit.toString(), authorization: { erc3009Authorization } },
  }
  return { way: 'deposit', validBefore, nonce: textOf(message.nonce), payload: expected, channel: kept }
}

function checkVoucher({ chainId }: Facts, signed: Signed | undefined, channelId: string, cumulative: string): void {
  if (signed?.kind !== 'x402-voucher') throw mismatch('voucher')
  const { domain, message } = signed.typedData
  for (const [key, value] of Object.entries(channelDomain(chainId))) equal('domain', domain[key], String(value))
  if (Object.keys(domain).length !== 4) throw mismatch('domain')
  equal('voucher', message.channelId, channelId)
  equal('voucher', message.maxClaimableAmount, cumulative)
}

const depositSaltSchema = z.lazy(() =>
  z.object({
    deposit: z.object({ authorization: z.object({ erc3009Authorization: z.object({ salt: hashSchema }) }) }),
  }),
)

function depositSaltIn(payload: string): Hex {
  try {
    return depositSaltSchema.parse(JSON.parse(payload)).deposit.authorization.erc3009Authorization.salt
  } catch {
    throw mismatch('payload')
  }
}

/** The permit that rides along lets Permit2 take this payment and no more (x402 extension eip2612GasSponsoring). */
function checkPermit(facts: Facts, signed: Signed | undefined, deadline: bigint): unknown {
  const { option } = facts.rated
  if (signed?.kind !== 'permit') throw mismatch('permit')
  checkTokenDomain(facts, signed.typedData)
  const { message } = signed.typedData
  equal('permit', message.owner, facts.account)
  equal('permit', message.spender, permit2Address)
  equal('permit', message.value, option.amount.toString())
  equal('permit', message.deadline, deadline.toString())
  const { nonce } = message
  const info = {
    from: facts.account,
    asset: option.token,
    spender: permit2Address,
    amount: option.amount.toString(),
    nonce,
    deadline: deadline.toString(),
    signature: signaturePlaceholder(1),
    version: '1',
  }
  return { [sponsoringKey]: { info } }
}

function checkTokenDomain({ rated: { option }, chainId }: Facts, { domain }: TypedData): void {
  equal('domain', domain.name, option.domain?.name ?? '')
  equal('domain', domain.version, option.domain?.version ?? '')
  equal('domain', domain.chainId, String(chainId))
  equal('domain', domain.verifyingContract, option.token)
  if (Object.keys(domain).length !== 4) throw mismatch('domain')
}

function checkTimes({ now, rated: { option } }: Facts, after: unknown, before: unknown): bigint {
  const validAfter = BigInt(textOf(after))
  const validBefore = BigInt(textOf(before))
  if (validAfter > now) throw mismatch('validAfter')
  if (validBefore < now + leastRunway) throw new Failure('payment-expired')
  if (validBefore > now + BigInt(option.maxTimeoutSeconds) + clockLeeway) throw mismatch('validBefore')
  return validBefore
}

function read(json: string): Signed {
  try {
    const typedData = readTypedData(json)
    const meaning = meaningOf(typedData)
    if (meaning !== null) return { typedData, kind: meaning.kind }
  } catch {
    // Whatever it is, it is not what a payment is made of.
  }
  throw mismatch('typedData')
}

function equal(field: string, given: unknown, expected: string): void {
  if (given !== expected) throw mismatch(field)
}

/** Addresses may be written with a checksum; in everything else the two texts are one. */
function same(field: string, json: string, expected: unknown): void {
  const given = parseJson(json)
  if (given === undefined || plainText(given) !== plainText(expected)) throw mismatch(field)
}

function plainText(value: unknown): string {
  return JSON.stringify(sorted(value)).toLowerCase()
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  )
}

function structOf(value: unknown): TypedDataStruct {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw mismatch('typedData')
  return value as TypedDataStruct
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw mismatch('typedData')
  return value
}

function mismatch(field: string): Failure {
  return new Failure('payment-mismatch', { field })
}
