import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import type { TypedDataDefinition } from 'viem'
import * as z from 'zod'

const record = z.record(z.string(), z.unknown())
/** The library's own check wants a time above zero, which a claim of a payment channel does not have. */
const terms = z.object({
  scheme: z.string(),
  network: z.string(),
  asset: z.string(),
  amount: z.string(),
  payTo: z.string(),
  maxTimeoutSeconds: z.number(),
})
const payment = z.object({ x402Version: z.literal(2), accepted: terms, payload: record })

/** What a merchant asks of a facilitator (x402 v2, facilitator API). */
export const facilitatorRequestSchema = z.object({
  x402Version: z.literal(2),
  paymentPayload: z.custom<PaymentPayload>(value => payment.safeParse(value).success),
  paymentRequirements: z.custom<PaymentRequirements>(value => terms.safeParse(value).success),
})

const typedData = z.object({ domain: record, types: record, primaryType: z.string(), message: record })

/** Typed data as every scheme has it signed (EIP-712). Whether it makes sense shows when it is hashed. */
export const typedDataSchema = z.custom<TypedDataDefinition>(value => typedData.safeParse(value).success)
