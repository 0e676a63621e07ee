import * as z from 'zod/mini'
import type { Clock } from '@/lib/base/clock'
import { toQuantity } from '@/lib/base/hex'
import type { NetworkId } from '@/lib/base/network-id'
import { RpcError } from '@/lib/base/rpc/errors'
import type { Connection, KeepAlive } from '@/lib/base/rpc/types'
import { upToHead } from '@/lib/base/rpc/up-to-head'
import type { Networks } from '@/lib/chain/networks/networks'
import { createHeadPoller, type HeadPoller } from './head-poller'

const logsReply = z.array(z.unknown())
/** Blocks whose logs could not be read are read again, unless they are so many. */
const mostUnread = 20n

/** The items of a node's subscriptions: over its socket, or by polling where it has none. */
export interface BlockFeed {
  /**
   * Starts a feed.
   * @param parameters of `eth_subscribe`: the kind, then its options. Without a socket only `newHeads` and `logs` work.
   * @returns the end of the feed
   * @throws RpcError of the node, or `method-unavailable` for a kind that needs a socket
   */
  follow(networkId: NetworkId, parameters: readonly unknown[], onItem: (item: unknown) => void): Promise<() => void>
}

export function createBlockFeed(parts: {
  networks: Pick<Networks, 'connection'>
  clock: Clock
  keepAlive: KeepAlive
}): BlockFeed {
  const { networks, clock, keepAlive } = parts
  /** One poller for each network, shared by all pages. */
  const pollers = new WeakMap<Connection, HeadPoller>()

  function pollerOf(connection: Connection): HeadPoller {
    const existing = pollers.get(connection)
    if (existing !== undefined) return existing
    const made = createHeadPoller({ connection, clock, keepAlive })
    pollers.set(connection, made)
    return made
  }

  function poll(networkId: NetworkId, kind: string, filter: unknown, onItem: (item: unknown) => void): () => void {
    const poller = pollerOf(networks.connection(networkId))
    // One range of blocks after the other, so that items keep their order.
    let turn = Promise.resolve()
    /** The first block whose logs could not be read yet. */
    let unread: bigint | null = null
    async function pollRange(from: bigint, to: bigint): Promise<void> {
      if (kind === 'newHeads') return pollHeads(poller, from, to, onItem)
      const first: bigint = unread === null || to - unread > mostUnread ? from : unread
      unread = first
      unread = (await pollLogs(networkId, filter, first, to, onItem)) + 1n
    }
    return poller.follow((from, to) => {
      // The connection has reported why; the next range is read all the same.
      turn = turn.then(() => pollRange(from, to)).catch(() => undefined)
    })
  }

  /** @returns the last block whose logs were read */
  async function pollLogs(
    networkId: NetworkId,
    filter: unknown,
    from: bigint,
    to: bigint,
    onItem: (item: unknown) => void,
  ): Promise<bigint> {
    const read = await upToHead(from, to, last => {
      const range = { ...(isObject(filter) ? filter : {}), fromBlock: toQuantity(from), toBlock: toQuantity(last) }
      return networks.connection(networkId).request('eth_getLogs', [range], logsReply)
    })
    for (const log of read?.answer ?? []) onItem(log)
    return read?.to ?? from - 1n
  }

  return {
    async follow(networkId, parameters, onItem) {
      const [kind, filter] = parameters
      try {
        return await networks.connection(networkId).subscribe(parameters, onItem)
      } catch (error) {
        const isPollable = kind === 'newHeads' || kind === 'logs'
        if (isPollable && isWithoutSocket(error)) return poll(networkId, kind, filter, onItem)
        throw error
      }
    },
  }
}

async function pollHeads(poller: HeadPoller, from: bigint, to: bigint, onItem: (item: unknown) => void): Promise<void> {
  for (let number = from; number <= to; number += 1n) {
    const head = await poller.header(number)
    if (head !== null) onItem(head)
  }
}

/** True if the wallet itself found no socket, or none that works now. An error of the node has a code. */
function isWithoutSocket(error: unknown): boolean {
  const kinds: readonly string[] = ['method-unavailable', 'timeout', 'unreachable']
  return error instanceof RpcError && error.code === null && kinds.includes(error.kind)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
