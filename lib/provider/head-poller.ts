import * as z from 'zod/mini'
import { blockNumberReply } from '@/lib/rpc/schemas'
import type { Connection, KeepAlive } from '@/lib/rpc/types'
import type { Clock } from '@/lib/values/clock'

/** Where no socket tells of blocks, they are asked for: about as often as a page would itself, once for all pages. */
const pollMs = 1_000
const slowestPollMs = 15_000
/** A page that slept is told of the newest blocks, not of all it missed. */
const mostBlocksAtOnce = 20n

const header = z.lazy(() => z.nullable(z.record(z.string(), z.unknown())))

export interface HeadPoller {
  /** `from` and `to` are the first and last new block. Returns the end of it. */
  follow(listener: (from: bigint, to: bigint) => void): () => void
  /** The block as `newHeads` gives it. */
  header(number: bigint): Promise<Record<string, unknown> | null>
}

/** Follows the head of one chain over HTTP while somebody wants it. */
export function createHeadPoller({
  connection,
  clock,
  keepAlive,
}: {
  connection: Connection
  clock: Clock
  keepAlive: KeepAlive
}): HeadPoller {
  const listeners = new Set<(from: bigint, to: bigint) => void>()
  let stop: (() => void) | null = null

  function start(): () => void {
    const release = keepAlive.hold()
    let isRunning = true
    let cancelTimer = () => {}
    let last: bigint | null = null
    let wait = pollMs

    async function poll(): Promise<void> {
      try {
        const head = await connection.request('eth_blockNumber', [], blockNumberReply)
        wait = pollMs
        if (!isRunning) return
        if (last !== null && head > last) {
          const from = head - last > mostBlocksAtOnce ? head - mostBlocksAtOnce + 1n : last + 1n
          for (const listener of [...listeners]) listener(from, head)
        }
        // A lower head: the chain was reset, or this endpoint lags. Either way the next higher one is news.
        last = head
      } catch {
        wait = Math.min(wait * 2, slowestPollMs)
      }
      if (isRunning) cancelTimer = clock.after(wait, () => void poll())
    }

    void poll()
    return () => {
      isRunning = false
      cancelTimer()
      release()
    }
  }

  return {
    follow(listener) {
      listeners.add(listener)
      stop ??= start()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = null
      }
    },
    async header(number) {
      const block = await connection.request('eth_getBlockByNumber', [`0x${number.toString(16)}`, false], header)
      if (block === null) return null
      const { transactions: _transactions, uncles: _uncles, withdrawals: _withdrawals, size: _size, ...head } = block
      return head
    },
  }
}
