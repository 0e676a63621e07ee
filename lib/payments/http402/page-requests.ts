import type { Address } from 'viem'
import { Failure } from '@/lib/base/failure'
import { createQueues } from '@/lib/base/queue'
import type { Requester } from '@/lib/language/requests'
import type { Delivery } from './delivery'
import type { PaymentJournal } from './journal'
import { signInRefused } from './offered-sign-ins'
import { isPayable, termsForPage } from './page-terms'
import type { PayOrOffer } from './pay-alone'
import type { Wanted } from './read-terms'
import { isLeftToPerson } from './sending'
import type { Http402, Http402Parts, PageRequest } from './types'
import type { WaitingOffers } from './waiting-offers'

/** What the requests and visits of pages are answered with. */
export interface PageTools {
  delivery: Delivery
  offers: Pick<WaitingOffers, 'ask'>
  payOrOffer: PayOrOffer
  /** Asks the address itself, without cookies. `null` where it cannot be read. */
  readTermsOf(url: string): Promise<Wanted | null>
}

/** Handles requests of pages that were answered with 402, on sites where the person switched payments on. */
export function createPageRequests(
  parts: Http402Parts,
  rows: PaymentJournal,
  { delivery, offers, payOrOffer, readTermsOf }: PageTools,
): Http402['requested'] {
  const { clock } = parts
  /**
   * By page, address and body: the page may be loaded again while its request is judged, and its second request is paid
   * by what is signed for the first.
   */
  const inTurn = createQueues()
  /** Answers that CORS hides from their page, while they are offered: one offer for each address. */
  const offering = new Set<string>()

  async function offerRequest(
    request: PageRequest,
    requester: Extract<Requester, { kind: 'site' }>,
    requestKey: string,
    account: Address,
    mayAsk: () => Promise<void>,
  ): ReturnType<Http402['requested']> {
    const { origin } = requester
    const wanted = await termsForPage(request, origin, { rows, now: clock.now, readTermsOf })
    if (wanted === null) throw new Failure('payment-mismatch', { field: 'terms' })
    const place = { origin: URL.parse(request.url)?.origin ?? origin, pageOrigin: origin, tabId: requester.tabId }
    const termsFrom = wanted.kind === 'terms' ? wanted.from : 'page'
    const asked = { ...request, ...place, carrier: 'request', termsFrom } as const
    const made = await payOrOffer(asked, account, wanted, {
      isAsked: request.isPaid || !request.isAttended,
      documentId: requester.documentId,
    })
    if ('paymentId' in made) return made
    const { row, offer } = made
    await mayAsk().catch(async (cause: unknown) => {
      await rows.withdraw(row.id)
      throw cause
    })
    return { approvalId: await offers.ask(row, offer, account, requester, requestKey) }
  }

  async function requested(
    ...[request, requester, requestKey, mayAsk]: Parameters<Http402['requested']>
  ): ReturnType<Http402['requested']> {
    if (requester.kind !== 'site' || !isPayable(request.url)) throw new Failure('payment-mismatch', { field: 'url' })
    const { origin } = requester
    if ((await rows.site(origin))?.switchedOn !== true) throw new Failure('payment-mismatch', { field: 'origin' })
    const account = await parts.accountFor(origin)
    if (account === null) throw new Failure('payment-mismatch', { field: 'terms' })
    const open = request.isHidden ? undefined : await delivery.openRequest(origin, request)
    // A page whose sign-in opened nothing asks for the same answer again: then it is paid for.
    const isRefused = request.again !== null && (await rows.get(request.again))?.reason === signInRefused
    if (request.again !== null && open?.id !== request.again && !isRefused)
      throw new Failure('payment-mismatch', { field: 'again' })
    if (open !== undefined) {
      await rows.change(open.id, () => ({ tabId: requester.tabId }))
      if (isLeftToPerson(open)) {
        // The person said just now that it goes out once more: not for each try of the page.
        if (request.again !== null) throw new Failure('payment-mismatch', { field: 'again' })
        await mayAsk()
        return { approvalId: await offers.ask(open, null, open.account ?? account, requester, requestKey) }
      }
      await delivery.send(open.id, { documentId: requester.documentId })
      return { paymentId: open.id }
    }
    if (!request.isHidden) return offerRequest(request, requester, requestKey, account, mayAsk)
    const asked = `${origin} ${request.url}`
    if (offering.has(asked)) throw new Failure('payment-mismatch', { field: 'terms' })
    offering.add(asked)
    try {
      return await offerRequest(request, requester, requestKey, account, mayAsk)
    } finally {
      offering.delete(asked)
    }
  }

  return (request, requester, ...asked) => {
    if (request.isHidden || requester.kind !== 'site') return requested(request, requester, ...asked)
    const { url, method, bodyDigest } = request
    return inTurn(`${requester.origin} ${method} ${url} ${bodyDigest}`, () => requested(request, requester, ...asked))
  }
}
