import type { Hash } from 'viem'
import type { PaymentRecord } from '@/lib/database/payment-records'
import type { Http402Parts } from './types'

/** How a nonce was used that the chain says was used. */
export type Use =
  /** `amount` in the token's smallest unit. */
  | { how: 'taken'; amount: bigint; hash: Hash | null }
  /** Taken back. `isFinal`: a final block says so. */
  | { how: 'cancelled'; isFinal: boolean }
  /** The logs that could be read do not say. */
  | { how: 'unknown' }
  /** The wallet is locked, or the chain could not be asked. */
  | { how: 'unread' }
  /** The ledger has no row of it: no log will ever be found. */
  | { how: 'unrecorded' }

/**
 * Reads from the ledger, which reads the chain's logs, how a payment was used. What goes wrong is reported, and the use
 * is `unread`.
 */
export function createUses({
  database,
  faults,
  isUnlocked,
  ledger,
}: Pick<Http402Parts, 'database' | 'faults' | 'isUnlocked' | 'ledger'>): (row: PaymentRecord) => Promise<Use> {
  /** By payment, the row of the ledger for what it signed: to find it, all rows are read. */
  const known = new Map<string, string>()

  async function authorizationOf(id: string): Promise<string | undefined> {
    if (!known.has(id)) {
      const all = await database.getAll('authorizations')
      // A permit for Permit2 moves nothing, and the voucher of a deposit comes after it.
      const first = all.find(({ paymentId, kind }) => paymentId === id && kind !== 'permit')
      if (first !== undefined) known.set(id, first.id)
    }
    return known.get(id)
  }

  async function read(id: string): Promise<Use> {
    const authorization = await authorizationOf(id)
    const checked = authorization === undefined ? undefined : await ledger.check(authorization)
    if (checked === undefined) return { how: 'unrecorded' }
    const { evidence, isClosed, isProvisional, state, used } = checked
    const taken = evidence.find(({ event }) => event === 'taken')
    if (taken !== undefined) return { how: 'taken', amount: used, hash: taken.hash }
    if (state === 'cancelled' && !isProvisional) return { how: 'cancelled', isFinal: isClosed }
    return { how: 'unknown' }
  }

  return async ({ id }) => {
    if (!(await isUnlocked())) return { how: 'unread' }
    return read(id).catch((error: unknown) => {
      faults.report('payments', error)
      return { how: 'unread' }
    })
  }
}
