import { toQuantity } from '@/lib/base/hex'
import { isAtLeast } from '@/lib/base/level'
import type { NetworkId } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import type { TransactionRecord } from '@/lib/storage/records'
import { delegateOf } from './delegation'
import type { Journal } from './journal'

/**
 * Finds out whether a transaction ended the delegation of the other account that authorized it. Its receipt does not
 * say: an authorization whose nonce has passed is left out, and the transaction succeeds (EIP-7702 §Behavior).
 */
export interface AuthorityEffect {
  /** Reads the account's code in the block of the row, once it is in one; forgets it when the block is gone. */
  check(row: TransactionRecord): void
}

export function createAuthorityEffect({
  journal,
  connectionOf,
  onFault,
}: {
  journal: Journal
  connectionOf(networkId: NetworkId): Connection
  onFault(error: unknown): void
}): AuthorityEffect {
  const asked = new Set<string>()

  function write(row: TransactionRecord, isCleared: boolean | null): void {
    journal.change(
      row.id,
      live =>
        // Between question and answer the block may have been removed.
        live.authority === undefined || live.receipt?.blockHash !== row.receipt?.blockHash
          ? live
          : { ...live, authority: { ...live.authority, isCleared } },
      null,
    )
  }

  async function read(row: TransactionRecord, blockNumber: bigint): Promise<void> {
    if (row.authority === undefined) return
    const delegate = await delegateOf(connectionOf(row.networkId), row.authority.address, toQuantity(blockNumber))
    write(row, delegate === null)
  }

  return {
    check(row) {
      if (row.authority === undefined) return
      const { isCleared } = row.authority
      if (!isAtLeast(row.level, 'sealed') || row.receipt === null) {
        if (isCleared !== null) write(row, null)
        return
      }
      if (isCleared !== null || asked.has(row.id)) return
      asked.add(row.id)
      // Without an answer it stays unknown, and is asked again at the next sighting.
      read(row, row.receipt.blockNumber)
        .catch(onFault)
        .finally(() => asked.delete(row.id))
    },
  }
}
