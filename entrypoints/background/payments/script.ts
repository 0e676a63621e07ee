import type { paymentRowSchemas } from '@/lib/storage/payment-shapes'
import { laterScript } from '../later-scripts'
import type { createPayments } from './payments'

/**
 * Payments are a quarter of the worker's code, and most starts of the worker do not need them: loaded with the first
 * use.
 */
export const paymentsScript = laterScript<{
  createPayments: typeof createPayments
  paymentRowSchemas: typeof paymentRowSchemas
}>('/payments.js')
