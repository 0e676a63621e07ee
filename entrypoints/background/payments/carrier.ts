import { type Browser, browser } from 'wxt/browser'
import type { PaymentRecord } from '@/lib/database/payment-records'
import { paymentHeaders } from '@/lib/payments/http402/payload'
import type { PaymentTransport } from '@/lib/payments/http402/types'

/**
 * Signs of a plain URL filter. Chromium refuses a regular expression above 2 KB of memory: a longer address without
 * these signs is a plain filter.
 */
const filterSigns = /[*^|#]/

/**
 * Carries payments with declarativeNetRequest session rules, which end with the browser. A rule adds the payment header
 * to requests of one tab to one address, and marks the answer with the payment's id in `Server-Timing`, which the
 * page's navigation entry shows. The target of a redirect does not match and gets no payment.
 */
export function createCarrier(barrier: (step: string) => Promise<void>): PaymentTransport {
  return {
    async send(payment) {
      if (payment.tabId === null) throw new Error('no tab')
      await browser.tabs.get(payment.tabId)
      await browser.declarativeNetRequest.updateSessionRules({
        removeRuleIds: [ruleId(payment.id)],
        addRules: [await ruleFor(payment, payment.tabId)],
      })
      await barrier('payment-reload')
      if (payment.carrier === 'navigation') await browser.tabs.reload(payment.tabId, { bypassCache: true })
    },
    async drop(paymentId) {
      await browser.declarativeNetRequest.updateSessionRules({ removeRuleIds: [ruleId(paymentId)] })
    },
    async keepOnly(paymentIds) {
      const wanted = new Set(paymentIds.map(ruleId))
      const rules = await browser.declarativeNetRequest.getSessionRules()
      const stale = rules.flatMap(({ id }) => (wanted.has(id) ? [] : [id]))
      if (stale.length > 0) await browser.declarativeNetRequest.updateSessionRules({ removeRuleIds: stale })
    },
    async look(tabId) {
      // Rejects where the tab is gone, which is the question.
      const tab = await browser.tabs.get(tabId).catch(() => null)
      if (tab === null) return null
      if (tab.status === 'loading') return 'loading'
      const [found] = await browser.scripting
        .executeScript({ target: { tabId }, func: navigationOfPage })
        // A page that no script may look at (the browser's own, an error page) shows nothing of a payment.
        .catch(() => [undefined])
      return found?.result ?? null
    },
  }
}

/** Runs in the page: its address, the status of its answer, and the payment's mark. */
function navigationOfPage(): { url: string; status: number; mark: string | null } | null {
  const [entry] = performance.getEntriesByType('navigation')
  if (!(entry instanceof PerformanceNavigationTiming)) return null
  const mark = entry.serverTiming.find(({ name }) => name === 'prelude')?.description ?? null
  return { url: location.href.split('#', 1)[0] ?? '', status: entry.responseStatus, mark }
}

async function ruleFor(payment: PaymentRecord, tabId: number): Promise<Browser.declarativeNetRequest.Rule> {
  const { url, version, payload, method, carrier } = payment
  // Rules see the address of a tab with its fragment.
  const regexFilter = `^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(#.*)?$`
  const { isSupported } = await browser.declarativeNetRequest.isRegexSupported({
    regex: regexFilter,
    isCaseSensitive: true,
  })
  if (!isSupported && filterSigns.test(url)) throw new Error('no rule can name this address')
  return {
    id: ruleId(payment.id),
    priority: 1,
    action: {
      type: 'modifyHeaders',
      requestHeaders: [{ header: paymentHeaders[version], operation: 'set', value: payload ?? '' }],
      responseHeaders: [{ header: 'Server-Timing', operation: 'append', value: `prelude;desc="${payment.id}"` }],
    },
    condition: {
      ...(isSupported ? { regexFilter } : { urlFilter: `|${url}|` }),
      isUrlFilterCaseSensitive: true,
      tabIds: [tabId],
      resourceTypes: [carrier === 'navigation' ? 'main_frame' : 'xmlhttprequest'],
      requestMethods: [method.toLowerCase() as Browser.declarativeNetRequest.RequestMethod],
    },
  }
}

/** A rule's id from the first 28 bits of the payment's UUID: a collision of two payments in flight is improbable. */
function ruleId(paymentId: string): number {
  return Number.parseInt(paymentId.replace(/[^0-9a-f]/g, '').slice(0, 7), 16) + 1
}
