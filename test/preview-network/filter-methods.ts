import { randomBytes } from 'node:crypto'
import { numberToHex } from 'viem'
import { z } from 'zod'
import { createBlockReader } from './block-reader.ts'
import { logQuerySchema, refuseHugeFilter } from './log-filter.ts'
import { createLogReader } from './log-methods.ts'
import { type Methods, method } from './method.ts'
import { invalidParams } from './rpc-error.ts'
import { blockNumber, type Service } from './service.ts'

/** A filter that is not asked for its changes for so many milliseconds is gone. */
const keptMs = 300_000

interface Filter {
  /** The events of these sealed blocks, the first and the last included. */
  changes(from: bigint, to: bigint): Promise<unknown[]>
  /** Every log that it wants; undefined for a filter of something else. */
  logs?: () => Promise<unknown[]>
  /** The first block that it was not asked about yet. */
  next: bigint
  usedAt: number
}

/** Returns the filters of a node: what happened since they were asked last, in sealed blocks. */
export function filterMethods(service: Service): Methods {
  const { chain, events, gate } = service
  const blocks = createBlockReader(service)
  const logs = createLogReader(service)
  const filters = new Map<string, Filter>()
  events.on(({ kind }) => kind === 'reset' && filters.clear())

  function add(filter: Pick<Filter, 'changes' | 'logs'>): string {
    for (const [id, { usedAt }] of filters) if (usedAt < Date.now() - keptMs) filters.delete(id)
    // A quantity: without leading zeros.
    const id = numberToHex(BigInt(`0x${randomBytes(16).toString('hex')}`))
    filters.set(id, { ...filter, next: chain.head.number + 1n, usedAt: Date.now() })
    return id
  }

  /** @throws {RpcError} -32602 for a filter that is not there */
  function used(id: string): Filter {
    const filter = filters.get(id)
    if (filter === undefined) throw invalidParams('filter not found')
    filter.usedAt = Date.now()
    return filter
  }

  /** Logs of those blocks among these that the query asks for. */
  async function logsSince(query: z.output<typeof logQuerySchema>, from: bigint, to: bigint): Promise<unknown[]> {
    if (query.blockHash !== undefined) return []
    const bound = (block: typeof query.fromBlock) => {
      const number = block == null ? 'open' : blockNumber(service, block)
      return number === 'open' || block === 'latest' ? undefined : number
    }
    const first = bound(query.fromBlock) ?? from
    const last = bound(query.toBlock) ?? to
    const range = { fromBlock: numberToHex(first > from ? first : from), toBlock: numberToHex(last < to ? last : to) }
    return BigInt(range.fromBlock) > BigInt(range.toBlock) ? [] : logs({ ...query, ...range })
  }

  const byId = z.tuple([z.string()])
  return {
    eth_newFilter: method(z.tuple([logQuerySchema]), ([query]) => {
      refuseHugeFilter(query)
      return add({ changes: (from, to) => logsSince(query, from, to), logs: () => logs(query) })
    }),
    eth_newBlockFilter: method(z.tuple([]), () =>
      add({
        async changes(from, to) {
          const hashes: unknown[] = []
          for (let number = from; number <= to; number += 1n) hashes.push((await blocks.byNumber(number, false))?.hash)
          return hashes
        },
      }),
    ),
    // The mempool is private.
    eth_newPendingTransactionFilter: method(z.tuple([]), () => add({ changes: async () => [] })),
    eth_getFilterChanges: method(byId, ([id]) =>
      gate.read(async () => {
        const filter = used(id)
        const { next } = filter
        const head = chain.head.number
        // Also where blocks left the chain meanwhile.
        filter.next = head + 1n
        return next > head ? [] : filter.changes(next, head)
      }),
    ),
    eth_getFilterLogs: method(byId, ([id]) =>
      gate.read(async () => {
        const { logs } = used(id)
        if (logs === undefined) throw invalidParams('filter not found')
        return logs()
      }),
    ),
    eth_uninstallFilter: method(byId, ([id]) => filters.delete(id)),
  }
}
