import type { Address } from 'viem'
import { nothingShown } from '@/lib/approvals/transitions'
import type { Approval, Requester } from '@/lib/approvals/types'
import type { PaymentRecord } from '@/lib/database/payment-records'
import type { PaymentLimitView } from '@/lib/messaging/http402'
import { worstFirst } from '@/lib/risk/risk'
import { Failure } from '@/lib/values/failure'
import { lowerCaseAddress } from '@/lib/values/hex'
import { createListeners } from '@/lib/values/listeners'
import { createOnce, loadOnce } from '@/lib/values/once'
import { createQueue } from '@/lib/values/queue'
import { goOn, payAlone } from './automatic'
import { askForRefund } from './channel-refund'
import { createDelivery } from './delivery'
import { earlierRisks } from './earlier'
import { pairOf } from './limits'
import { newPayment } from './new-payment'
import { type Offer, rateOffer, toPaymentView } from './offers'
import { isLoopback, termsForPage } from './page-terms'
import { createPaidSites } from './paid-sites'
import { checkPlan, type PaymentPlan, readPlan } from './plan'
import { fetchTerms, type Wanted, wantedBy } from './read-terms'
import { createPaymentRows, openStates } from './rows'
import { isRedirectedAnswer } from './shown-page'
import { createSigning } from './signing'
import type { Http402, Http402Parts, PageRequest, Visit } from './types'

const lookAgainMs = 5_000

export function createHttp402(parts: Http402Parts): Http402 {
  const { approvals, barrier, carrier, clock, door } = parts
  const rows = createPaymentRows(parts.database, clock.now)
  const delivery = createDelivery(parts, rows, whileAllowed)
  const sign = createSigning(parts, rows)
  const changes = createListeners<[]>()
  const sites = createPaidSites(parts, rows, changes)
  const allowed = new Set<string>()
  /** By approval: what its chain said, in this worker's life. */
  const offers = new Map<string, Offer>()
  const views = new Map<string, PaymentRecord>()
  const plans = new Map<string, PaymentPlan>()
  const payOnce = createOnce<string>()
  const limits = new Map<string, PaymentLimitView | null>()
  /** Documents whose page is there and answered 402. */
  const present = new Set<string>()

  /** Pages whose offer is being made: the same page twice is one offer. */
  const offering = new Set<string>()
  /** By document: pages of a site that has a decision waiting already. */
  const later = new Map<string, Visit>()
  const ratingAgain = createQueue()
  const startedAt = clock.now()
  const onFault = (error: unknown): void => parts.faults.report('payments', error)

  rows.onChange(({ way }) => {
    changes.tell()
    if (way === 'deposit' || way === 'voucher') void rateAgain().catch(onFault)
  })

  // ---- What a page says
  // ------------------------------------------------------------------------------------------------------

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
    const isCorrected = visit.mark !== null && (await rows.get(visit.mark))?.reason === 'voucher-corrected'
    if (visit.mark !== null ? !isCorrected : await delivery.resume(visit)) return
    const page = `${visit.tabId} ${visit.url}`
    if (offering.has(page)) return
    offering.add(page)
    await offer(visit, isCorrected).finally(() => offering.delete(page))
  }

  /** The tab shows another address than the one paid for: the target of a redirect, or a page the person went to. */
  async function redirected(visit: Visit, paid: PaymentRecord): Promise<void> {
    if (visit.status === 402) return visited({ ...visit, mark: null })
    if (isRedirectedAnswer(await carrier.look(visit.tabId, true), paid))
      await delivery.answered(paid.id, visit.status, true)
  }

  /** @param isAsked the person decides, whatever a limit allows */
  async function offer(visit: Visit, isAsked: boolean): Promise<void> {
    const { origin, url, tabId, documentId } = visit
    if (!isPayable(url) || (await parts.isMuted(origin))) return
    const account = await parts.accountFor(origin)
    if (account === null) return
    const waiting = (await approvals.waiting()).filter(({ request }) => request.kind === 'payment')
    const own = waiting.find(({ requester }) => requester.kind === 'site' && requester.origin === origin)
    // The same page again after the worker died: its question still stands.
    if (own?.requester.kind === 'site' && own.requester.documentId === documentId) return
    if (own !== undefined) {
      later.set(documentId, visit)
      return
    }
    const wanted = await termsOfVisit(visit)
    if (wanted === null || wanted.kind === 'nothing' || !present.has(documentId)) return
    const asked = { ...visit, carrier: 'navigation', method: 'GET', bodyDigest: null, termsFrom: 'seller' } as const
    const payment = newPayment(asked, account, wanted)
    const row = { ...payment, createdAt: clock.now() }
    await rows.add(row)
    const offered = await rateOffer(row, account, parts, rows)
    const alone = { parts, rows, sign, nowSeconds: offered === null ? 0 : nowOf(offered) }
    if (offered !== null && !isAsked && (await payAlone(row, offered, account, alone))) {
      await delivery.send(row.id)
      return
    }
    const requester: Requester = { kind: 'site', origin, topOrigin: null, tabId, documentId }
    await ask(row, offered, account, requester, null)
    parts.openWindow()
  }

  /** Where the server wants a login first, it is asked as the page asks it: with the page's cookies. */
  async function termsOfVisit({ tabId, url }: Visit): Promise<Wanted | null> {
    const wanted = await readTermsOf(url)
    if (wanted !== null && wanted.kind !== 'nothing') return wanted
    const answer = await carrier.ask(tabId, url)
    return answer === null ? wanted : wantedBy(answer)
  }

  /** The pages of this site that waited for its decision are offered again, one after the other. */
  async function offerLater(origin: string): Promise<void> {
    for (const visit of [...later.values()].filter(each => each.origin === origin)) {
      later.delete(visit.documentId)
      if (present.has(visit.documentId)) await visited(visit)
    }
  }

  /** Makes the decision about an offer. */
  async function ask(
    row: PaymentRecord,
    offered: Offer | null,
    account: Address,
    requester: Requester,
    requestKey: string | null,
  ): Promise<string> {
    const best = offered?.rated[0]
    const approval = await approvals.add({
      requester,
      chainId: best?.option.chainId ?? 1,
      account,
      request: { kind: 'payment', paymentId: row.id, url: row.url, method: row.method },
      shown: { ...nothingShown, risks: best?.risks ?? [] },
      requestKey,
    })
    if (offered !== null) offers.set(approval.id, offered)
    limits.set(approval.id, await sites.limit(pairOf(row)))
    views.set(approval.id, row)
    await parts.warn(approval.id, requester)
    changes.tell()
    return approval.id
  }

  const requested: Http402['requested'] = async (request, requester, requestKey, mayAsk) => {
    if (requester.kind !== 'site' || !isPayable(request.url)) throw new Failure('payment-mismatch', { field: 'url' })
    const { origin } = requester
    if ((await rows.site(origin))?.switchedOn !== true) throw new Failure('payment-mismatch', { field: 'origin' })
    const account = await parts.accountFor(origin)
    if (account === null) throw new Failure('payment-mismatch', { field: 'terms' })
    const open = request.isHidden ? undefined : await delivery.openRequest(origin, request)
    if (request.again !== null && open?.id !== request.again) throw new Failure('payment-mismatch', { field: 'again' })
    if (open !== undefined) {
      await rows.change(open.id, () => ({ tabId: requester.tabId }))
      await delivery.send(open.id)
      return { paymentId: open.id }
    }
    const asked = `${request.isHidden} ${origin} ${request.url}`
    if (request.isHidden && offering.has(asked)) throw new Failure('payment-mismatch', { field: 'terms' })
    offering.add(asked)
    try {
      return await offerRequest(request, requester, requestKey, account, mayAsk)
    } finally {
      offering.delete(asked)
    }
  }

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
    const payment = newPayment({ ...request, ...place, carrier: 'request', termsFrom }, account, wanted)
    const row = { ...payment, createdAt: clock.now() }
    await rows.add(row)
    const offered = await rateOffer(row, account, parts, rows)
    if (
      offered !== null &&
      (await payAlone(row, offered, account, { parts, rows, sign, nowSeconds: nowOf(offered) }))
    ) {
      await delivery.send(row.id)
      return { paymentId: row.id }
    }
    await mayAsk().catch(async (cause: unknown) => {
      await rows.withdraw(row.id)
      throw cause
    })
    return { approvalId: await ask(row, offered, account, requester, requestKey) }
  }

  async function whileAllowed<Result>(url: string, ask: () => Promise<Result>): Promise<Result> {
    allowed.add(url)
    try {
      return await ask()
    } finally {
      allowed.delete(url)
    }
  }

  /** Nothing is offered where the terms cannot be read; the page stays what it is. */
  const readTermsOf = (url: string) =>
    whileAllowed(url, () => fetchTerms(door, url)).catch((error: unknown) => {
      onFault(error)
      return null
    })

  // ---- What the person decides
  // -----------------------------------------------------------------------------------------------

  /** After the worker died the chain is asked again. */
  async function remember(approval: Approval): Promise<{ row: PaymentRecord; offer: Offer } | null> {
    if (approval.request.kind !== 'payment' || approval.account === null) return null
    const row = await rows.get(approval.request.paymentId)
    if (row === undefined) return null
    limits.set(approval.id, await sites.limit(pairOf(row)))
    views.set(approval.id, row)
    const offer = offers.get(approval.id) ?? (await rateOffer(row, approval.account, parts, rows))
    if (offer === null) {
      changes.tell()
      return null
    }
    offers.set(approval.id, offer)
    if (approval.shown.plan !== undefined) plans.set(approval.id, readPlan(approval.shown.plan))
    changes.tell()
    return { row, offer }
  }

  /**
   * Channels changed, or the keys are there now: waiting offers of channels are judged again, and their plans dropped.
   */
  function rateAgain(): Promise<void> {
    return ratingAgain(async () => {
      for (const approval of await approvals.waiting()) {
        const offer = offers.get(approval.id)
        if (offer === undefined || offer.rated.every(({ way }) => way !== 'channel')) continue
        offers.delete(approval.id)
        const { plan, ...shown } = approval.shown
        const isStale = plan !== undefined && readPlan(plan).channel !== null
        if (isStale) plans.delete(approval.id)
        await remember(isStale ? await approvals.show(approval.id, shown) : approval)
      }
    })
  }

  const choose: Http402['choose'] = async (approvalId, built) => {
    const approval = await approvals.get(approvalId)
    const known = approval === undefined ? null : await remember(approval)
    if (approval === undefined || known === null || approval.account === null)
      throw new Failure('approval-gone', { id: approvalId })
    const rated = known.offer.rated.find(({ option }) => option.index === built.accepted)
    if (rated === undefined) throw new Failure('payment-mismatch', { field: 'accepted' })
    const plan = checkPlan(rated, built, lowerCaseAddress(approval.account), nowOf(known.offer))
    await assertFresh(plan)
    const risks = worstFirst([...rated.risks, ...earlierRisks(known.row, await rows.all(), clock.now())])
    await approvals.choose(approvalId, {
      chainId: plan.chainId,
      shown: { ...approval.shown, risks, plan: JSON.stringify(plan) },
    })
    plans.set(approvalId, plan)
    changes.tell()
  }

  /** A nonce signed before would pay for two things at once, or for nothing. @throws Failure `payment-mismatch` */
  async function assertFresh(plan: PaymentPlan): Promise<void> {
    // A voucher is known by its channel, and the same one again is the same promise.
    if (plan.way === 'voucher') return
    const signed = await parts.database.getAll('authorizations')
    if (signed.some(({ chainId, nonce }) => chainId === plan.chainId && nonce === plan.nonce))
      throw new Failure('payment-mismatch', { field: 'nonce' })
  }

  function pay(approval: Approval): Promise<string> {
    return payOnce(approval.id, () => signAndSend(approval))
  }

  async function signAndSend({ id, account, request, shown }: Approval): Promise<string> {
    if (request.kind !== 'payment' || account === null || shown.plan === undefined)
      throw new Failure('approval-changed', { id })
    const plan = readPlan(shown.plan)
    const row = await rows.get(request.paymentId)
    if (row === undefined) throw new Failure('approval-gone', { id })
    const isToldOfCaps = shown.risks.some(({ code }) => code === 'payment-above-cap')
    if (row.state === 'offered') await sign(row, { id, account, plan, isToldOfCaps })
    await barrier('payment-send')
    // What a worker before this one sent may be answered right now: loading the page again would throw the answer away.
    if (row.state !== 'sent' || row.carrier === 'request') await delivery.send(row.id)
    return row.id
  }

  approvals.onChange(({ id, request, requester, status }) => {
    if (request.kind !== 'payment' || status === 'waiting' || status === 'approved') return
    offers.delete(id)
    views.delete(id)
    plans.delete(id)
    limits.delete(id)
    if (requester.kind === 'site') void offerLater(requester.origin).catch(onFault)
    if (status === 'done') return
    void rows.change(request.paymentId, row =>
      row.state === 'offered' ? { state: 'refused', reason: status, endedAt: clock.now() } : null,
    )
  })

  async function cancelOrphans(): Promise<void> {
    await approvals.cancel(
      // A page's own request is answered over the page's own port.
      ({ request, requester, requestKey }) =>
        request.kind === 'payment' &&
        requestKey === null &&
        requester.kind === 'site' &&
        !present.has(requester.documentId ?? ''),
      'cancelled',
    )
  }

  /** A payment without a window that was planned goes on; what no decision waits for any more is over. */
  async function recoverOffered(row: PaymentRecord): Promise<void> {
    if (row.automatic && row.plan !== null && row.account !== null) {
      const done = await goOn(row.id, row.account, { database: parts.database, rows, sign }).then(
        () => true,
        (error: unknown) => {
          onFault(error)
          return false
        },
      )
      if (done) return delivery.send(row.id)
    }
    const decided = [...(await approvals.waiting()), ...(await approvals.approved())]
    if (decided.some(({ request }) => request.kind === 'payment' && request.paymentId === row.id)) return
    await rows.change(row.id, current =>
      current.state === 'offered' ? { state: 'refused', reason: 'interrupted', endedAt: clock.now() } : null,
    )
  }

  /** Once in a worker's life, before anything new is offered. Later rows are being offered right now. */
  const goOnOnce = loadOnce(async () => {
    for (const row of await rows.inState('offered'))
      if (row.createdAt < startedAt) await recoverOffered(row).catch(onFault)
  })

  return {
    visited,
    requested,
    repeated: delivery.repeated,
    sendAgain: id => delivery.send(id, true),
    async refund(channelKey) {
      const release = parts.keepAlive.hold()
      try {
        return await askForRefund(channelKey, { database: parts.database, door, rows, whileAllowed })
      } finally {
        release()
      }
    },
    sites,
    choose,
    pay,
    unlocked: rateAgain,
    isAllowed: url => allowed.has(url),
    onChange: changes.add,

    async left(documentId) {
      present.delete(documentId)
      later.delete(documentId)
      await approvals.cancel(
        ({ request, requester }) =>
          request.kind === 'payment' && requester.kind === 'site' && requester.documentId === documentId,
        'cancelled',
      )
    },

    view(approvalId) {
      const row = views.get(approvalId)
      return row === undefined
        ? null
        : toPaymentView(
            row,
            offers.get(approvalId) ?? null,
            plans.get(approvalId) ?? null,
            limits.get(approvalId) ?? null,
          )
    },

    async recover() {
      await goOnOnce()
      await carrier.keepOnly((await rows.inState(...openStates)).map(({ id }) => id))
      for (const approval of await approvals.waiting()) void remember(approval).catch(onFault)
      // Pages that still wait have told of themselves by then.
      clock.after(lookAgainMs, () => void cancelOrphans().catch(onFault))
      await delivery.recover()
    },
  }
}

/** Unix seconds: device and chains may differ, and the latest of them is the one that ends things. */
function nowOf({ facts }: Offer): number {
  const chains = [...facts.values()].flatMap(chain => chain?.now ?? [])
  return Math.max(Math.floor(Date.now() / 1_000), ...chains)
}

/** https anywhere, http on this machine only. */
function isPayable(url: string): boolean {
  const parsed = URL.parse(url)
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return false
  return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopback(parsed.hostname))
}
