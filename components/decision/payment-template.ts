import { pluralTemplate, template } from '@/components/i18n'
import type { PaymentCall } from '@/lib/reading/calls/payment-calls'

/** The sentence for the call of a payment contract, unfilled; one that counts is in the form for its count. */
export function paymentTemplate({ code, values }: Pick<PaymentCall, 'code' | 'values'>): string {
  return values.count === undefined ? template(`does_${code}`) : pluralTemplate(`does_${code}`, Number(values.count))
}
