import type { Clock } from '@/lib/base/clock'
import { isAtLeast } from '@/lib/base/level'
import type { NetworkId } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import { findTaker } from '@/lib/chain/watching/taker'
import type { TransactionRecord } from '@/lib/storage/records'
import type { Journal } from './journal'
import { withEvent } from './row-event'

/** Finds what took the nonce of a transaction. */
export interface Replacements {
  /** @returns true if another transaction has the nonce: the row says so */
  find(row: TransactionRecord): Promise<boolean>
}

export function createReplacements(dependencies: {
  journal: Journal
  connectionOf(networkId: NetworkId): Connection
  clock: Clock
  onFault(error: unknown): void
}): Replacements {
  const { journal, connectionOf, clock, onFault } = dependencies

  return {
    async find(row) {
      try {
        const own = (await journal.withNonce(row)).find(
          other => other.id !== row.id && other.ended === null && isAtLeast(other.level, 'sealed'),
        )
        const taker = await findTaker(connectionOf(row.networkId), row, own?.hash ?? null)
        if (taker === null) return false
        const event = { kind: 'replaced', receivedAt: clock.now(), replacement: taker } as const
        return journal.change(row.id, live => withEvent(live, event), null)?.ended === 'replaced'
      } catch (error) {
        onFault(error)
        return false
      }
    },
  }
}
