import { firstNetworkOf } from '@/lib/base/network-id'
import { RpcError } from '@/lib/base/rpc/errors'
import type { BatchItem, Connection } from '@/lib/base/rpc/types'

/** What to do with the bytes of a transaction on their way. */
export type Interference = 'pass' | 'lose-reply' | 'lose-request' | RpcError

/** A way to the chain that mishandles submissions, one after the other, as the list says; after its end all pass. */
export function interfering(plan: Interference[], sent: string[] = []): (connection: Connection) => Connection {
  return connection => ({
    ...connection,
    async request(method, params, schema, options) {
      if (method !== 'eth_sendRawTransaction') return connection.request(method, params, schema, options)
      sent.push(String(params[0]))
      const interference = plan.shift() ?? 'pass'
      if (interference instanceof RpcError) throw interference
      if (interference === 'lose-request') throw new RpcError('unreachable', 'The connection broke')
      const reply = await connection.request(method, params, schema, options)
      if (interference === 'lose-reply') throw new RpcError('timeout', 'No answer within 10 s')
      return reply
    },
  })
}

/** A way to the chain on which the answers to one method are others. */
export function answering(
  method: string,
  change: (result: unknown) => unknown,
): (connection: Connection) => Connection {
  return connection => ({
    ...connection,
    async batch(calls, options) {
      const items = await connection.batch(calls, options)
      return items.map((item, index) =>
        item.ok && calls[index]?.method === method ? { ok: true, result: change(item.result) } : item,
      )
    },
  })
}

/** A way to a chain on which there is nothing but these answers to batches. */
export function answeredBy(
  chainId: number,
  answer: (method: string, params: readonly unknown[]) => BatchItem,
): Connection {
  const nothing = () => Promise.reject(new RpcError('unreachable', 'nothing but batches is answered'))
  return {
    networkId: firstNetworkOf(chainId),
    chainId,
    batch: async calls => calls.map(({ method, params }) => answer(method, params)),
    request: nothing,
    passThrough: nothing,
    subscribe: nothing,
    socket: () => 'none',
    onSocket: () => () => undefined,
    others: async () => [],
    discredit: () => undefined,
    unread: () => undefined,
    isProposing: () => false,
    isDevelopment: () => false,
  }
}
