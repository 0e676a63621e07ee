import type * as z from 'zod/mini'
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
import type { PreludeSchema, StoreShapedBy } from './stores'

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
} satisfies { [Name in StoreShapedBy<'payments'>]: z.ZodMiniType<PreludeSchema[Name]['value']> }
