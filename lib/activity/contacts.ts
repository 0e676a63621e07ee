import type { Address } from 'viem'
import type { Clock } from '@/lib/base/clock'
import { lowerCaseAddress } from '@/lib/base/hex'
import { createListeners } from '@/lib/base/listeners'
import { committed } from '@/lib/storage/committed'
import type { Database } from '@/lib/storage/open'
import { type ContactRecord, contactRecordSchema } from '@/lib/storage/payment-records'

export interface Contacts {
  /** By name. Read once in a worker's life, unless something changes: each row is decrypted. */
  list(): Promise<readonly ContactRecord[]>
  /** Gives names to addresses, new or known, all of them or none. */
  name(contacts: readonly { address: Address; name: string }[]): Promise<void>
  remove(address: Address): Promise<void>
  /** Forgets what was read: the wallet was locked, or the store was emptied. */
  forget(): void
  onChange(listener: () => void): () => void
}

/** Names a person gave to other people's addresses. */
export function createContacts({ database, clock }: { database: Database; clock: Clock }): Contacts {
  const listeners = createListeners<[]>()
  let known: Promise<readonly ContactRecord[]> | null = null

  async function readAll(): Promise<readonly ContactRecord[]> {
    const rows = await database.getAll('contacts')
    return rows
      .flatMap(row => {
        const parsed = contactRecordSchema.safeParse(row)
        // In a list, a damaged row hides only itself.
        return parsed.success ? [parsed.data] : []
      })
      .sort((a, b) => a.name.localeCompare(b.name))
  }

  /** A reading that began before the change is kept no longer. */
  function changed(): void {
    known = null
    listeners.tell()
  }

  return {
    async list() {
      known ??= readAll()
      const reading = known
      return reading.catch(error => {
        if (known === reading) known = null
        throw error
      })
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
      changed()
    },
    async remove(address) {
      await database.delete('contacts', lowerCaseAddress(address))
      changed()
    },
    forget() {
      known = null
    },
    onChange: listeners.add,
  }
}
