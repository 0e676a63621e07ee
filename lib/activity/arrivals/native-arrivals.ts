import type { Address } from 'viem'
import type { BalanceReading } from '@/lib/activity/tokens/balance-reader'
import type { Clock } from '@/lib/base/clock'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { paidTo, type Sent } from '@/lib/base/rpc/sent'
import type { Connection } from '@/lib/base/rpc/types'
import { type ArrivalRows, arrivalId } from './arrival-rows'
import { findIncoming, readReceipts } from './incoming'

/** Ms between two readings, up to which a difference between them is an event of now. */
const freshMs = 10_000

type Reading = Omit<BalanceReading, 'receivedAt'>

/** Finds what raised the balance of an account in the native currency. */
export interface NativeArrivals {
  /**
   * Compares the reading with the earlier one. A rise is explained by transactions in the newest blocks; a rest that
   * they do not explain (money sent by a contract) becomes an arrival without transaction.
   * @throws RpcError where the chain cannot be asked; the next reading tries again
   */
  read(reading: Reading): Promise<void>
  /** Forgets the earlier readings. */
  forget(): void
}

export function createNativeArrivals({
  rows,
  connectionOf,
  clock,
  isSpending,
}: {
  rows: ArrivalRows
  connectionOf(networkId: NetworkId): Connection
  clock: Clock
  isSpending(networkId: NetworkId, account: Address): Promise<boolean>
}): NativeArrivals {
  /** The last reading whose changes are all explained, by chain and account. */
  const baselines = new Map<string, Reading>()
  /** Wei found in a block before a reading of the balance included it. */
  const credits = new Map<string, bigint>()

  /** @returns the sum of the successful transactions that were new, wei; `isClear`: each of them had a receipt */
  async function addTransactions(reading: Reading, account: Address): Promise<{ found: bigint; isClear: boolean }> {
    const { networkId } = reading
    const connection = connectionOf(networkId)
    const unknown = new Map<string, Sent>()
    for (const transaction of await findIncoming(connection, account))
      if (!rows.has(arrivalId(networkId, account, transaction.hash, null))) unknown.set(transaction.hash, transaction)
    const receipts = await readReceipts(
      connection,
      [...unknown.values()].map(({ hash }) => hash),
    )
    let found = 0n
    for (const { hash, receipt } of receipts) {
      const transaction = unknown.get(hash)
      const amount = transaction === undefined || receipt === null ? 0n : paidTo(transaction, receipt, account)
      if (transaction === undefined || receipt === null || amount === 0n) continue
      found += amount
      rows.add(
        {
          id: arrivalId(networkId, account, hash, null),
          networkId,
          account,
          token: null,
          from: lowerCaseAddress(transaction.from),
          amount,
          hash,
          at: reading.readAt,
          ...(receipt.blockHash === null ? {} : { blockNumber: Number(receipt.blockNumber) }),
        },
        receipt.blockHash === null ? null : clock.now(),
      )
    }
    const isClear = receipts.length === unknown.size && receipts.every(({ receipt }) => receipt !== null)
    return { found, isClear }
  }

  return {
    async read(reading) {
      const { networkId, pending, sealed, readAt } = reading
      const account = lowerCaseAddress(reading.address)
      const key = `${networkId}:${account}`
      const before = baselines.get(key)
      const isOwnPayment = before !== undefined && pending < before.pending && (await isSpending(networkId, account))
      if (before === undefined || before.pending === pending || isOwnPayment) {
        baselines.set(key, reading)
        return
      }
      const { found, isClear } = await addTransactions(reading, account)
      // A transaction in a block without a receipt is looked for again at the next reading.
      if (isClear) baselines.set(key, reading)
      const rise = pending - before.pending
      const unexplained = rise - (credits.get(key) ?? 0n) - found
      credits.set(key, unexplained < 0n && rise > 0n ? -unexplained : 0n)
      if (unexplained <= 0n || !isClear) return
      if (readAt - before.readAt > freshMs || (await isSpending(networkId, account))) return
      rows.add(
        {
          id: `${key}:${readAt}`,
          networkId,
          account,
          token: null,
          from: null,
          amount: unexplained,
          hash: null,
          at: readAt,
        },
        sealed >= pending ? readAt : null,
      )
    },
    forget() {
      baselines.clear()
      credits.clear()
    },
  }
}
