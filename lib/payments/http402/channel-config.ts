import * as z from 'zod/mini'
import { addressSchema, hashSchema } from '@/lib/values/hex'

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
