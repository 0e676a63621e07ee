import type { Clock } from '@/lib/base/clock'
import { toRpcError } from '@/lib/base/rpc/errors'
import type { BatchItem } from '@/lib/base/rpc/types'
import type { RpcRequest } from '@/lib/chain/rpc/envelope'

/** Ms until the tag is tried again: a node that begins to build blocks takes it from then on. */
const believedMs = 300_000

/** Sends calls. @returns an item for each */
type Send = (calls: readonly RpcRequest[]) => Promise<BatchItem[]>

/**
 * Not every node answers by the tag `pending`. Where an endpoint refused it, the same is asked by `latest`: without
 * pre-confirmed state there is nothing newer.
 * @returns a function that sends calls to an endpoint; it gives one answer to calls that have become the same
 */
export function createPendingTag<Endpoint>(clock: Clock) {
  const untilOf = new Map<Endpoint, number>()

  return async function ask(endpoint: Endpoint, calls: readonly RpcRequest[], send: Send): Promise<BatchItem[]> {
    if (clock.now() < (untilOf.get(endpoint) ?? 0)) {
      const asked = new Map(calls.map(call => [keyOf(call), onLatest(call)]))
      const items = await send([...asked.values()])
      const keys = [...asked.keys()]
      return calls.flatMap(call => items[keys.indexOf(keyOf(call))] ?? [])
    }
    const items = await send(calls)
    if (!calls.some((call, index) => onLatest(call) !== call && isTagRefused(items[index]))) return items
    untilOf.set(endpoint, clock.now() + believedMs)
    return ask(endpoint, calls, send)
  }
}

const keyOf = (call: RpcRequest): string => JSON.stringify(onLatest(call))

/** Other methods are left as they are: their callers ask for both blocks, or do without the one being built. */
function onLatest(call: RpcRequest): RpcRequest {
  const { method, params } = call
  if (!Array.isArray(params) || !params.includes('pending') || /Block|feeH|trace/.test(method)) return call
  return { method, params: params.map(each => (each === 'pending' ? 'latest' : each)) }
}

/** True for a refusal that names the tag. Any other error is a question that failed. */
function isTagRefused(item: BatchItem | undefined): boolean {
  if (item?.ok !== false) return false
  const { consequence, message, data } = toRpcError(item.error)
  // The words of a contract, or of an endpoint that is overloaded.
  if (consequence === 'ask-person' || consequence === 'use-next-endpoint') return false
  return /pending|block ?(?:tag|num|param)/i.test(`${message} ${data}`)
}
