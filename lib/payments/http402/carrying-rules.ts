import type { Browser } from 'wxt/browser'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import { headerNameOf } from './payload'
import { signInHeader } from './sign-ins'

type Rule = Browser.declarativeNetRequest.Rule

/**
 * Signs of a plain URL filter. Chromium refuses a regular expression above 2 KB of memory: a longer address without
 * these signs is a plain filter.
 */
const filterSigns = /[*^|#]/

/** Rules see an address with its fragment. That of a page's own request is the payment's id (`lib/page/pay.ts`). */
function fragmentOf({ id, carrier }: PaymentRecord): string {
  return carrier === 'request' ? `#${id}` : ''
}

/** The regular expression of the address that is paid for. */
export function regexOf(payment: PaymentRecord): string {
  return `^${payment.url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}${fragmentOf(payment) || '(#.*)?'}$`
}

/**
 * The rules of the browser that carry a payment.
 * @param isSupported whether the browser takes the regular expression of `regexOf`
 * @throws Error where no rule can name the address
 */
export function rulesOf(payment: PaymentRecord, tabId: number, isSupported: boolean): Rule[] {
  const { id, url, payload, method, carrier, state } = payment
  if (!isSupported && filterSigns.test(url)) throw new Error('no rule can name this address')
  const header = state === 'signing-in' ? signInHeader : headerNameOf(payment)
  const rule: Rule = {
    id: ruleId(id),
    priority: 1,
    action: {
      type: 'modifyHeaders',
      requestHeaders: [{ header, operation: 'set', value: payload ?? '' }],
      responseHeaders: [{ header: 'Server-Timing', operation: 'append', value: `prelude;desc="${id}"` }],
    },
    condition: {
      ...(isSupported ? { regexFilter: regexOf(payment) } : { urlFilter: `|${url}${fragmentOf(payment)}|` }),
      isUrlFilterCaseSensitive: true,
      // A request that goes through the page's service worker has no tab: TAB_ID_NONE.
      tabIds: carrier === 'request' ? [tabId, -1] : [tabId],
      resourceTypes: [carrier === 'navigation' ? 'main_frame' : 'xmlhttprequest'],
      requestMethods: [method.toLowerCase() as Browser.declarativeNetRequest.RequestMethod],
    },
  }
  return carrier === 'navigation' ? [rule, markRule(payment, tabId)] : [rule]
}

/** Marks whatever page the tab is answered with, so that the target of a redirect shows which payment led to it. */
function markRule({ id }: PaymentRecord, tabId: number): Rule {
  return {
    id: markRuleId(id),
    priority: 1,
    action: {
      type: 'modifyHeaders',
      responseHeaders: [{ header: 'Server-Timing', operation: 'append', value: `prelude;desc="${id}"` }],
    },
    condition: { tabIds: [tabId], resourceTypes: ['main_frame'] },
  }
}

/** The id of a rule from the first 28 bits of the payment's UUID: two payments in flight hardly share them. */
function ruleId(paymentId: string): number {
  return Number.parseInt(paymentId.replace(/[^0-9a-f]/g, '').slice(0, 7), 16) + 1
}

function markRuleId(paymentId: string): number {
  return ruleId(paymentId) + 2 ** 28
}

/** The ids of the rules of a payment. */
export function ruleIds(paymentId: string): number[] {
  return [ruleId(paymentId), markRuleId(paymentId)]
}
