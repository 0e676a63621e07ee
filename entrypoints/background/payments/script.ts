import { laterScript } from '../later-script'
import type { toLimitProof } from './limit-proof'
import type { createPayments } from './payments'

/** Payments are a quarter of the worker's code, and most of its lives need none of it: it is read when the first of them does. */
export const paymentsScript = laterScript<{
  createPayments: typeof createPayments
  toLimitProof: typeof toLimitProof
}>('/payments.js')
