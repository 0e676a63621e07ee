import type { Address } from 'viem'
import type { KeyValueStore } from '@/lib/base/key-value-store'
import { createQueue, createQueues } from '@/lib/base/queue'
import type { Approval } from '@/lib/decisions/approvals/types'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import type { PaymentJournal } from './journal'
import { signInRefused } from './offered-sign-ins'
import type { Offer } from './offers'
import type { PageTools } from './page-requests'
import { isPayable } from './page-terms'
import { type Wanted, wantedBy } from './read-terms'
import { isRedirectedAnswer } from './shown-page'
import type { Http402, Http402Parts, Visit } from './types'

/** Pages that were loaded with status 402, or with a payment of ours. */
export interface LoadedPages extends Pick<Http402, 'visited' | 'left'> {
  /** The pages of this site that waited for its decision are offered again, one after the other. */
  offerLater(origin: string): Promise<void>
  /** Cancels decisions whose page is gone. */
  cancelOrphans(): Promise<void>
}

export function createLoadedPages(
  parts: Http402Parts,
  rows: PaymentJournal,
  { delivery, offers, payOrOffer, readTermsOf }: PageTools,
  goOnOnce: () => Promise<void>,
): LoadedPages {
  const { approvals, carrier } = parts
  const askedDocuments = createAskedDocuments(parts.sessionStore)
  /** Documents whose page is there and answered 402. */
  const present = new Set<string>()
  /** By tab and address: a page that is loaded again meanwhile finds what was signed for it before. */
  const inTurn = createQueues()
  /** By document: pages of a site that has a decision waiting already. */
  const later = new Map<string, Visit>()

  async function visited(visit: Visit): Promise<void> {
    // A payment that a dead worker had begun without asking goes on first: its page is this very one.
    await goOnOnce()
    const paid = visit.mark === null ? undefined : await rows.get(visit.mark)
    if (paid !== undefined && paid.url !== visit.url) return redirected(visit, paid)
    if (visit.mark !== null) {
      await delivery.answered(visit.mark, visit.status)
      if (visit.status !== 402) return
    }
    if (visit.status !== 402) return
    present.add(visit.documentId)
    // With the merchant's count taken over the next voucher is another one, which the person decides on.
    const reason = visit.mark === null ? null : (await rows.get(visit.mark))?.reason
    const isCorrected = reason === 'voucher-corrected'
    const isOffered = isCorrected || reason === signInRefused
    if (visit.mark !== null && !isOffered) return
    await inTurn(`${visit.tabId} ${visit.url}`, async () => {
      if (visit.mark === null && (await delivery.resume(visit))) return
      const left = visit.mark === null ? await delivery.leftToPerson(visit) : undefined
      await (left === undefined ? offer(visit, isCorrected) : offerAgain(visit, left))
    })
  }

  /** The tab shows another address than the one paid for: the target of a redirect, or a page the person went to. */
  async function redirected(visit: Visit, paid: PaymentRecord): Promise<void> {
    if (visit.status === 402) return visited({ ...visit, mark: null })
    if (isRedirectedAnswer(await carrier.look(visit.tabId, true), paid))
      await delivery.answered(paid.id, visit.status, true)
  }

  /** False where this page was asked about, another one of its site is, or the person muted the site. */
  async function mayBeAsked(visit: Visit): Promise<boolean> {
    const { origin, documentId } = visit
    // The same page again after the worker died: its question still stands, or was answered.
    if ((await parts.isMuted(origin)) || (await askedDocuments.has(visit))) return false
    const waiting = (await approvals.waiting()).filter(({ request }) => request.kind === 'payment')
    const own = waiting.find(({ requester }) => requester.kind === 'site' && requester.origin === origin)
    // The worker died before it could note that it asked.
    if (own?.requester.kind === 'site' && own.requester.documentId === documentId) await askedDocuments.add(visit)
    else if (own !== undefined) later.set(documentId, visit)
    return own === undefined
  }

  /** Asks the person, in the decision window. */
  async function ask(visit: Visit, row: PaymentRecord, offered: Offer | null, account: Address): Promise<void> {
    const { origin, tabId, documentId } = visit
    await offers.ask(row, offered, account, { kind: 'site', origin, topOrigin: null, tabId, documentId }, null)
    await askedDocuments.add(visit)
    parts.openWindow()
  }

  /** The page's signed payment went out as often as it does by itself. */
  async function offerAgain(visit: Visit, row: PaymentRecord): Promise<void> {
    if (row.account !== null && (await mayBeAsked(visit))) await ask(visit, row, null, row.account)
  }

  /** @param isAsked the person decides, whatever a limit allows */
  async function offer(visit: Visit, isAsked: boolean): Promise<void> {
    const { origin, url, documentId } = visit
    if (!isPayable(url)) return
    const account = await parts.accountFor(origin)
    if (account === null || !(await mayBeAsked(visit))) return
    const wanted = await termsOfVisit(visit)
    if (wanted === null || wanted.kind === 'nothing' || !present.has(documentId)) return
    const asked = { ...visit, carrier: 'navigation', method: 'GET', bodyDigest: null, termsFrom: 'seller' } as const
    const made = await payOrOffer(asked, account, wanted, { isAsked: isAsked || !visit.isAttended })
    if ('row' in made) await ask(visit, made.row, made.offer, account)
  }

  /** Ends questions without an answer. */
  async function cancel(isGone: (documentId: string, approval: Approval) => boolean): Promise<void> {
    const cancelled = await approvals.cancel(
      approval =>
        approval.request.kind === 'payment' &&
        approval.requester.kind === 'site' &&
        isGone(approval.requester.documentId ?? '', approval),
      'cancelled',
    )
    for (const { requester } of cancelled)
      if (requester.kind === 'site') await askedDocuments.forget(requester.documentId ?? '')
  }

  /** Where the server wants a login first, it is asked as the page asks it: with the page's cookies. */
  async function termsOfVisit({ tabId, url }: Visit): Promise<Wanted | null> {
    const wanted = await readTermsOf(url)
    if (wanted !== null && wanted.kind !== 'nothing') return wanted
    const answer = await carrier.ask(tabId, url)
    return answer === null ? wanted : wantedBy(answer)
  }

  return {
    visited,
    async left(documentId) {
      present.delete(documentId)
      later.delete(documentId)
      await cancel(asking => asking === documentId)
    },
    async offerLater(origin) {
      for (const visit of [...later.values()].filter(each => each.origin === origin)) {
        later.delete(visit.documentId)
        if (present.has(visit.documentId)) await visited(visit)
      }
    },
    // A page's own request is answered over the page's own port.
    cancelOrphans: () => cancel((asking, { requestKey }) => requestKey === null && !present.has(asking)),
  }
}

/** Documents that are kept in mind: more than that are hardly open at a time. */
const mostDocuments = 200
const documentsKey = 'askedDocuments'

/**
 * The documents whose payment was asked about: each is asked about once, however often the worker dies meanwhile.
 * @param store ends with the browser, as the documents do
 */
function createAskedDocuments(store: KeyValueStore) {
  const inTurn = createQueue()
  const nameOf = ({ documentId, loadedAt }: Visit) => `${documentId} ${loadedAt}`

  async function read(): Promise<string[]> {
    const stored = await store.get(documentsKey)
    return Array.isArray(stored) ? stored.filter(entry => typeof entry === 'string') : []
  }

  const change = (step: (documents: string[]) => string[]): Promise<void> =>
    inTurn(async () => store.set(documentsKey, step(await read()).slice(-mostDocuments)))

  return {
    has: async (visit: Visit) => (await read()).includes(nameOf(visit)),
    add: (visit: Visit) => change(documents => [...documents, nameOf(visit)]),
    /** Its question ended without an answer: it may be asked about again. */
    forget: (documentId: string) => change(documents => documents.filter(name => !name.startsWith(`${documentId} `))),
  }
}
