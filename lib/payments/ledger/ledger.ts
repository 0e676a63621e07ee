import type { Address } from 'viem'
import type { Database } from '@/lib/database/open'
import type { AuthorizationRecord } from '@/lib/database/payment-records'
import type { Connection } from '@/lib/rpc/types'
import type { Clock } from '@/lib/values/clock'
import { lowerCaseAddress } from '@/lib/values/hex'
import { createListeners } from '@/lib/values/listeners'
import { authorizationRows } from './authorization-rows'
import type { Ledger } from './types'

export function createLedger(dependencies: {
  database: Database
  connectionOf(chainId: number): Connection
  epochOf(chainId: number): number
  clock: Clock
}): Ledger {
  const { database, epochOf, clock } = dependencies
  const changes = createListeners<[chainId: number]>()

  async function rows(chainId: number, account: Address): Promise<AuthorizationRecord[]> {
    const all = await database.getAllFromIndex('authorizations', 'account', [chainId, lowerCaseAddress(account)])
    return all.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
  }

  return {
    async record(given) {
      const made = authorizationRows(given, { epoch: epochOf(given.chainId), now: clock.now() })
      if (made.length === 0) return []
      const transaction = database.transaction('authorizations', 'readwrite', { durability: 'strict' })
      const kept: AuthorizationRecord[] = []
      for (const row of made) {
        const known = await transaction.store.get(row.id)
        if (known === undefined) await transaction.store.put(row)
        kept.push(known ?? row)
      }
      await transaction.done
      changes.tell(given.chainId)
      return kept
    },
    get: id => database.get('authorizations', id),
    rows,
    reconcile: async () => undefined,
    check: id => database.get('authorizations', id),
    follow: () => () => undefined,
    time: () => null,
    onChange: changes.add,
  }
}
