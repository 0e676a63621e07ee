import { createListeners } from '@/lib/base/listeners'
import { loadOnce } from '@/lib/base/once'
import { createApprovedPayments } from './approved-payments'
import { askForRefund } from './channel-refund'
import { createDelivery } from './delivery'
import { createPaymentJournal } from './journal'
import { createLoadedPages } from './loaded-pages'
import { createPageRequests } from './page-requests'
import { createPaidSites } from './paid-sites'
import { createPayOrOffer } from './pay-alone'
import { fetchTerms } from './read-terms'
import { createPaymentRows, openStates } from './rows'
import { createSigning } from './signing'
import type { Http402, Http402Parts } from './types'
import { createWaitingOffers } from './waiting-offers'

const lookAgainMs = 5_000

/** Connects the parts of HTTP 402: what pages ask, what the person decides, what is signed, sent and answered. */
export function createHttp402(parts: Http402Parts): Http402 {
  const { approvals, carrier, clock, database, door } = parts
  const onFault = (error: unknown): void => parts.faults.report('payments', error)
  const rows = createPaymentJournal(createPaymentRows(database, clock.now), parts.isUnlocked)
  const changes = createListeners<[]>()
  const { isAllowed, whileAllowed } = createAllowedAddresses()
  /** Nothing is offered where the terms cannot be read; the page stays what it is. */
  const readTermsOf = (url: string) =>
    whileAllowed(url, () => fetchTerms(door, url)).catch((error: unknown) => {
      onFault(error)
      return null
    })
  const delivery = createDelivery(parts, rows)
  const sign = createSigning(parts, rows)
  const payOrOffer = createPayOrOffer(parts, rows, { sign, delivery })
  const sites = createPaidSites(parts, rows, changes)
  const offers = createWaitingOffers(parts, rows, { sites, tell: changes.tell, readTermsOf })
  const { pay, goOnOnce } = createApprovedPayments(parts, rows, { sign, delivery })
  /** Before anything is paid. A worker that died may have removed an account and nothing else. */
  const beginOnce = loadOnce(async () => {
    await accountsChanged().catch(onFault)
    await goOnOnce()
  })
  const tools = { delivery, offers, payOrOffer, readTermsOf }
  const requested = createPageRequests(parts, rows, tools)
  const pages = createLoadedPages(parts, rows, tools, beginOnce)

  /** Limits cannot be read while the wallet is locked. */
  async function accountsChanged(): Promise<void> {
    if (await parts.isUnlocked()) await sites.keepOnly(await parts.ownAccounts())
  }

  rows.onChange(({ way }) => {
    changes.tell()
    if (way === 'deposit' || way === 'voucher') void offers.rateAgain().catch(onFault)
  })
  approvals.onChange(({ id, request, requester, status }) => {
    if (request.kind !== 'payment' || status === 'waiting' || status === 'approved') return
    offers.forget(id)
    if (requester.kind === 'site') void pages.offerLater(requester.origin).catch(onFault)
    // Done and not signed: the wallet refused to sign what was approved.
    const reason = status === 'done' ? 'interrupted' : status
    void rows.change(request.paymentId, row =>
      row.state === 'offered' ? { state: 'refused', reason, endedAt: clock.now() } : null,
    )
  })

  return {
    visited: pages.visited,
    left: pages.left,
    async requested(...asked) {
      // A payment that a dead worker had begun without asking goes on first: it may be for this very request.
      await beginOnce()
      return requested(...asked)
    },
    repeated: delivery.repeated,
    sendAgain: id => delivery.send(id, { isAsked: true }),
    async refund(channelKey) {
      const release = parts.keepAlive.hold()
      try {
        return await askForRefund(channelKey, { database, door, rows, whileAllowed })
      } finally {
        release()
      }
    },
    sites,
    journal: rows,
    choose: offers.choose,
    chooseSignIn: offers.chooseSignIn,
    view: offers.view,
    pay,
    rateAgain: offers.rateAgain,
    accountsChanged,
    async unlocked() {
      await accountsChanged().catch(onFault)
      await offers.rateAgain()
      await delivery.unlocked()
    },
    permit2Allowance: offers.permit2Allowance,
    isAllowed,
    onChange: changes.add,

    async recover() {
      await beginOnce()
      await carrier.keepOnly((await rows.inState(...openStates, 'signing-in')).map(({ id }) => id))
      await offers.recover()
      // Pages that still wait have told of themselves by then.
      clock.after(lookAgainMs, () => void pages.cancelOrphans().catch(onFault))
      await delivery.recover()
    },
  }
}

/** The addresses that the wallet may contact right now, because it reads terms or an answer there. */
function createAllowedAddresses() {
  const allowed = new Map<string, number>()
  return {
    isAllowed: (url: string) => allowed.has(url),
    /** Runs `ask` while the wallet may contact this address. */
    async whileAllowed<Result>(url: string, ask: () => Promise<Result>): Promise<Result> {
      allowed.set(url, (allowed.get(url) ?? 0) + 1)
      try {
        return await ask()
      } finally {
        const others = (allowed.get(url) ?? 1) - 1
        if (others === 0) allowed.delete(url)
        else allowed.set(url, others)
      }
    },
  }
}
