import { keccak_256 } from '@noble/hashes/sha3'
import { utf8ToBytes } from '@noble/hashes/utils'
import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { getAddress } from '@/lib/base/checksum'
import { hexOf, lowerCaseAddress } from '@/lib/base/hex'
import { addressSchema } from '@/lib/base/hex-schemas'
import { parseJson } from '@/lib/base/json'
import { fromBase64Url, toBase64Url } from './base64'
import { asksForPayment, type PaymentChallenge, readChallenges } from './challenges'

/**
 * Machine Payments (MPP): the method `evm` with the intent `charge`, paid with one EIP-3009 transfer.
 * @see EVM Charge Intent for HTTP Payment Authentication (draft-evm-charge-00), §Authorization Payload
 */

/** What a challenge wants, read. */
export interface Charge {
  challenge: PaymentChallenge
  chainId: number
  token: Address
  payee: Address
  amount: bigint
  /** Unix seconds at which the challenge ends; `null` where it does not say. */
  until: number | null
  description: string | null
  /**
   * Why no transfer of EIP-3009 pays it: how the site wants to be paid, in the words of the method. `null` where it
   * does.
   */
  otherKind: string | null
  /** The challenge as it came. */
  raw: Readonly<Record<string, unknown>>
}

/** The charges of a header, how many challenges could not be read, and the kinds of payment that are none of ours. */
export interface ReadCharges {
  charges: Charge[]
  unreadable: number
  /** `<method> <intent>`, each once. */
  otherKinds: string[]
}

/** How long a challenge without an end is paid for, in seconds. */
export const defaultValidity = 300

/** Only these may be set: any other would let a server write headers of its choice into the person's requests. */
const paymentFields = { authorization: 'Authorization', 'payment-authorization': 'Payment-Authorization' } as const

const requestSchema = z.lazy(() =>
  z.looseObject({
    amount: z.string().check(z.regex(/^\d{1,78}$/)),
    currency: addressSchema,
    recipient: addressSchema,
    description: z.nullish(z.string()),
    methodDetails: z.looseObject({
      chainId: z.int().check(z.positive()),
      credentialTypes: z.nullish(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(20))),
      splits: z.nullish(z.array(z.unknown())),
    }),
  }),
)

/** @returns `null` where the header has no `Payment` challenge */
export function readCharges(header: string): ReadCharges | null {
  if (!asksForPayment(header)) return null
  const challenges = readChallenges(header)
  if (challenges === null) return { charges: [], unreadable: 1, otherKinds: [] }
  const read: ReadCharges = { charges: [], unreadable: 0, otherKinds: [] }
  const kinds = new Set<string>()
  for (const challenge of challenges) {
    if (challenge !== null && (challenge.method !== 'evm' || challenge.intent !== 'charge')) {
      kinds.add(`${challenge.method} ${challenge.intent}`)
      continue
    }
    const charge = challenge === null ? null : readCharge(challenge)
    if (charge === null) read.unreadable++
    else read.charges.push(charge)
  }
  return { ...read, otherKinds: [...kinds] }
}

function readCharge(challenge: PaymentChallenge): Charge | null {
  const json = fromBase64Url(challenge.request)
  const request = requestSchema.safeParse(json === null ? undefined : parseJson(json))
  const until = endOf(challenge)
  const isSent = challenge.header === null || challenge.header === paymentFields['payment-authorization']
  const isDigest = challenge.digest === null || digestIn(challenge) !== null
  if (!request.success || until === undefined || !isSent || !isDigest) return null
  const { amount, currency, recipient, description, methodDetails } = request.data
  const { chainId, credentialTypes, splits } = methodDetails
  const types = credentialTypes ?? []
  return {
    challenge,
    chainId,
    token: lowerCaseAddress(currency),
    payee: lowerCaseAddress(recipient),
    amount: BigInt(amount),
    until,
    description: challenge.description ?? description ?? null,
    // Splits need Permit2, whose signature here would name neither the payees nor who may submit it.
    otherKind:
      splits != null && splits.length > 0
        ? 'splits'
        : types.includes('authorization')
          ? null
          : types.join(', ') || 'transaction',
    raw: request.data,
  }
}

/** Unix seconds; `undefined` for a text that is no time. */
function endOf({ expires }: PaymentChallenge): number | null | undefined {
  if (expires === null) return null
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(expires)) return undefined
  const at = Date.parse(expires)
  return Number.isNaN(at) || at < 0 ? undefined : Math.floor(at / 1_000)
}

/** SHA-256 of the body that the challenge is for; `null` for another digest, or none. */
export function digestIn({ digest }: Pick<PaymentChallenge, 'digest'>): Hex | null {
  const [, encoded] =
    /^sha-256=(?::([A-Za-z0-9+/]{43}=):|([A-Za-z0-9+/]{43}=))$/.exec(digest ?? '')?.filter(Boolean) ?? []
  if (encoded === undefined) return null
  return hexOf(Uint8Array.from(atob(encoded), character => character.charCodeAt(0)))
}

/**
 * The nonce that pays a challenge, and no other one: the token takes it once.
 * @see draft-evm-charge-00 §Authorization Payload, `challengeHash`
 */
export function challengeNonce({ id, realm }: Pick<PaymentChallenge, 'id' | 'realm'>): Hex {
  return hexOf(keccak_256(utf8ToBytes(id + realm)))
}

/** The field that a payment of a challenge travels in. */
export function fieldOf({ header }: Pick<PaymentChallenge, 'header'>): string {
  return header ?? paymentFields.authorization
}

/**
 * The credential of a signed transfer. The challenge is echoed as it came; what it does not have stays out.
 * @param message of `TransferWithAuthorization`, addresses with their checksums
 * @see The "Payment" HTTP Authentication Scheme, §Credentials
 */
export function credentialOf(
  { challenge, chainId, raw }: Pick<Charge, 'challenge' | 'chainId' | 'raw'>,
  account: Address,
  message: Readonly<Record<string, unknown>>,
  signature: string,
): string {
  const { description, digest, expires, header, id, intent, method, realm, opaque, request } = challenge
  const echoed = { description, digest, expires, header, id, intent, method, realm, opaque, request }
  const { from, nonce, to, validAfter, validBefore } = message
  const credential = {
    challenge: Object.fromEntries(Object.entries(echoed).filter(([, value]) => value !== null)),
    // The server compares the amount's text with its own.
    payload: { from, nonce, signature, to, type: 'authorization', validAfter, validBefore, value: raw.amount },
    source: `did:pkh:eip155:${chainId}:${getAddress(account)}`,
  }
  return `Payment ${toBase64Url(JSON.stringify(credential))}`
}

/** The server's reason in a body of Problem Details (RFC 9457); `null` without one. */
export function problemIn(body: string): string | null {
  const problem = z.object({ detail: z.string() }).safeParse(parseJson(body))
  return problem.success ? problem.data.detail.slice(0, 400) : null
}
