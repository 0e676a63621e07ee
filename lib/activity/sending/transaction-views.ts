import type { Transactions } from '@/lib/activity/sending/types'
import { toTransactionView } from '@/lib/activity/sending/view'
import type { Networks } from '@/lib/chain/networks/networks'
import type { Watchers } from '@/lib/chain/watching/watchers'
import type { TransactionView } from '@/lib/language/ui'
import type { TransactionRecord } from '@/lib/storage/records'

export type ToTransactionView = (row: TransactionRecord, receivedAt: number | null) => TransactionView

/**
 * Makes the view of a journal's row that pages show.
 * @returns a function of the row and of the time (ms since the epoch) at which the push that changed it reached the
 *   worker, `null` without a push
 */
export function createTransactionViews(dependencies: {
  networks: Pick<Networks, 'get' | 'epoch'>
  transactions: Pick<Transactions, 'waitsForNonce' | 'replaceable'>
  watchers: Pick<Watchers, 'of'>
}): ToTransactionView {
  const { networks, transactions, watchers } = dependencies

  /** It was pre-confirmed, or its network reports pre-confirmations. */
  function preconfirms({ networkId, history }: TransactionRecord): boolean {
    if (history.some(({ level }) => level === 'preconfirmed')) return true
    return networks.get(networkId) !== undefined && watchers.of(networkId).regime() === 'preconfirming'
  }

  return (row, receivedAt) =>
    toTransactionView(row, {
      preconfirms: preconfirms(row),
      explorerUrl: networks.get(row.networkId)?.explorerUrl ?? null,
      waitsForNonce: transactions.waitsForNonce(row),
      replaceable: transactions.replaceable(row),
      receivedAt,
      epoch: networks.epoch(row.networkId),
    })
}
