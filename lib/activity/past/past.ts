import type { Address } from 'viem'
import type { Arrivals } from '@/lib/activity/arrivals/arrivals'
import { Failure } from '@/lib/base/failure'
import { isSameAddress, lowerCaseAddress } from '@/lib/base/hex'
import { createListeners } from '@/lib/base/listeners'
import type { NetworkId } from '@/lib/base/network-id'
import { createOnce, loadOnce } from '@/lib/base/once'
import type { Connection } from '@/lib/base/rpc/types'
import { committed } from '@/lib/storage/committed'
import type { Database } from '@/lib/storage/open'
import type { ArrivalRecord, PastSearchRecord, PastTransactionRecord } from '@/lib/storage/records'
import type { PastBlock } from './block'
import type { PastProgress, searchPast } from './search'

/** Finds what happened to an account while nobody looked, by its balance and its transaction count in past blocks. */
export interface Past {
  /**
   * One bounded step from the newest blocks to older ones. What it found is stored before it returns; the next step
   * goes on where this one ended, also in another life of the worker.
   * @param downTo search no further than this block, and all newer ones first
   * @throws RpcError where the endpoint cannot be asked
   */
  step(networkId: NetworkId, account: Address, downTo?: number): Promise<PastProgress>
  /** The wallet was unlocked: what the database has is read when it is first needed, not at the worker's start. */
  unlocked(): void
  /** Forgets what is in memory: the wallet was locked. */
  rest(): void
  /** The account's transactions that were found and that the wallet did not send itself, newest first. */
  sent(networkId: NetworkId, account: Address): Promise<PastTransactionRecord[]>
  onChange(listener: (networkId: NetworkId) => void): () => void
  /** Forgets what was found on a chain that restarted, or everything. */
  forget(networkId?: NetworkId): void
}

export function createPast({
  database,
  epochOf,
  connectionOf,
  isOwn,
  arrivals,
  search,
  onFault,
}: {
  database: Database
  /** The number of restarts of the chain from another genesis. */
  epochOf(networkId: NetworkId): number
  connectionOf(networkId: NetworkId): Connection
  /** Whether the wallet sent this transaction itself. */
  isOwn(networkId: NetworkId, hash: PastTransactionRecord['hash']): Promise<boolean>
  arrivals: Pick<Arrivals, 'addPast' | 'list' | 'drop'>
  search: typeof searchPast
  onFault(error: unknown): void
}): Past {
  const rows = new Map<string, PastTransactionRecord>()
  const changes = createListeners<[networkId: NetworkId]>()
  const once = createOnce<PastProgress>()
  let loaded = loadOnce(load)

  /** Stores what a block did, and then how far the search is. @returns how much was not known */
  async function keep({ sent, arrivals: found }: PastBlock, search: PastSearchRecord): Promise<number> {
    const isFresh = await Promise.all(
      sent.map(async ({ id, networkId, hash }) => !rows.has(id) && !(await isOwn(networkId, hash))),
    )
    const { epoch } = search
    const fresh = sent.filter((_, index) => isFresh[index]).map(row => ({ ...row, epoch }))
    let came = 0
    for (const arrival of found) if (await arrivals.addPast(arrival)) came += 1
    const transaction = database.transaction(['pastTransactions', 'pastSearches'], 'readwrite')
    await committed(transaction, [
      ...fresh.map(row => transaction.objectStore('pastTransactions').put(row)),
      transaction.objectStore('pastSearches').put(search),
    ])
    for (const row of fresh) rows.set(row.id, row)
    if (fresh.length > 0) changes.tell(search.networkId)
    return fresh.length + came
  }

  async function drop(
    gone: readonly PastTransactionRecord[],
    goneArrivals: readonly ArrivalRecord[],
    key: string,
  ): Promise<void> {
    const transaction = database.transaction(['pastTransactions', 'pastSearches'], 'readwrite')
    await committed(transaction, [
      ...gone.map(({ id }) => transaction.objectStore('pastTransactions').delete(id)),
      transaction.objectStore('pastSearches').delete(key),
    ])
    for (const { id, networkId } of gone) {
      rows.delete(id)
      changes.tell(networkId)
    }
    arrivals.drop(goneArrivals)
  }

  async function forget(isMeant: (row: PastTransactionRecord | PastSearchRecord) => boolean): Promise<void> {
    const transaction = database.transaction(['pastTransactions', 'pastSearches'], 'readwrite')
    const transactions = transaction.objectStore('pastTransactions')
    const searches = transaction.objectStore('pastSearches')
    for (const row of await transactions.getAll()) if (isMeant(row)) await transactions.delete(row.id)
    for (const row of await searches.getAll()) if (isMeant(row)) await searches.delete(row.key)
    await transaction.done
  }

  /** What is from before a restart of its chain goes. */
  async function load(): Promise<void> {
    const kept = await database.getAll('pastTransactions')
    for (const row of kept) if (!isOver(row)) rows.set(row.id, row)
    if (kept.some(isOver)) await forget(isOver)
  }

  const isOver = ({ networkId, epoch }: PastTransactionRecord | PastSearchRecord) =>
    epoch !== undefined && epoch < epochOf(networkId)

  return {
    step(networkId, address, downTo) {
      const account = lowerCaseAddress(address)
      const wanted = downTo === undefined ? null : BigInt(downTo)
      return once(`${networkId}:${account}`, async () => {
        await loaded()
        const sentAbove = async (block: bigint) =>
          [...rows.values()].filter(
            row => row.networkId === networkId && row.account === account && row.blockNumber > block,
          )
        const came = () => arrivals.list(networkId, account)
        return search(
          { connection: connectionOf(networkId), database, epoch: epochOf(networkId), sentAbove, came, drop, keep },
          account,
          wanted,
        )
      })
    },
    unlocked() {
      loaded = loadOnce(load)
    },
    rest: () => rows.clear(),
    async sent(networkId, account) {
      await loaded()
      return [...rows.values()]
        .filter(row => row.networkId === networkId && isSameAddress(row.account, account))
        .sort((a, b) => b.at - a.at || b.nonce - a.nonce)
    },
    onChange: changes.add,
    forget(networkId) {
      for (const row of rows.values()) if (networkId === undefined || row.networkId === networkId) rows.delete(row.id)
      forget(row => networkId === undefined || row.networkId === networkId).catch((error: unknown) => {
        // A locked wallet cannot read them: they go when they are loaded.
        if (!(error instanceof Failure && error.code === 'locked')) onFault(error)
      })
      if (networkId !== undefined) changes.tell(networkId)
    },
  }
}
