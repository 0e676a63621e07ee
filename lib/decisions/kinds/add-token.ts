import type { Address } from 'viem'
import * as z from 'zod/mini'
import { addressSchema } from '@/lib/base/hex-schemas'
import { asksOnly, type DecisionKind, requestSchema } from './kind'
import { valued } from './results'

declare module '@/lib/language/requests' {
  interface Requests {
    'add-token': { address: Address; symbol: string; decimals: number }
  }
}

/** A token for the list (EIP-747). */
export const addToken: DecisionKind<'add-token'> = {
  ...asksOnly,
  schema: requestSchema('add-token', () => ({
    address: addressSchema,
    symbol: z.string(),
    decimals: z.int().check(z.gte(0), z.lte(255)),
  })),
  assessed: request => ({ kind: 'token', request }),
  async carryOut({ address }, { networkId, requester }, { tokens }) {
    await tokens.add(networkId, address, requester.kind === 'site' ? 'site' : 'person')
    return valued(true)
  },
}
