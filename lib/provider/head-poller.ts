import * as z from 'zod/mini'
import type { Clock } from '@/lib/base/clock'
import { blockNumberReply } from '@/lib/base/rpc/schemas'
import type { Connection, KeepAlive } from '@/lib/base/rpc/types'

/** How often the head is read without a socket: as often as a page would poll, once for all pages. */
const pollMs = 1_000
const slowestPollMs = 15_000
/** After a pause only this many of the newest blocks are announced. */
const mostBlocksAtOnce = 20n

const header = z.lazy(() => z.nullable(z.record(z.string(), z.unknown())))

export interface HeadPoller {
  /**
   * Calls the listener with the first and the last of the new blocks. Polls while at least one listener follows.
   * @returns the end of following
   */
  follow(listener: (from: bigint, to: bigint) => void): () => void
  /** The block's header in the form of a `newHeads` item; `null` if the node does not have the block. */
  header(number: bigint): Promise<Record<string, unknown> | null>
}

/** Follows the head of one chain over HTTP. */
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
        // A lower head means a reset chain or a lagging endpoint: the next higher head is announced in both cases.
        last = head
      } catch {
        // The connection has reported why.
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
