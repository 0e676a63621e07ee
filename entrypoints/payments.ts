import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { paymentRowSchemas } from '@/lib/storage/payment-shapes'
import { createPayments } from './background/payments/payments'
import { paymentsScript } from './background/payments/script'

/** What the worker knows of payments, loaded when somebody first pays, looks or waits for one. */
export default defineUnlistedScript(() => paymentsScript.announce({ createPayments, paymentRowSchemas }))
