import type { PaymentRecord } from '@/lib/storage/payment-records'
import type { PaymentJournal } from './journal'
import { type Charge, challengeNonce } from './machine-payments'
import { readPlan } from './plan'
import { type ReadTerms, readTermsText } from './terms'

/** An earlier payment for the `same` challenge, or for another one under its id and realm: `changed`. */
export type SignedBefore = 'same' | 'changed'

/** The challenge that a payment answers; `null` for one of x402, or one that was not chosen. */
export function chargeOf({ terms, accepted }: Pick<PaymentRecord, 'terms' | 'accepted'>): Charge | null {
  if (accepted === null) return null
  return readTermsText(terms)?.terms.options.find(({ index }) => index === accepted)?.charge ?? null
}

/** Where the payments that were signed for challenges are found. */
type Signed = Pick<PaymentJournal, 'get' | 'known'>

/**
 * The payment that was signed for a challenge, by any account and whatever became of it: nothing is signed for the same
 * challenge again.
 * @param except id of the payment that is about to be signed
 */
export async function signedFor(
  { challenge }: Pick<Charge, 'challenge'>,
  journal: Signed,
  except: string | null,
): Promise<{ row: PaymentRecord; before: SignedBefore } | null> {
  const nonce = challengeNonce(challenge)
  for (const id of (await journal.known()).signedWith(nonce)) {
    const row = id === except ? undefined : await journal.get(id)
    if (row === undefined || row.plan === null || readPlan(row.plan).nonce !== nonce) continue
    const isSame = JSON.stringify(chargeOf(row)?.challenge) === JSON.stringify(challenge)
    return { row, before: isSame ? 'same' : 'changed' }
  }
  return null
}

/** What a request is, as far as it has to be the one that was paid for. */
type Asked = Pick<PaymentRecord, 'url' | 'method' | 'bodyDigest' | 'carrier' | 'origin'>

/**
 * A payment whose very challenge the server sends again, to the same request: it is answered with what was signed.
 * @returns `undefined` where there is none that may still be answered
 */
export async function replayedPayment(
  { terms }: ReadTerms,
  asked: Asked,
  journal: Signed,
): Promise<PaymentRecord | undefined> {
  for (const { charge } of terms.options) {
    const found = charge === null ? null : await signedFor(charge, journal, null)
    if (found?.before !== 'same') continue
    const { row } = found
    const isSameRequest =
      row.url === asked.url &&
      row.method === asked.method &&
      row.bodyDigest === asked.bodyDigest &&
      row.carrier === asked.carrier &&
      row.origin === asked.origin
    if (isSameRequest) return row
  }
  return undefined
}
