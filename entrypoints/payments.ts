import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { toLimitProof } from './background/payments/limit-proof'
import { announcePayments } from './background/payments/load'
import { createPayments } from './background/payments/payments'

/** The worker's other half: what it knows of payments, loaded when somebody first pays, looks or waits for one. */
export default defineUnlistedScript(() => announcePayments({ createPayments, toLimitProof }))
