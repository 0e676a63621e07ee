import type { Address } from 'viem'
import * as z from 'zod/mini'
import { addressSchema } from '@/lib/base/hex-schemas'
import { asksOnly, type DecisionKind, requestSchema } from './kind'
import { accountOf, valued } from './results'

declare module '@/lib/language/requests' {
  interface Requests {
    /** `id` is decimal text; name and standard are the contract's. */
    'add-item': { address: Address; id: string; name: string; standard: 'erc721' | 'erc1155' }
  }
}

/** An item of a collection for the list (EIP-747). */
export const addItem: DecisionKind<'add-item'> = {
  ...asksOnly,
  schema: requestSchema('add-item', () => ({
    address: addressSchema,
    id: z.string().check(z.regex(/^\d{1,78}$/)),
    name: z.string(),
    standard: z.enum(['erc721', 'erc1155']),
  })),
  assessed: () => null,
  async carryOut({ address, id }, approval, { items }) {
    await items.add(approval.networkId, { address, id: BigInt(id) }, accountOf(approval))
    return valued(true)
  },
}
