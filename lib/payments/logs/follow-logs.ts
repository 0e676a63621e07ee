import type { Address } from 'viem'
import type { Clock } from '@/lib/base/clock'
import { lowerCaseAddress } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import type { Connection } from '@/lib/base/rpc/types'
import type { LogFilter } from './chain-logs'

/** Pushes wake the reading; without them, and beside them in case one was missed, it is done so often. */
const unpushedEveryMs = 3_000
const pushedEveryMs = 15_000

export interface Follower {
  /** What is listened for may be something else by now. Never rejects. */
  renew(): Promise<void>
  end(): void
}

/**
 * Reads at once, with every push of a log that is wanted, after every gap, and now and then. What fails is read with
 * the next reason to.
 */
export function followLogs(dependencies: {
  connection: Connection
  clock: Clock
  wanted(): Promise<readonly LogFilter[]>
  read(): Promise<unknown>
  onFault(error: unknown): void
}): Follower {
  const { connection, clock, wanted, read, onFault } = dependencies
  let isOver = false
  let heard = ''
  let ends: (() => void)[] = []
  let stopTimer = (): void => undefined

  const wake = (): void => void read().catch(onFault)

  async function renew(): Promise<void> {
    const filters = await wanted()
    const text = JSON.stringify(filters)
    if (isOver || text === heard) return
    heard = text
    for (const end of ends.splice(0)) end()
    const own: (() => void)[] = []
    ends = own
    for (const filter of filters)
      for (const kind of ['logs', 'pendingLogs'])
        connection
          .subscribe([kind, filter], wake, wake)
          .then(end => (isOver || ends !== own ? end() : own.push(end)))
          // No socket here, or no such subscription: the timer does without.
          .catch(() => undefined)
  }

  function tick(): void {
    stopTimer = clock.after(connection.socket() === 'open' ? pushedEveryMs : unpushedEveryMs, () => {
      wake()
      tick()
    })
  }

  const renewOrReport = (): Promise<void> => renew().catch(onFault)
  void renewOrReport()
  wake()
  tick()
  return {
    renew: renewOrReport,
    end() {
      isOver = true
      stopTimer()
      for (const end of ends.splice(0)) end()
    },
  }
}

/** Several may look at one account: it is followed from the first to the last of them. */
export function createFollowers(begin: (networkId: NetworkId, account: Address) => Follower): {
  follow(networkId: NetworkId, account: Address): () => void
  renew(networkId: NetworkId, account: Address): void
} {
  const followed = new Map<string, { count: number; follower: Follower }>()
  return {
    follow(networkId, account) {
      const key = accountKey(networkId, account)
      const entry = followed.get(key) ?? { count: 0, follower: begin(networkId, account) }
      followed.set(key, entry)
      entry.count += 1
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        entry.count -= 1
        if (entry.count > 0) return
        followed.delete(key)
        entry.follower.end()
      }
    },
    renew(networkId, account) {
      void followed.get(accountKey(networkId, account))?.follower.renew()
    },
  }
}

/**
 * One reading of an account at a time, and one more for all who asked while it ran: whoever asked knows what is so
 * after that.
 */
export function inTurns(
  read: (networkId: NetworkId, account: Address) => Promise<void>,
): (networkId: NetworkId, account: Address) => Promise<void> {
  const readings = new Map<string, { running: Promise<void>; next: Promise<void> | null }>()
  return function start(networkId: NetworkId, account: Address): Promise<void> {
    const key = accountKey(networkId, account)
    const reading = readings.get(key)
    if (reading !== undefined) {
      // Who started the running one has its error; the next reading starts all the same.
      reading.next ??= reading.running.catch(() => undefined).then(() => start(networkId, account))
      return reading.next
    }
    const running = read(networkId, account).finally(() => readings.delete(key))
    readings.set(key, { running, next: null })
    return running
  }
}

function accountKey(networkId: NetworkId, account: Address): string {
  return `${networkId}:${lowerCaseAddress(account)}`
}
