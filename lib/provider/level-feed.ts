import type { Hash, Hex } from 'viem'
import { toQuantity } from '@/lib/base/hex'
import type { Level, Setback } from '@/lib/base/level'
import type { NetworkId } from '@/lib/base/network-id'
import type { TransactionRecord } from '@/lib/storage/records'
import type { MethodTools } from './types'

/** One change of level of a transaction of the page's own site. */
interface LevelChange {
  hash: Hash
  level: Level
  previous: Level | null
  event?: Setback
  /** ms since the epoch. */
  atMs: number
  blockNumber?: Hex
}

/**
 * Follows the levels of a site's transactions (the wallet's own subscription `transactionLevels`).
 * @param wanted `hashes` limits it to these transactions and sends their present level first; without it every
 * transaction of the site is followed
 * @returns the end of the feed
 */
export async function followLevels(
  transactions: Pick<MethodTools['transactions'], 'onRow' | 'byHash'>,
  wanted: { origin: string; networkId: NetworkId; hashes: readonly Hash[] | undefined },
  onChange: (change: LevelChange) => void,
): Promise<() => void> {
  const { origin, networkId } = wanted
  const hashes = wanted.hashes?.map(hash => hash.toLowerCase())
  /** How many entries of each transaction's history have been sent. */
  const sent = new Map<Hash, number>()

  function follow(row: TransactionRecord): void {
    if (row.origin !== origin || row.networkId !== networkId) return
    if (hashes !== undefined && !hashes.includes(row.hash.toLowerCase())) return
    // For a transaction from before the subscription only the present level is sent.
    const from = sent.get(row.hash) ?? row.history.length - 1
    sent.set(row.hash, row.history.length)
    row.history.slice(from).forEach((entry, index) => {
      const previous = row.history[from + index - 1]
      onChange({
        hash: row.hash,
        level: entry.level,
        previous: previous?.level ?? null,
        ...(entry.event === undefined ? {} : { event: entry.event }),
        atMs: entry.at,
        ...(row.receipt === null ? {} : { blockNumber: toQuantity(row.receipt.blockNumber) }),
      })
    })
  }

  const stop = transactions.onRow(follow)
  for (const hash of wanted.hashes ?? []) {
    const row = await transactions.byHash(networkId, hash)
    if (row !== undefined) follow(row)
  }
  return stop
}
