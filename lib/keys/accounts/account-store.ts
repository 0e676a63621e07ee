import type { Address } from 'viem'
import { committed } from '@/lib/storage/committed'
import type { Database } from '@/lib/storage/open'
import type { AccountRecord } from '@/lib/storage/records'
import { readAccounts } from './account-rows'
import { accountOf } from './private-keys'

/** The rows of the accounts. They hold no secret. */
export interface AccountStore {
  /** In the order of the person: all, or those with these addresses (lower case). */
  rows(only?: readonly Address[]): Promise<AccountRecord[]>
  /** Writes the rows in one strict transaction. */
  put(accounts: readonly AccountRecord[]): Promise<void>
  remove(address: Address): Promise<void>
  /** @throws Failure `account-unknown` */
  change(address: Address, difference: Partial<Pick<AccountRecord, 'name' | 'hidden'>>): Promise<void>
}

export function createAccountStore({ database, onChange }: { database: Database; onChange(): void }): AccountStore {
  async function put(accounts: readonly AccountRecord[]): Promise<void> {
    if (accounts.length === 0) return
    const transaction = database.transaction('accounts', 'readwrite', { durability: 'strict' })
    await committed(
      transaction,
      accounts.map(account => transaction.store.put(account)),
    )
    onChange()
  }

  return {
    async rows(only) {
      if (only === undefined) return readAccounts(await database.getAll('accounts'))
      return readAccounts(await Promise.all(only.map(address => database.get('accounts', address))))
    },
    put,
    async remove(address) {
      await database.delete('accounts', address)
      onChange()
    },
    async change(address, difference) {
      await put([{ ...(await accountOf(database, address)), ...difference }])
    },
  }
}
