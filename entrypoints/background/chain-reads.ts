import type { ChainReadView } from '@/lib/messaging/ui'
import { failureOf, toRpcError } from '@/lib/rpc/errors'
import type { Connection } from '@/lib/rpc/types'
import { Failure } from '@/lib/values/failure'

/**
 * Reads of a chain for our own pages, in one batch: what needs large codecs to be understood is understood there and not in the worker. Only calls that change
 * nothing are in the schema; each item fails alone.
 * @throws Failure when the chain cannot be reached at all
 */
export async function readChain(
  connection: Connection,
  calls: readonly { method: string; params: readonly unknown[] }[],
): Promise<ChainReadView[]> {
  try {
    const items = await connection.batch(calls)
    return items.map(item => {
      if (item.ok) return item
      const error = toRpcError(item.error)
      const { code, details } = failureOf(error)
      return { ok: false, failure: { code, details }, revertData: error.data ?? null }
    })
  } catch (error) {
    if (error instanceof Failure) throw error
    throw failureOf(toRpcError(error))
  }
}
