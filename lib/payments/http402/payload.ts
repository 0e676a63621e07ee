import type { Address } from 'viem'
import { getAddress } from '@/lib/base/checksum'
import { Failure } from '@/lib/base/failure'
import {
  readTypedData,
  type TypedData,
  type TypedDataStruct,
  type TypedDataValue,
} from '@/lib/reading/typed-data/typed-data'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import { toBase64 } from './base64'
import { credentialOf, fieldOf } from './machine-payments'
import type { PaymentPlan } from './plan'
import { chargeOf } from './signed-challenges'
import { readTermsText } from './terms'
import { sponsoringKey } from './ways'

/** The headers in which a payment of x402 travels: v2 §PAYMENT-SIGNATURE, v1 §X-PAYMENT. */
export const paymentHeaders = { 1: 'X-PAYMENT', 2: 'PAYMENT-SIGNATURE' } as const

/** The name of the header in which a payment travels. */
export function headerNameOf(payment: Pick<PaymentRecord, 'accepted' | 'terms' | 'version'>): string {
  const charge = chargeOf(payment)
  return charge === null ? paymentHeaders[payment.version] : fieldOf(charge.challenge)
}

/**
 * x402 extension payment-identifier: to the same payload under the same id a server gives the same answer again, and
 * charges nothing.
 */
const identifierKey = 'payment-identifier'

/**
 * The value of the payment's header. What the server sent is echoed as it came: it compares `accepted`, `resource` and
 * `extensions` with what it offered.
 */
export function headerOf(
  { id, terms: json, version }: Pick<PaymentRecord, 'id' | 'terms' | 'version'>,
  plan: Pick<PaymentPlan, 'accepted' | 'way' | 'typedData' | 'channel' | 'depositSalt'>,
  account: Address,
  signatures: readonly string[],
): string {
  const terms = readTermsText(json)?.terms
  const accepted = terms?.options.find(({ index }) => index === plan.accepted)
  if (terms === undefined || accepted === undefined) throw new Failure('payment-mismatch', { field: 'accepted' })
  const { payload, extensions: added } = signedPayload(plan, account, signatures)
  if (accepted.charge !== null) {
    const message = Object.fromEntries(entriesOf(payload.authorization))
    return credentialOf(accepted.charge, account, message, signatures[0] ?? '')
  }
  if (version === 1) {
    const { scheme, network } = accepted
    return toBase64(JSON.stringify({ x402Version: 1, scheme, network, payload }))
  }
  const extensions = withAdded(terms.extensions, { ...added, [identifierKey]: { info: { id } } })
  return toBase64(
    JSON.stringify({
      x402Version: 2,
      ...(terms.resource == null ? {} : { resource: terms.resource }),
      accepted: accepted.raw,
      payload,
      ...(extensions === null ? {} : { extensions }),
    }),
  )
}

/**
 * The server declared that it knows a payment by its id, and the payload carries one: sent again, it may be answered
 * again.
 */
export function carriesIdentifier({ terms, version }: Pick<PaymentRecord, 'terms' | 'version'>): boolean {
  return version === 2 && Object.hasOwn(readTermsText(terms)?.terms.extensions ?? {}, identifierKey)
}

/** A client may add to an extension's `info` and to nothing else (x402 v2 §Extensions). */
function withAdded(
  offered: Readonly<Record<string, unknown>> | null,
  added: unknown,
): Readonly<Record<string, unknown>> | null {
  if (offered === null) return null
  const additions = new Map(entriesOf(added))
  return Object.fromEntries(
    Object.entries(offered).map(([key, declared]) => {
      const addition = additions.get(key)
      if (addition === undefined) return [key, declared]
      const info = Object.fromEntries([
        ...entriesOf(memberOf(declared, 'info')),
        ...entriesOf(memberOf(addition, 'info')),
      ])
      return [key, Object.fromEntries([...entriesOf(declared), ['info', info]])]
    }),
  )
}

function memberOf(value: unknown, key: string): unknown {
  return new Map(entriesOf(value)).get(key)
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
}

/** A signed payment: the scheme's object, and the additions to the extensions of the terms. */
interface SignedPayload {
  payload: Readonly<Record<string, unknown>>
  /** `null` where nothing is added. */
  extensions: Readonly<Record<string, { info: Readonly<Record<string, unknown>> }>> | null
}

/**
 * The payload of a signed plan, addresses with their checksums (x402 schemes exact, upto and batch-settlement on EVM).
 * @param signatures in the order of the plan's typed data
 * @throws Failure `payment-mismatch` {field: 'typedData'} where a signature or a part is missing
 */
export function signedPayload(
  plan: Pick<PaymentPlan, 'way' | 'typedData' | 'channel' | 'depositSalt'>,
  account: Address,
  signatures: readonly string[],
): SignedPayload {
  const signed = plan.typedData.map((json, index) => {
    const signature = signatures[index]
    if (signature === undefined) throw incomplete()
    const typedData = readTypedData(json)
    return { message: checksummed(typedData, typedData.primaryType, typedData.message), typedData, signature }
  })
  const [first, second] = signed
  if (first === undefined) throw incomplete()
  const { message, signature } = first
  switch (plan.way) {
    case 'eip3009':
      return { payload: { authorization: message, signature }, extensions: null }
    case 'permit2':
    case 'upto':
      return {
        payload: { signature, permit2Authorization: { from: getAddress(account), ...message } },
        extensions: second === undefined ? null : { [sponsoringKey]: { info: permitInfo(second) } },
      }
    case 'voucher':
      return {
        payload: { type: 'voucher', channelConfig: configIn(plan), voucher: { ...message, signature } },
        extensions: null,
      }
    case 'deposit': {
      if (second === undefined || plan.depositSalt === null) throw incomplete()
      const { validAfter, validBefore, value } = message
      const erc3009Authorization = { validAfter, validBefore, salt: plan.depositSalt, signature }
      return {
        payload: {
          type: 'deposit',
          channelConfig: configIn(plan),
          voucher: { ...second.message, signature: second.signature },
          deposit: { amount: value, authorization: { erc3009Authorization } },
        },
        extensions: null,
      }
    }
  }
}

interface Signed {
  message: TypedDataStruct
  typedData: TypedData
  signature: string
}

/** @see x402 extension eip2612GasSponsoring */
function permitInfo({ message, typedData, signature }: Signed) {
  const { owner, spender, value, nonce, deadline } = message
  const asset = typedData.domain.verifyingContract
  if (typeof asset !== 'string') throw incomplete()
  return { from: owner, asset: getAddress(asset), spender, amount: value, nonce, deadline, signature, version: '1' }
}

function configIn({ channel }: Pick<PaymentPlan, 'channel'>): Readonly<Record<string, unknown>> {
  if (channel === null) throw incomplete()
  const { payer, payerAuthorizer, receiver, receiverAuthorizer, token, withdrawDelay, salt } = channel.config
  return {
    payer: getAddress(payer),
    payerAuthorizer: getAddress(payerAuthorizer),
    receiver: getAddress(receiver),
    receiverAuthorizer: getAddress(receiverAuthorizer),
    token: getAddress(token),
    withdrawDelay,
    salt,
  }
}

/** The struct with the checksum of each address in it. */
function checksummed({ types }: Pick<TypedData, 'types'>, type: string, struct: TypedDataStruct): TypedDataStruct {
  const fields = new Map((types[type] ?? []).map(field => [field.name, field.type]))
  return Object.fromEntries(
    Object.entries(struct).map(([name, value]): [string, TypedDataValue] => {
      const fieldType = fields.get(name) ?? ''
      if (fieldType === 'address' && typeof value === 'string') return [name, getAddress(value)]
      return [name, isStruct(value) ? checksummed({ types }, fieldType, value) : value]
    }),
  )
}

function isStruct(value: TypedDataValue): value is TypedDataStruct {
  return typeof value === 'object' && !Array.isArray(value)
}

function incomplete(): Failure {
  return new Failure('payment-mismatch', { field: 'typedData' })
}
