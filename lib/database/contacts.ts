import type { Address } from 'viem'
import type { Clock } from '@/lib/values/clock'
import { lowerCaseAddress } from '@/lib/values/hex'
import { createListeners } from '@/lib/values/listeners'
import { committed } from './committed'
import type { Database } from './open'
import { type ContactRecord, contactRecordSchema } from './payment-records'

export interface Contacts {
  /** By name. */
  list(): Promise<ContactRecord[]>
  /** Gives names to addresses, new or known, all of them or none. */
  name(contacts: readonly { address: Address; name: string }[]): Promise<void>
  remove(address: Address): Promise<void>
  onChange(listener: () => void): () => void
}

/** Names a person gave to other people's addresses. */
export function createContacts({ database, clock }: { database: Database; clock: Clock }): Contacts {
  const listeners = createListeners<[]>()
  return {
    async list() {
      const rows = await database.getAll('contacts')
      return rows
        .flatMap(row => {
          const parsed = contactRecordSchema.safeParse(row)
          // In a list, a damaged row hides only itself.
          return parsed.success ? [parsed.data] : []
        })
        .sort((a, b) => a.name.localeCompare(b.name))
    },
    async name(contacts) {
      const transaction = database.transaction('contacts', 'readwrite')
      const named = contacts.map(({ address, name }) => ({ address: lowerCaseAddress(address), name }))
      const known = await Promise.all(named.map(({ address }) => transaction.store.get(address)))
      const createdAt = (index: number) => known[index]?.createdAt ?? clock.now()
      await committed(
        transaction,
        named.map((contact, index) => transaction.store.put({ ...contact, createdAt: createdAt(index) })),
      )
      listeners.tell()
    },
    async remove(address) {
      await database.delete('contacts', lowerCaseAddress(address))
      listeners.tell()
    },
    onChange: listeners.add,
  }
}
