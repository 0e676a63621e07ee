import type { Wanted } from './read-terms'
import type { PaymentRows } from './rows'
import { type ReadTerms, readTermsText } from './terms'
import type { PageRequest } from './types'

const day = 86_400_000

export interface PageTermsParts {
  rows: Pick<PaymentRows, 'all'>
  now(): number
  /** Asks the address itself, without cookies. `null` where it cannot be read. */
  readTermsOf(url: string): Promise<Wanted | null>
}

/**
 * What a page's own request costs: as the page was answered, or, where CORS keeps that from it, as the server says when the wallet asks. The page learns
 * nothing of it: what it may not read it is not given, paid or not.
 * @param pageOrigin of a site where the person switched payments on
 * @returns `hidden` where the page did not get the answer and would not get the paid one either; `null` where nothing can be offered
 */
export async function termsForPage(
  { url, method, terms, isHidden }: Pick<PageRequest, 'url' | 'method' | 'terms' | 'isHidden'>,
  pageOrigin: string,
  { rows, now, readTermsOf }: PageTermsParts,
): Promise<{ kind: 'terms'; json: string; read: ReadTerms } | { kind: 'hidden' } | null> {
  if (terms !== null) {
    const read = readTermsText(terms)
    return read === null ? null : { kind: 'terms', json: terms, read }
  }
  if (method !== 'GET' || !mayAsk(url, pageOrigin)) return null
  if (isHidden) {
    // A page that asks over and over is answered for once.
    const since = now() - day
    const said = (await rows.all()).some(
      row => row.carrier === 'request' && row.terms === '' && row.url === url && row.createdAt > since,
    )
    if (said) return null
  }
  const wanted = await readTermsOf(url)
  if (wanted?.kind !== 'terms') return null
  return isHidden ? { kind: 'hidden' } : wanted
}

/** Of its own origin a page can read everything; and no site has the wallet knock at what runs on this machine, but what runs there too. */
function mayAsk(url: string, pageOrigin: string): boolean {
  const asked = URL.parse(url)
  const page = URL.parse(pageOrigin)
  if (asked === null || page === null || asked.origin === page.origin) return false
  return !isLoopback(asked.hostname) || isLoopback(page.hostname)
}

export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  )
}
