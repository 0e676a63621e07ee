import type { Address } from 'viem'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { TransactionRecord } from '@/lib/storage/records'
import type { Journal } from './journal'
import type { NonceLedger } from './nonce-ledger'

/**
 * Announces rows again whose place in the nonce queue changed while the row itself did not: an earlier nonce was
 * included or withdrawn, or a gap opened or was filled. Changes within one microtask are announced once.
 */
export function announceNonceQueue({ journal, nonces }: { journal: Journal; nonces: NonceLedger }): void {
  const known = new Map<string, ReadonlyMap<string, string>>()
  const toldMeanwhile = new Map<string, Set<string>>()

  function reconsider(networkId: NetworkId, from: Address, told?: string): void {
    const account = `${networkId}:${lowerCaseAddress(from)}`
    const ids = toldMeanwhile.get(account)
    if (ids === undefined) {
      toldMeanwhile.set(account, new Set())
      queueMicrotask(() => look(account))
    }
    if (told !== undefined) toldMeanwhile.get(account)?.add(told)
  }

  function look(account: string): void {
    const told = toldMeanwhile.get(account)
    const before = known.get(account)
    const rows = journal.live().filter(row => `${row.networkId}:${row.from}` === account)
    known.set(account, new Map(rows.map(row => [row.id, turnOf(row)])))
    const turned = rows.filter(({ id }) => told?.has(id) !== true && before?.get(id) !== known.get(account)?.get(id))
    journal.tellAgain(turned.map(({ id }) => id))
    // Last, so that what was just told does not begin it anew.
    toldMeanwhile.delete(account)
  }

  /** It does not matter which row is next behind another row. */
  function turnOf(row: TransactionRecord): string {
    const first = nonces.waitsForNonce(row)
    if (first === null) return 'its own'
    const isHeld = journal
      .live()
      .some(other => isOfSequence(other, row) && other.nonce === first && other.ended === null)
    return isHeld ? 'behind another' : `behind the gap ${first}`
  }

  journal.onRow(({ networkId, from, id }) => reconsider(networkId, from, id))
  nonces.onCounts((networkId, from) => reconsider(networkId, from))
}

/** True if both take their nonces from the same account, on the same network since the same genesis. */
export function isOfSequence(other: TransactionRecord, row: TransactionRecord): boolean {
  return other.networkId === row.networkId && other.epoch === row.epoch && other.from === row.from
}
