import * as z from 'zod/mini'
import { parseJson } from '@/lib/base/json'
import type { Door, DoorResponse } from '@/lib/chain/rpc/door'
import { fromBase64 } from './base64'
import { asksForPayment } from './challenges'
import { problemIn } from './machine-payments'
import { challengedText, type ReadTerms, readTermsText, readX402Text } from './terms'

/** The demand of a server that answered 402, or 412 to a payment. `json`: the text that the journal keeps of it. */
export type Wanted =
  | { kind: 'terms'; json: string; read: ReadTerms }
  /** It asks only for kinds of payment that this wallet does not make, by `WWW-Authenticate: Payment`. */
  | { kind: 'other-protocol'; json: string }
  /** It does not ask again, or in words the wallet does not know. */
  | { kind: 'nothing' }

const mostBytes = 256_000

/**
 * Asks an address for its terms, without cookies and following no redirect. JSON first: version 1 sends its terms in
 * the body and would send a person's browser a page without any.
 * @throws RpcError when it cannot be reached
 */
export async function fetchTerms(door: Door, url: string): Promise<Wanted> {
  for (const accept of ['application/json', 'text/html,application/json;q=0.9']) {
    const response = await door.fetch(url, { method: 'GET', headers: { accept }, maxBytes: mostBytes })
    const wanted = wantedBy(response)
    if (wanted.kind !== 'nothing') return wanted
  }
  return { kind: 'nothing' }
}

export function wantedBy({ status, headers, body }: Pick<DoorResponse, 'status' | 'headers' | 'body'>): Wanted {
  if (status !== 402 && status !== 412) return { kind: 'nothing' }
  return wantedIn(headers.get('www-authenticate'), headers.get('payment-required'), body)
}

/** Reads what `wantedBy` reads, from the text in which a page's script hands over the answer. */
export function wantedByPage(text: string): Wanted {
  const told = pageTextSchema.safeParse(parseJson(text))
  if (!told.success) return { kind: 'nothing' }
  const [challenges = null, required = null, body = null] = told.data
  return wantedIn(challenges, required, body ?? '')
}

/** Values of `WWW-Authenticate` and `PAYMENT-REQUIRED`, and the body. */
const pageTextSchema = z.lazy(() => z.array(z.nullable(z.string())).check(z.maxLength(3)))

function wantedIn(challenges: string | null, required: string | null, body: string): Wanted {
  let x402: { json: string; read: ReadTerms } | null = null
  for (const json of [required === null ? null : fromBase64(required), body]) {
    const read: ReadTerms | null = json === null || x402 !== null ? null : readX402Text(json)
    if (json !== null && read !== null) x402 = { json, read }
  }
  if (challenges === null || !asksForPayment(challenges))
    return x402 === null ? { kind: 'nothing' } : { kind: 'terms', ...x402 }
  const json = challengedText({ challenges, x402: x402?.json ?? null, error: problemIn(body) })
  const read = readTermsText(json)
  if (read === null) return { kind: 'nothing' }
  const isEmpty = read.terms.options.length + read.unreadable.length === 0
  return isEmpty ? { kind: 'other-protocol', json } : { kind: 'terms', json, read }
}
