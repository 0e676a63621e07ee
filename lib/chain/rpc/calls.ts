import type { Clock } from '@/lib/base/clock'
import { RpcError } from '@/lib/base/rpc/errors'
import type { RequestOptions } from '@/lib/base/rpc/types'
import { defaultTimeoutMs } from './door'
import { encodeRequest, type Reply, type RpcRequest } from './envelope'

/** The calls of one socket that wait for their answers. */
export interface PendingCalls {
  /**
   * Sends a call and waits for its answer.
   * @param send hands the text to the socket
   * @throws RpcError `timeout`, the error of the endpoint, or the one given to `rejectAll`
   */
  make(send: (text: string) => void, call: RpcRequest, options?: RequestOptions): Promise<unknown>
  settle(reply: Reply): void
  /** @returns the method of a call that waits; `undefined` for any other id */
  methodOf(id: Reply['id']): string | undefined
  rejectAll(error: RpcError): void
  size(): number
}

export function createPendingCalls({ clock }: { clock: Clock }): PendingCalls {
  const pending = new Map<number, { method: string; resolve(result: unknown): void; reject(error: RpcError): void }>()
  let lastId = 0

  return {
    make(send, call, { signal, timeoutMs = defaultTimeoutMs } = {}) {
      return new Promise((resolve, reject) => {
        const id = ++lastId
        const end = (): void => {
          pending.delete(id)
          stopTimeout()
          signal?.removeEventListener('abort', onAbort)
        }
        const fail = (error: RpcError): void => {
          end()
          reject(error)
        }
        const onAbort = (): void => fail(new RpcError('timeout', 'The call was given up'))
        const stopTimeout = clock.after(timeoutMs, () =>
          fail(new RpcError('timeout', 'The endpoint did not answer in time')),
        )
        if (signal?.aborted) return onAbort()
        signal?.addEventListener('abort', onAbort)
        pending.set(id, {
          method: call.method,
          resolve(result) {
            end()
            resolve(result)
          },
          reject: fail,
        })
        send(JSON.stringify(encodeRequest(id, call)))
      })
    },
    settle({ id, outcome }) {
      const waiting = typeof id === 'number' ? pending.get(id) : undefined
      if (outcome.ok) waiting?.resolve(outcome.result)
      else waiting?.reject(outcome.error)
    },
    methodOf: id => (typeof id === 'number' ? pending.get(id)?.method : undefined),
    rejectAll(error) {
      for (const { reject } of [...pending.values()]) reject(error)
    },
    size: () => pending.size,
  }
}
