import { createListeners } from '@/lib/base/listeners'
import { committed } from '@/lib/storage/committed'
import type { Database } from '@/lib/storage/open'
import { type PaymentRecord, type PaymentSiteRecord, paymentRecordSchema } from '@/lib/storage/payment-records'
import type { PreludeSchema } from '@/lib/storage/stores'

/** States in which the fate of a signed payload is still open. */
export const openStates = ['signed', 'sent', 'unproven'] as const

export interface PaymentRows {
  get(id: string): Promise<PaymentRecord | undefined>
  all(): Promise<PaymentRecord[]>
  inState(...states: readonly PaymentRecord['state'][]): Promise<PaymentRecord[]>
  add(row: PaymentRecord): Promise<void>
  /** Takes back an offer that nobody was asked about, as if it had not been made. What was signed stays. */
  withdraw(id: string): Promise<void>
  /** Deletes those that are refused offers of which nothing was signed. */
  forgetRefused(ids: readonly string[]): Promise<void>
  /**
   * One strict transaction. `step` gets the row as it is and returns what it becomes, or `null` to leave it.
   * Resolves with the row as it stands afterwards.
   */
  change(id: string, step: (row: PaymentRecord) => Partial<PaymentRecord> | null): Promise<PaymentRecord | undefined>
  /**
   * Does what `change` does, for what was signed and what its decision allowed besides: both in one transaction.
   * @param allowed gets the row of that key so far; `null` leaves it as it is
   */
  sign<Store extends 'paymentLimits' | 'paymentSites'>(
    id: string,
    step: (row: PaymentRecord) => Partial<PaymentRecord> | null,
    allowed: { store: Store; key: string; step(known: Allowed<Store> | undefined): Allowed<Store> | null },
  ): Promise<void>
  site(origin: string): Promise<PaymentSiteRecord | undefined>
  changeSite(origin: string, step: (site: PaymentSiteRecord) => PaymentSiteRecord): Promise<void>
  onChange(listener: (row: PaymentRecord) => void): () => void
  /** Called with the id of a row that was deleted. */
  onDelete(listener: (id: string) => void): () => void
}

/** What a decision can allow besides, by its store. */
type Allowed<Store extends 'paymentLimits' | 'paymentSites'> = PreludeSchema[Store]['value']

/** The journal of payments. What is written is on disk before its promise resolves. */
export function createPaymentRows(database: Database, now: () => number): PaymentRows {
  const listeners = createListeners<[row: PaymentRecord]>()
  const deletions = createListeners<[id: string]>()

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
      const isOffered = (await transaction.store.get(id))?.state === 'offered'
      if (isOffered) await transaction.store.delete(id)
      await transaction.done
      if (isOffered) deletions.tell(id)
    },
    async forgetRefused(ids) {
      const transaction = database.transaction('payments', 'readwrite')
      const deleted: string[] = []
      for (const id of ids) {
        const [row] = readable(await transaction.store.get(id))
        if (row?.state !== 'refused' || row.signedAt !== null) continue
        await transaction.store.delete(id)
        deleted.push(id)
      }
      await transaction.done
      for (const id of deleted) deletions.tell(id)
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
    async sign(id, step, allowed) {
      const transaction = database.transaction(['payments', allowed.store], 'readwrite', { durability: 'strict' })
      const [row] = readable(await transaction.objectStore('payments').get(id))
      const change = row === undefined ? null : step(row)
      if (row === undefined || change === null) return transaction.done
      const changed = { ...row, ...change }
      const others = transaction.objectStore(allowed.store)
      const other = allowed.step(await others.get(allowed.key))
      await committed(transaction, [
        transaction.objectStore('payments').put(changed),
        other === null ? undefined : others.put(other),
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
    onDelete: deletions.add,
  }
}

/** In a list, a damaged row hides only itself. */
function readable(row: unknown): PaymentRecord[] {
  const parsed = paymentRecordSchema.safeParse(row)
  return parsed.success ? [parsed.data] : []
}
