import type { PaymentRecord } from '@/lib/database/payment-records'
import type { Door } from '@/lib/rpc/door'
import { headerNameOf } from './payload'
import { wantedBy } from './read-terms'
import type { PageAnswer } from './types'

/**
 * Sends the payload of a payment once more, from here, where its answer can be read: of a page that was loaded only the
 * status can be seen, and why a voucher was refused stands in a header.
 * @throws RpcError when the address cannot be reached
 */
export async function askWhy(
  door: Door,
  payment: Pick<PaymentRecord, 'accepted' | 'payload' | 'terms' | 'url' | 'version'>,
): Promise<PageAnswer> {
  const headers = { accept: 'application/json', [headerNameOf(payment)]: payment.payload ?? '' }
  const response = await door.fetch(payment.url, { method: 'GET', headers })
  const wanted = wantedBy(response)
  return {
    status: response.status,
    settlement: response.headers.get('payment-response') ?? response.headers.get('payment-receipt'),
    terms: wanted.kind === 'terms' ? wanted.json : null,
  }
}
