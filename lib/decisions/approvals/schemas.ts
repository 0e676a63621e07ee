import * as z from 'zod/mini'
import { addressSchema, quantitySchema } from '@/lib/base/hex-schemas'

/** Schemas of the JSON texts in a stored approval (invariant 8). That of the request is its kind's. */

export const shownSchema = z.lazy(() =>
  z.strictObject({
    /** Wei; `null` if nothing is paid, or if it is not known yet: then a transaction cannot be approved. */
    feeCeiling: z.nullable(quantitySchema),
    /**
     * Wei that the L1 and the operator fee may have risen to when it is approved, rounded up; absent where there are
     * none. A signature does not limit them.
     */
    addedFeeCeiling: z.exactOptional(quantitySchema),
    fee: z.nullable(
      z.strictObject({
        maxFeePerGas: quantitySchema,
        maxPriorityFeePerGas: quantitySchema,
        gas: quantitySchema,
        /** For `calls`: gas of each transaction, in order; `gas` is the sum. */
        gasOfCalls: z.exactOptional(z.array(quantitySchema)),
        /** On a chain without EIP-1559: type 0x0 is signed, and both fees are its gas price. */
        pricing: z.exactOptional(z.literal('legacy')),
      }),
    ),
    noncePolicy: z.nullable(z.union([z.literal('next'), z.int().check(z.gte(0))])),
    /** Status and balance changes of the simulation, as canonical text. */
    outcome: z.nullable(z.string()),
    risks: z.array(
      z.strictObject({
        code: z.string(),
        level: z.enum(['note', 'caution', 'danger']),
        values: z.record(z.string(), z.string()),
      }),
    ),
    /** For `payment`: JSON text of what is signed. Without it the payment cannot be approved. */
    plan: z.exactOptional(z.string()),
  }),
)

export const decisionSchema = z.strictObject({
  /** For `connect`: the chosen accounts, the active one first. */
  accounts: z.exactOptional(z.array(addressSchema)),
})
