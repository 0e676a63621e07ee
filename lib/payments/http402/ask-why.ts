import type { PaymentRecord } from '@/lib/database/payment-records'
import { headerNameOf, paymentHeaders } from './payload'
import { wantedBy } from './read-terms'
import type { PageAnswer, PaymentTransport } from './types'

/**
 * Has the refused page of a payment send its payload once more, so that the answer can be read: of a page that was
 * loaded only the status can be seen. If the payment is taken now, the page shows what was paid for.
 * @returns `null` where the page is gone: nothing was asked
 */
export async function askWhy(
  carrier: Pick<PaymentTransport, 'ask'>,
  payment: Pick<PaymentRecord, 'accepted' | 'payload' | 'tabId' | 'terms' | 'url' | 'version'>,
): Promise<PageAnswer | null> {
  const { payload, tabId, url } = payment
  if (tabId === null || payload === null) return null
  const header = headerNameOf(payment)
  // Version 2 gives its reason in a header, with whatever is asked for: the answer shall be a page. The others give it
  // in a body of JSON.
  const accept = header === paymentHeaders[2] ? 'text/html,application/json;q=0.9' : 'application/json'
  const answer = await carrier.ask(tabId, url, { accept, header, value: payload })
  if (answer === null) return null
  const wanted = wantedBy(answer)
  return {
    status: answer.status,
    settlement: answer.headers.get('payment-response') ?? answer.headers.get('payment-receipt'),
    terms: wanted.kind === 'terms' ? wanted.json : null,
  }
}
