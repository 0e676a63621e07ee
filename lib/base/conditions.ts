import * as z from 'zod/mini'
import { addressSchema, quantitySchema } from './hex-schemas'

/** How what the chain has is held against the value. */
export const comparisons = ['<', '<=', '=', '!=', '>', '>='] as const

/** Nodes take no more of one transaction. */
const mostConditions = 16

/**
 * What has to hold for a transaction to be included, in the words of the method that sends it. They are neither signed
 * nor in any block: the bytes are valid without them.
 * @see docs.base.org, specifications/build-transaction/base_sendRawTransactionValidity
 */
export const conditionsSchema = z.lazy(() => {
  const compared = { op: z.enum(comparisons), value: quantitySchema }
  const ofAccount = { address: addressSchema, ...compared }
  return z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('block_number'), params: z.strictObject(compared) }),
        z.strictObject({ type: z.enum(['balance', 'nonce']), params: z.strictObject(ofAccount) }),
        z.strictObject({
          type: z.literal('storage'),
          params: z.strictObject({ slot: quantitySchema, mask: z.exactOptional(quantitySchema), ...ofAccount }),
        }),
      ]),
    )
    .check(z.minLength(1), z.maxLength(mostConditions))
})
export type Conditions = z.infer<typeof conditionsSchema>
export type Condition = Conditions[number]

/** Whether no block after this sealed one can satisfy them. */
export function areOver(conditions: Conditions, head: bigint): boolean {
  return conditions.some(({ type, params: { op, value } }) => {
    const last = op === '<' ? BigInt(value) - 1n : op === '<=' || op === '=' ? BigInt(value) : null
    return type === 'block_number' && last !== null && head >= last
  })
}
