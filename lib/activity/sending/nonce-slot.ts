import type { Address } from 'viem'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'

/** One sequence of nonces: of an address, on a chain, in an epoch. */
export interface NonceSlot {
  networkId: NetworkId
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
  { networkId, from }: Pick<NonceSlot, 'networkId' | 'from'>,
  work: () => Promise<T>,
): Promise<T> {
  return locks.request(`nonce ${networkId}:${lowerCaseAddress(from)}`, work)
}

/**
 * Does what `withNonceLock` does, for several accounts. Everybody takes the locks in one order, so no two callers wait
 * for each other.
 */
export function withNonceLocks<T>(
  locks: Locks,
  networkId: NetworkId,
  accounts: readonly Address[],
  work: () => Promise<T>,
): Promise<T> {
  const ordered = accounts.map(lowerCaseAddress).toSorted()
  return ordered.reduceRight<() => Promise<T>>(
    (inner, from) => () => withNonceLock(locks, { networkId, from }, inner),
    work,
  )()
}

/** @returns the key of the slot in the store `nonces` */
export function slotKey({ networkId, epoch, from }: NonceSlot): string {
  return `${networkId}:${epoch}:${lowerCaseAddress(from)}`
}
