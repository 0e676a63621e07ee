import type { Address } from 'viem'
import type { Clock } from '@/lib/base/clock'
import type { NetworkId } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import type { Arrival, ArrivalRows } from './arrival-rows'
import { readReceipts } from './incoming'

/** A sealed arrival is read again for this long, because a block that leaves the chain does so soon. */
const sealedForMs = 60_000
const sealedEveryMs = 2_000
/** A withdrawn arrival may come back for this long. */
const withdrawnForMs = 600_000

/** Keeps the levels of the arrivals of an account as their receipts show them. */
export interface ArrivalLevels {
  /**
   * @param balance the reading that causes this: with `sealed` as high as `pending` nothing is pre-confirmed any more
   */
  update(networkId: NetworkId, account: Address, balance: { sealed: bigint; pending: bigint }): Promise<void>
}

export function createArrivalLevels({
  rows,
  connectionOf,
  clock,
}: {
  rows: ArrivalRows
  connectionOf(networkId: NetworkId): Connection
  clock: Clock
}): ArrivalLevels {
  let sealedReadAt = 0

  function isOpen(arrival: Arrival, now: number, isSealedDue: boolean): boolean {
    if (arrival.level === 'sealed') return isSealedDue && now - (arrival.sealedAt ?? 0) < sealedForMs
    // A pre-confirmed one stays open however old: the browser may have been closed since.
    return !arrival.isWithdrawn || now - arrival.at < withdrawnForMs
  }

  return {
    async update(networkId, account, { sealed, pending }) {
      const now = clock.now()
      const isSealedDue = now - sealedReadAt >= sealedEveryMs
      if (isSealedDue) sealedReadAt = now
      const open = rows.list(networkId, account).filter(arrival => isOpen(arrival, now, isSealedDue))
      for (const { id, hash, level } of open)
        if (hash === null && level === 'preconfirmed' && sealed >= pending)
          rows.see(id, { isSealed: true, isGone: false })
      const hashes = [...new Set(open.flatMap(({ hash }) => (hash === null ? [] : [hash])))]
      if (hashes.length === 0) return
      for (const { hash, receipt } of await readReceipts(connectionOf(networkId), hashes)) {
        const isSealed = receipt !== null && receipt.blockHash !== null
        const sighting = {
          isSealed,
          blockNumber: isSealed ? Number(receipt.blockNumber) : undefined,
          isGone: receipt === null || receipt.status !== 'success',
        }
        for (const arrival of open) if (arrival.hash === hash) rows.see(arrival.id, sighting)
      }
    },
  }
}
