import type { Address } from 'viem'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { type AccountPlace, isAt } from '@/lib/payments/account-place'
import type { Database } from '@/lib/storage/open'
import type { ArrivalRecord, PastTransactionRecord } from '@/lib/storage/records'

/**
 * The block of the first thing that the wallet knows of an account: a transaction, an arrival, a payment request, or
 * the use of a signature.
 * @param known what is known of the account beside the journal
 * @returns `null` where nothing is known
 */
export async function accountStart(
  database: Database,
  place: AccountPlace,
  known: {
    arrivals: readonly Pick<ArrivalRecord, 'blockNumber'>[]
    past: readonly Pick<PastTransactionRecord, 'blockNumber'>[]
  },
): Promise<number | null> {
  const { networkId, epoch } = place
  const owner = lowerCaseAddress(place.account)
  const isOwn = isAt(place)
  const [requests, authorizations, sent] = await Promise.all([
    database.getAll('paymentRequests'),
    database.getAllFromIndex('authorizations', 'account', [networkId, owner]),
    firstSent(database, [networkId, epoch, owner]),
  ])
  const blocks = [
    ...sent,
    ...known.arrivals.flatMap(({ blockNumber }) => blockNumber ?? []),
    ...known.past.map(({ blockNumber }) => Number(blockNumber)),
    ...requests.filter(isOwn).map(({ fromBlock }) => fromBlock),
    ...authorizations.filter(isOwn).flatMap(({ evidence }) => evidence.map(({ blockNumber }) => blockNumber)),
  ]
  return blocks.length === 0 ? null : blocks.reduce((least, block) => Math.min(least, block))
}

/** The block of the first transaction of the journal that is in one: later numbers are in later blocks. */
async function firstSent(database: Database, place: readonly [NetworkId, number, Address]): Promise<number[]> {
  const range = IDBKeyRange.bound([...place], [...place, []])
  let cursor = await database.transaction('transactions').store.index('nonce').openCursor(range, 'next')
  while (cursor !== null) {
    const { receipt } = cursor.value
    if (receipt !== null && receipt.blockHash !== null) return [Number(receipt.blockNumber)]
    cursor = await cursor.continue()
  }
  return []
}
