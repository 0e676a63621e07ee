import {
  authorizationRecordSchema,
  captureRecordSchema,
  paymentCapRecordSchema,
  paymentLimitRecordSchema,
  paymentRecordSchema,
  paymentRequestRecordSchema,
  paymentSiteRecordSchema,
  payoutRecordSchema,
  refundRecordSchema,
  transferCursorRecordSchema,
  transferRecordSchema,
} from './payment-records'

/** The shapes of the rows that payments leave, by store; `inspection.ts` has those of the others. */
export const paymentRowSchemas = {
  authorizations: authorizationRecordSchema,
  payments: paymentRecordSchema,
  paymentSites: paymentSiteRecordSchema,
  paymentCaps: paymentCapRecordSchema,
  paymentLimits: paymentLimitRecordSchema,
  transfers: transferRecordSchema,
  transferCursors: transferCursorRecordSchema,
  paymentRequests: paymentRequestRecordSchema,
  captures: captureRecordSchema,
  refunds: refundRecordSchema,
  payouts: payoutRecordSchema,
}
