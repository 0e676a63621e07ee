import type { Door, DoorResponse } from '@/lib/rpc/door'
import { fromBase64, type ReadTerms, readTermsText } from './terms'

/** What a server that answered 402 says it wants. */
export type Wanted =
  | { kind: 'terms'; json: string; read: ReadTerms }
  /** It asks for another protocol of payment, by `WWW-Authenticate: Payment`. */
  | { kind: 'other-protocol' }
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
  if (status !== 402) return { kind: 'nothing' }
  const header = headers.get('payment-required')
  for (const json of [header === null ? null : fromBase64(header), body]) {
    const read = json === null ? null : readTermsText(json)
    if (json !== null && read !== null) return { kind: 'terms', json, read }
  }
  if (/^payment\b/i.test(headers.get('www-authenticate') ?? '')) return { kind: 'other-protocol' }
  return { kind: 'nothing' }
}
