import type { Address } from 'viem'
import type { Arrivals } from '@/lib/activity/arrivals/arrivals'
import type { Past } from '@/lib/activity/past/past'
import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import { isSameAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { createQueue } from '@/lib/base/queue'
import type { PaymentRequestRecord } from '@/lib/storage/payment-records'
import type { PaymentRequests } from './requests'

/** Ms from one search of the newest blocks to the next. */
const searchEveryMs = 15_000

/** Finds what pays requests in the chain's own money, also while no page shows them. */
export interface NativeSearch {
  /**
   * While a page shows the requests of an account: searches the blocks since its oldest open one, and what comes after.
   * Returns the end of it.
   */
  follow(networkId: NetworkId, account: Address): () => void
}

/** @param onMatched called after the requests of a network were matched with new arrivals */
export function createNativeSearch(dependencies: {
  requests: Pick<PaymentRequests, 'native' | 'matched'>
  arrivals: Pick<Arrivals, 'list' | 'onChange'>
  past: Pick<Past, 'step'>
  epochOf(networkId: NetworkId): number
  clock: Clock
  onFault(error: unknown, networkId: NetworkId): void
  onMatched(): void
}): NativeSearch {
  const { requests, arrivals, past, epochOf, clock, onFault, onMatched } = dependencies
  const inTurn = createQueue()
  const due = new Set<NetworkId>()

  async function match(networkId: NetworkId): Promise<void> {
    due.delete(networkId)
    const epoch = epochOf(networkId)
    const accounts = new Set((await requests.native(networkId, epoch)).map(({ account }) => account))
    for (const account of accounts)
      await requests.matched({ networkId, epoch, account }, await arrivals.list(networkId, account))
    if (accounts.size > 0) onMatched()
  }

  arrivals.onChange(networkId => {
    // One matching for all arrivals until it begins.
    if (due.has(networkId)) return
    due.add(networkId)
    inTurn(() => match(networkId)).catch((error: unknown) => {
      // A locked wallet reads no requests, and no arrivals.
      if (!(error instanceof Failure && error.code === 'locked')) onFault(error, networkId)
    })
  })

  /** `null` where no request waits. */
  async function oldestBlock(networkId: NetworkId, account: Address): Promise<number | null> {
    const rows = await requests.native(networkId, epochOf(networkId))
    const blocks = rows
      .filter(row => isSameAddress(row.account, account) && isWaiting(row))
      .map(({ fromBlock }) => fromBlock)
    return blocks.length === 0 ? null : Math.min(...blocks)
  }

  return {
    follow(networkId, account) {
      let isOver = false
      let stopTimer = (): void => undefined
      async function search(): Promise<void> {
        const block = await oldestBlock(networkId, account)
        while (block !== null && !isOver) if ((await past.step(networkId, account, block)).isSearched) break
      }
      async function run(): Promise<void> {
        try {
          await search()
        } catch (error) {
          // The next search goes on where this one ended.
          if (!isOver) onFault(error, networkId)
        }
        if (!isOver) stopTimer = clock.after(searchEveryMs, () => void run())
      }
      void run()
      return () => {
        isOver = true
        stopTimer()
      }
    },
  }
}

function isWaiting({ amount, closedAt, paidBy }: PaymentRequestRecord): boolean {
  return amount !== null && closedAt === null && paidBy == null
}
