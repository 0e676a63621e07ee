import * as z from 'zod/mini'
import { addressSchema, hashSchema } from '@/lib/base/hex-schemas'
import { networkIdSchema } from '@/lib/base/network-id'
import { paymentWays } from '@/lib/storage/payment-records'

/** A payment channel of the scheme `batch-settlement`: the parameters by which its contract knows it. */
export const channelConfigSchema = z.object({
  payer: addressSchema,
  payerAuthorizer: addressSchema,
  receiver: addressSchema,
  receiverAuthorizer: addressSchema,
  token: addressSchema,
  withdrawDelay: z.number(),
  salt: hashSchema,
})
export type ChannelConfig = z.infer<typeof channelConfigSchema>

/** A payment that is decided upon: exactly this is signed, and nothing that is not in it. */
const planSchema = z.lazy(() =>
  z.object({
    /** Place in `accepts`. */
    accepted: z.number(),
    way: z.enum(paymentWays),
    networkId: networkIdSchema,
    /** The chain id that is signed. */
    chainId: z.number(),
    token: addressSchema,
    payee: addressSchema,
    /** Decimal text: what it puts at stake. */
    amount: z.string(),
    /** Unix seconds, decimal text. */
    validBefore: z.string(),
    /** What the chain will say was used: nonce of the token or of Permit2, or the channel. */
    nonce: z.string(),
    /** JSON texts; each has one signature. A permit for Permit2 is the last. */
    typedData: z.array(z.string()),
    /** For `deposit`: the nonce of its authorization is computed from it and the channel. */
    depositSalt: z._default(z.nullable(hashSchema), null),
    /** For `deposit` and `voucher`: decimal texts of what is charged before, and may be claimed with this. */
    channel: z.nullable(
      z.object({ channelId: hashSchema, config: channelConfigSchema, charged: z.string(), cumulative: z.string() }),
    ),
    /** What Approve allows besides this payment: decimal texts. */
    limit: z._default(z.nullable(z.object({ most: z.string(), perDay: z.string() })), null),
  }),
)
export type PaymentPlan = z.infer<typeof planSchema>

/** A sign-in that is decided upon, in the place of a payment: exactly this message is signed. */
const signInPlanSchema = z.lazy(() =>
  z.object({
    message: z.string(),
    chainId: z.number(),
    /** Approve allows the page's next sign-ins to this seller with this account. */
    keeps: z.boolean(),
  }),
)
export type SignInPlan = z.infer<typeof signInPlanSchema>

/** The plan of a sign-in; `null` for that of a payment. */
export function readSignInPlan(json: string): SignInPlan | null {
  const read = signInPlanSchema.safeParse(JSON.parse(json))
  return read.success ? read.data : null
}

/** @throws ZodError where the text is no plan of a payment */
export function readPlan(json: string): PaymentPlan {
  const plan = JSON.parse(json)
  // Made by a version that knew one network of each chain.
  return planSchema.parse({ networkId: plan?.chainId, ...plan })
}
