import type { PaymentRecord } from '@/lib/storage/payment-records'
import type { ShownPage } from './types'

/**
 * True if the tab still shows the unpaid page of a payment, so that loading it again takes nothing from the person: the
 * same address, answered with 402, with an error, or with this payment.
 */
export function isUnpaidPage(
  shown: ShownPage | 'loading' | null,
  { id, url }: Pick<PaymentRecord, 'id' | 'url'>,
): boolean {
  if (shown === null || shown === 'loading' || shown.url !== url) return false
  return shown.mark === id || shown.status === 402 || shown.status >= 500
}

/** True if the page is where the paid request was redirected to: a reload that began with the payment. */
export function isRedirectedAnswer(
  shown: ShownPage | 'loading' | null,
  { id, url }: Pick<PaymentRecord, 'id' | 'url'>,
): boolean {
  return shown !== null && shown !== 'loading' && shown.mark === id && shown.url !== url && shown.isReload
}
