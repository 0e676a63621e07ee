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

/** As `withNonceLock` for several accounts, taken in one order by everybody: nobody waits for one who waits for him. */
export function withNonceLocks<T>(
  locks: Locks,
  chainId: number,
  accounts: readonly Address[],
  work: () => Promise<T>,
): Promise<T> {
  const ordered = accounts.map(lowerCaseAddress).toSorted()
  return ordered.reduceRight<() => Promise<T>>(
    (inner, from) => () => withNonceLock(locks, { chainId, from }, inner),
    work,
  )()
}

/** @returns the key of the slot in the store `nonces` */
export function slotKey({ chainId, epoch, from }: NonceSlot): string {
  return `${chainId}:${epoch}:${lowerCaseAddress(from)}`
}
