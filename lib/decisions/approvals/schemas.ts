import * as z from 'zod/mini'
import { addressSchema, quantitySchema } from '@/lib/base/hex-schemas'
import type { Decision, Shown } from './types'

/** Schemas of the JSON texts in a stored approval (invariant 8). That of the request is its kind's. */

export const shownSchema: z.ZodMiniType<Shown> = z.lazy(() =>
  z.strictObject({
    feeCeiling: z.nullable(quantitySchema),
    addedFeeCeiling: z.exactOptional(quantitySchema),
    fee: z.nullable(
      z.strictObject({
        maxFeePerGas: quantitySchema,
        maxPriorityFeePerGas: quantitySchema,
        gas: quantitySchema,
        gasOfCalls: z.exactOptional(z.array(quantitySchema)),
        pricing: z.exactOptional(z.literal('legacy')),
      }),
    ),
    noncePolicy: z.nullable(z.union([z.literal('next'), z.int().check(z.gte(0))])),
    outcome: z.nullable(z.string()),
    risks: z.array(
      z.strictObject({
        code: z.string(),
        level: z.enum(['note', 'caution', 'danger']),
        values: z.record(z.string(), z.string()),
      }),
    ),
    plan: z.exactOptional(z.string()),
  }),
)

export const decisionSchema: z.ZodMiniType<Decision> = z.strictObject({
  accounts: z.exactOptional(z.array(addressSchema)),
})
