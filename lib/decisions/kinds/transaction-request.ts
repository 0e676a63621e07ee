import * as z from 'zod/mini'
import { accessListSchema } from '@/lib/base/access-list'
import { addressSchema, hexSchema, quantitySchema } from '@/lib/base/hex-schemas'
import type { Shown } from '@/lib/decisions/approvals/types'
import type { ShownTransaction } from '@/lib/keys/shared/signing'
import type { TransactionRequest } from '@/lib/reading/calls/transaction-request'

export const transactionRequestSchema: z.ZodMiniType<TransactionRequest> = z.lazy(() =>
  z.strictObject({
    to: z.nullable(addressSchema),
    value: quantitySchema,
    data: hexSchema,
    accessList: z.exactOptional(accessListSchema),
    gas: z.exactOptional(quantitySchema),
    maxFeePerGas: z.exactOptional(quantitySchema),
    maxPriorityFeePerGas: z.exactOptional(quantitySchema),
    nonce: z.exactOptional(z.int().check(z.gte(0))),
    delegate: z.exactOptional(addressSchema),
    authority: z.exactOptional(addressSchema),
    allowance: z.exactOptional(
      z.strictObject({
        asked: hexSchema,
        proposed: z.nullable(z.strictObject({ amount: quantitySchema, from: z.enum(['balance', 'calls']) })),
      }),
    ),
  }),
)

/** The transaction as it was shown, with the most that its gas may cost: the keyring signs no other. */
export function toShown(
  { to, value, data, accessList, delegate, authority }: TransactionRequest,
  { feeCeiling, noncePolicy }: Shown,
): ShownTransaction {
  return {
    to,
    value: BigInt(value),
    data,
    ...(accessList === undefined ? {} : { accessList }),
    ...(delegate === undefined ? {} : { delegate }),
    ...(authority === undefined ? {} : { authority }),
    feeCeiling: BigInt(feeCeiling ?? '0x0'),
    ...(typeof noncePolicy === 'number' ? { nonce: noncePolicy } : {}),
  }
}
