import * as z from 'zod/mini'
import { accessListSchema } from '@/lib/base/access-list'
import { conditionsSchema } from '@/lib/base/conditions'
import { addressSchema, hexSchema, quantitySchema } from '@/lib/base/hex-schemas'

/** A transaction as requested. The wallet fills in absent fields. */
export const transactionRequestSchema = z.lazy(() =>
  z.strictObject({
    to: z.nullable(addressSchema),
    value: quantitySchema,
    data: hexSchema,
    /** Absent instead of empty. */
    accessList: z.exactOptional(accessListSchema),
    gas: z.exactOptional(quantitySchema),
    maxFeePerGas: z.exactOptional(quantitySchema),
    maxPriorityFeePerGas: z.exactOptional(quantitySchema),
    nonce: z.exactOptional(z.int().check(z.gte(0))),
    /**
     * Type 0x4: with an authorization that makes the account run the code of this contract, or none (the zero
     * address). Only the wallet sets it (EIP-7702).
     */
    delegate: z.exactOptional(addressSchema),
    /** With `delegate`: the own account that authorizes, where it is not the sender. The call is of that account. */
    authority: z.exactOptional(addressSchema),
    /** Without all of which the network does not include it. */
    conditions: z.exactOptional(conditionsSchema),
    /** Set once the wallet or the person changed the allowance that this call gives. */
    allowance: z.exactOptional(
      z.strictObject({
        /** `data` as the site sent it. */
        asked: hexSchema,
        /**
         * The amount that the wallet proposed, in the token's smallest unit: the account's balance, or the sum that
         * the later calls take. `null` if it proposed none.
         */
        proposed: z.nullable(z.strictObject({ amount: quantitySchema, from: z.enum(['balance', 'calls']) })),
      }),
    ),
  }),
)
export type TransactionRequest = z.infer<typeof transactionRequestSchema>
