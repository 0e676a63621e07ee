import type { Address } from 'viem'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import type { Wanted } from './read-terms'

/** A request that was answered with 402. */
export type AskedPayment = Pick<
  PaymentRecord,
  'origin' | 'tabId' | 'carrier' | 'method' | 'url' | 'bodyDigest' | 'termsFrom'
> & {
  pageOrigin?: string
}

/** The row of an offer: terms read, nothing signed. What CORS hides from its page has none: it cannot be paid. */
export function newPayment(
  { origin, pageOrigin, tabId, carrier, method, url, bodyDigest, termsFrom }: AskedPayment,
  account: Address,
  wanted: Exclude<Wanted, { kind: 'nothing' }> | { kind: 'hidden' },
): Omit<PaymentRecord, 'createdAt'> {
  return {
    ...{
      id: crypto.randomUUID(),
      origin,
      pageOrigin: pageOrigin === undefined || pageOrigin === origin ? null : pageOrigin,
    },
    ...{ tabId, carrier, method, url, bodyDigest, termsFrom, account: lowerCaseAddress(account) },
    version: wanted.kind === 'terms' ? wanted.read.terms.version : 2,
    terms: wanted.kind === 'hidden' ? '' : wanted.json,
    ...{ state: 'offered', attempts: 0, automatic: false },
    reason: wanted.kind === 'terms' ? null : wanted.kind,
    // Nothing is chosen, signed or told yet.
    ...{
      accepted: null,
      way: null,
      plan: null,
      networkId: null,
      chainId: null,
      token: null,
      payee: null,
      amount: null,
    },
    ...{ charged: null, payload: null, validBefore: null, settlement: null, transaction: null },
    ...{ signedAt: null, endedAt: null },
  }
}
