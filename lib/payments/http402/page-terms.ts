import { isLocalHost, isThisMachine } from '@/lib/base/local-host'
import type { PaymentJournal } from './journal'
import { type Wanted, wantedByPage } from './read-terms'
import type { ReadTerms } from './terms'
import type { PageRequest } from './types'

const day = 86_400_000

export interface PageTermsParts {
  rows: Pick<PaymentJournal, 'known'>
  now(): number
  /** Asks the address itself, without cookies. `null` where it cannot be read. */
  readTermsOf(url: string): Promise<Wanted | null>
}

/** Terms, and where they come from: `seller` if the wallet read them there, or if the page is the seller's own. */
export interface PageTerms {
  kind: 'terms'
  json: string
  read: ReadTerms
  from: 'seller' | 'page'
}

/**
 * The price of a page's own request. Terms of another origin are read from the seller where the wallet may ask it; the
 * page's own copy is used only where the seller does not answer. The page gets no terms that it could not read itself.
 * @param pageOrigin of a site where the person switched payments on
 * @returns `hidden` where the page did not get the answer and would not get the paid one either; `null` where nothing
 * can be offered
 */
export async function termsForPage(
  { url, method, terms, isHidden }: Pick<PageRequest, 'url' | 'method' | 'terms' | 'isHidden'>,
  pageOrigin: string,
  { rows, now, readTermsOf }: PageTermsParts,
): Promise<PageTerms | { kind: 'hidden' } | null> {
  if (terms !== null) {
    const told = wantedByPage(terms)
    if (told.kind !== 'terms') return null
    const page: PageTerms = { ...told, from: 'page' }
    // A page of the seller can read and change everything of its own origin anyway.
    if (URL.parse(url)?.origin === pageOrigin) return { ...page, from: 'seller' }
    if (method !== 'GET' || !mayAsk(url, pageOrigin)) return page
    const own = await readTermsOf(url)
    return own?.kind === 'terms' ? { ...own, from: 'seller' } : page
  }
  if (method !== 'GET' || !mayAsk(url, pageOrigin)) return null
  if (isHidden) {
    // A page that asks over and over is answered for once.
    const since = now() - day
    const said = (await rows.known())
      .of(URL.parse(url)?.origin ?? '')
      .some(row => row.carrier === 'request' && !row.hasTerms && row.url === url && row.createdAt > since)
    if (said) return null
  }
  const wanted = await readTermsOf(url)
  if (wanted?.kind !== 'terms') return null
  return isHidden ? { kind: 'hidden' } : { ...wanted, from: 'seller' }
}

/**
 * A page can read everything of its own origin. Only a page that itself runs on this machine may have the wallet ask
 * what runs on this machine, and only one of a private network what runs in private networks.
 */
function mayAsk(url: string, pageOrigin: string): boolean {
  const asked = URL.parse(url)
  const page = URL.parse(pageOrigin)
  if (asked === null || page === null || asked.origin === page.origin) return false
  if (isThisMachine(asked.hostname)) return isThisMachine(page.hostname)
  return !isLocalHost(asked.hostname) || isLocalHost(page.hostname)
}

/** True for https anywhere, and for http on this machine; an address with a user name or password is never paid. */
export function isPayable(url: string): boolean {
  const parsed = URL.parse(url)
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return false
  return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isThisMachine(parsed.hostname))
}
