import type { Address } from 'viem'
import type { Clock } from '@/lib/base/clock'
import { quantitySchema } from '@/lib/base/hex-schemas'
import { createListeners } from '@/lib/base/listeners'
import type { NetworkId } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import type { ConfirmationWatcher } from '@/lib/chain/watching/types'

/** Ms between readings where no push causes one. */
const reconcileMs = 4_000
/** An older reading of another account is not shown again: it said how things were. */
const staleMs = 2 * reconcileMs

/**
 * A balance in wei: `sealed` by `latest`, `pending` by `pending`, which includes pre-confirmed transactions. Times are
 * ms since the epoch.
 */
export interface BalanceReading {
  networkId: NetworkId
  address: Address
  sealed: bigint
  pending: bigint
  readAt: number
  /** When the push that caused this reading reached the worker; `null` without a push. */
  receivedAt: number | null
}

export interface BalanceReader {
  /** Reads now, on every tick of the chain, and every four seconds, until `rest` or the next `follow`. */
  follow(networkId: NetworkId, address: Address): void
  /** Stops reading, because no page shows a balance. The last reading is kept. */
  rest(): void
  /** Reads once more as soon as possible. */
  refresh(receivedAt?: number): void
  /** For an account that was not followed for long, this has only what was read since. */
  last(networkId: NetworkId, address: Address): BalanceReading | undefined
  /** Forgets the readings, because the wallet was locked. */
  forget(): void
  onReading(listener: (reading: BalanceReading) => void): () => void
  onFailure(listener: (networkId: NetworkId, error: unknown) => void): () => void
}

/** Keeps the balance of one account fresh while a page shows it, with one reading at a time. */
export function createBalanceReader(dependencies: {
  connectionOf(networkId: NetworkId): Connection
  watcherOf(networkId: NetworkId): ConfirmationWatcher
  clock: Clock
}): BalanceReader {
  const { connectionOf, watcherOf, clock } = dependencies
  const readingListeners = createListeners<[BalanceReading]>()
  const failureListeners = createListeners<[networkId: NetworkId, error: unknown]>()
  const readings = new Map<string, BalanceReading>()
  let following: { networkId: NetworkId; address: Address; stop: () => void } | null = null
  let reading = false
  let again: { receivedAt: number | null } | null = null

  async function read(receivedAt: number | null): Promise<void> {
    if (following === null) return
    if (reading) {
      again = { receivedAt: again?.receivedAt ?? receivedAt }
      return
    }
    reading = true
    const subject = following
    const { networkId, address } = subject
    try {
      const items = await connectionOf(networkId).batch([
        { method: 'eth_getBalance', params: [address, 'latest'] },
        { method: 'eth_getBalance', params: [address, 'pending'] },
      ])
      const [sealed, pending] = items.map(item => {
        if (!item.ok) throw item.error
        return BigInt(quantitySchema.parse(item.result))
      })
      if (sealed === undefined || pending === undefined) throw new Error('a batch answered with fewer items')
      // Another account is followed now, or the wallet was locked.
      if (following !== subject) return
      const result = { networkId, address, sealed, pending, readAt: clock.now(), receivedAt }
      readings.set(keyOf(networkId, address), result)
      readingListeners.tell(result)
    } catch (error) {
      failureListeners.tell(networkId, error)
    } finally {
      reading = false
      const next = again
      again = null
      if (next !== null) void read(next.receivedAt)
    }
  }

  function follow(networkId: NetworkId, address: Address): void {
    if (following?.networkId === networkId && following.address === address) {
      void read(null)
      return
    }
    const key = keyOf(networkId, address)
    const isOld = clock.now() - (readings.get(key)?.readAt ?? 0) > staleMs
    if (following !== null && isOld) readings.delete(key)
    following?.stop()
    const stopTicks = watcherOf(networkId).onTick(() => void read(clock.now()))
    let stopTimer = (): void => undefined
    const reconcile = (): void => {
      void read(null)
      stopTimer = clock.after(reconcileMs, reconcile)
    }
    following = {
      networkId,
      address,
      stop() {
        stopTicks()
        stopTimer()
      },
    }
    reconcile()
  }

  return {
    follow,
    rest() {
      following?.stop()
      following = null
    },
    refresh: (receivedAt = undefined) => void read(receivedAt ?? null),
    last: (networkId, address) => readings.get(keyOf(networkId, address)),
    forget() {
      readings.clear()
    },
    onReading: readingListeners.add,
    onFailure: failureListeners.add,
  }
}

function keyOf(networkId: NetworkId, address: Address): string {
  return `${networkId}:${address.toLowerCase()}`
}
