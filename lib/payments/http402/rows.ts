import { committed } from '@/lib/database/committed'
import type { Database } from '@/lib/database/open'
import {
  type PaymentLimitRecord,
  type PaymentRecord,
  type PaymentSiteRecord,
  paymentRecordSchema,
} from '@/lib/database/payment-records'
import { createListeners } from '@/lib/values/listeners'

/** States in which the fate of a signed payload is still open. */
export const openStates = ['signed', 'sent', 'unproven'] as const

export interface PaymentRows {
  get(id: string): Promise<PaymentRecord | undefined>
  all(): Promise<PaymentRecord[]>
  inState(...states: readonly PaymentRecord['state'][]): Promise<PaymentRecord[]>
  add(row: PaymentRecord): Promise<void>
  /** Of an offer that nobody was asked about: as if it had not been made. What was signed stays. */
  withdraw(id: string): Promise<void>
  /**
   * One strict transaction. `step` gets the row as it is and returns what it becomes, or `null` to leave it.
   * Resolves with the row as it stands afterwards.
   */
  change(id: string, step: (row: PaymentRecord) => Partial<PaymentRecord> | null): Promise<PaymentRecord | undefined>
  /**
   * As `change`, for a payment that was signed, and the limit that its decision allowed: both in one transaction.
   * @param limit gets the limit of that key so far; `null` leaves it as it is
   */
  sign(
    id: string,
    step: (row: PaymentRecord) => Partial<PaymentRecord> | null,
    limit: { key: string; step: (known: PaymentLimitRecord | undefined) => PaymentLimitRecord | null },
  ): Promise<void>
  site(origin: string): Promise<PaymentSiteRecord | undefined>
  changeSite(origin: string, step: (site: PaymentSiteRecord) => PaymentSiteRecord): Promise<void>
  onChange(listener: (row: PaymentRecord) => void): () => void
}

/** The journal of payments. What is written is on disk before its promise resolves. */
export function createPaymentRows(database: Database, now: () => number): PaymentRows {
  const listeners = createListeners<[row: PaymentRecord]>()

  async function all(): Promise<PaymentRecord[]> {
    return (await database.getAll('payments')).flatMap(readable)
  }

  return {
    all,
    get: async id => readable(await database.get('payments', id))[0],
    async inState(...states) {
      const found = await Promise.all(states.map(state => database.getAllFromIndex('payments', 'state', state)))
      return found.flat().flatMap(readable)
    },
    async add(row) {
      const transaction = database.transaction('payments', 'readwrite', { durability: 'strict' })
      await committed(transaction, [transaction.store.add(row)])
      listeners.tell(row)
    },
    async withdraw(id) {
      const transaction = database.transaction('payments', 'readwrite', { durability: 'strict' })
      if ((await transaction.store.get(id))?.state === 'offered') await transaction.store.delete(id)
      await transaction.done
    },
    async change(id, step) {
      const transaction = database.transaction('payments', 'readwrite', { durability: 'strict' })
      const [row] = readable(await transaction.store.get(id))
      const change = row === undefined ? null : step(row)
      if (row === undefined || change === null) {
        await transaction.done
        return row
      }
      const changed = { ...row, ...change }
      await committed(transaction, [transaction.store.put(changed)])
      listeners.tell(changed)
      return changed
    },
    async sign(id, step, limit) {
      const transaction = database.transaction(['payments', 'paymentLimits'], 'readwrite', { durability: 'strict' })
      const [row] = readable(await transaction.objectStore('payments').get(id))
      const change = row === undefined ? null : step(row)
      if (row === undefined || change === null) return transaction.done
      const changed = { ...row, ...change }
      const limits = transaction.objectStore('paymentLimits')
      const allowed = limit.step(await limits.get(limit.key))
      await committed(transaction, [
        transaction.objectStore('payments').put(changed),
        allowed === null ? undefined : limits.put(allowed),
      ])
      listeners.tell(changed)
    },
    site: origin => database.get('paymentSites', origin),
    async changeSite(origin, step) {
      const transaction = database.transaction('paymentSites', 'readwrite', { durability: 'strict' })
      const known = await transaction.store.get(origin)
      const site = known ?? { origin, switchedOn: false, payees: [], createdAt: now() }
      await committed(transaction, [transaction.store.put(step(site))])
    },
    onChange: listeners.add,
  }
}

/** In a list, a damaged row hides only itself. */
function readable(row: unknown): PaymentRecord[] {
  const parsed = paymentRecordSchema.safeParse(row)
  return parsed.success ? [parsed.data] : []
}
