import type { Address } from 'viem'
import { lowerCaseAddress } from '@/lib/values/hex'

/** One sequence of nonces: of an address, on a chain, in an epoch. */
export interface NonceSlot {
  chainId: number
  epoch: number
  from: Address
}

/** The part of `navigator.locks` that is used: one holder per name across all contexts of the extension. */
export interface Locks {
  request<T>(name: string, callback: () => Promise<T>): Promise<T>
}

/** Runs `work` while no other taker of nonces of this chain and address runs (invariant 5). */
export function withNonceLock<T>(
  locks: Locks,
  { chainId, from }: Pick<NonceSlot, 'chainId' | 'from'>,
  work: () => Promise<T>,
): Promise<T> {
  return locks.request(`nonce ${chainId}:${lowerCaseAddress(from)}`, work)
}

/** @returns the key of the slot in the store `nonces` */
export function slotKey({ chainId, epoch, from }: NonceSlot): string {
  return `${chainId}:${epoch}:${lowerCaseAddress(from)}`
}
