import type { Address } from 'viem'
import type { PaymentRecord } from '@/lib/database/payment-records'
import { Failure } from '@/lib/values/failure'
import { toBase64 } from './base64'
import { credentialOf, fieldOf } from './machine-payments'
import type { PaymentPlan } from './plan'
import { chargeOf } from './signed-challenges'
import { signedPayload } from './signed-payload'
import { readTermsText } from './terms'

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
