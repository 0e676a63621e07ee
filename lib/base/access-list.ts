import type { Address, Hex } from 'viem'
import * as z from 'zod/mini'
import { addressSchema, hashSchema } from './hex-schemas'

/**
 * What a transaction names beforehand of what it will touch (EIP-2930 §Specification): addresses of 20 bytes, and of
 * each the storage keys, words of 32 bytes. Its order is signed with it, and the same one may be in it twice.
 */
export type AccessList = readonly { address: Address; storageKeys: readonly Hex[] }[]

export const accessListSchema: z.ZodMiniType<AccessList> = z.lazy(() =>
  z.array(z.strictObject({ address: addressSchema, storageKeys: z.array(hashSchema) })),
)

/** How many of each are in it. */
export function accessListSize(accessList: AccessList): { addresses: number; storageKeys: number } {
  return {
    addresses: accessList.length,
    storageKeys: accessList.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0),
  }
}
