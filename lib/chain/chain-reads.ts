import { failureFrom, failureOf, toRpcError } from '@/lib/base/rpc/errors'
import type { Connection } from '@/lib/base/rpc/types'
import type { ChainReadView } from '@/lib/language/ui'

/**
 * Reads a chain for a page that decodes the replies itself, so that the worker needs no large codecs. One batch; each
 * call fails alone.
 * @param calls of the methods that the schema of `chain.read` allows
 * @throws Failure when the chain cannot be reached
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
    throw failureFrom(error)
  }
}
