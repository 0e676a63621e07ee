import { medians } from '@/lib/confirmations/statistics'
import type { Regime } from '@/lib/confirmations/types'
import type { TransactionRecord } from '@/lib/database/records'
import type { ConnectionView, FailureView } from '@/lib/messaging/ui'
import { failureOf, RpcError } from '@/lib/rpc/errors'
import { createListeners } from '@/lib/values/listeners'

export interface Connections {
  view(chainId: number): Promise<ConnectionView>
  /** A call succeeded: an earlier failure is over. */
  succeeded(chainId: number): void
  failed(chainId: number, error: unknown): void
  onChange(listener: (chainId: number) => void): () => void
}

/** Whether each network can be reached, how it confirms, and how fast it was. */
export function createConnections(dependencies: {
  regimeOf(chainId: number): Regime
  measuredOn(chainId: number): Promise<TransactionRecord[]>
}): Connections {
  const { regimeOf, measuredOn } = dependencies
  const listeners = createListeners<[chainId: number]>()
  const failures = new Map<number, FailureView>()

  return {
    async view(chainId) {
      const failure = failures.get(chainId) ?? null
      const { preconfirmedMs, sealedMs } = medians(await measuredOn(chainId))
      return {
        chainId,
        regime: regimeOf(chainId),
        reachable: failure === null,
        failure,
        medianPreconfirmedMs: preconfirmedMs,
        medianSealedMs: sealedMs,
      }
    },
    succeeded(chainId) {
      if (failures.delete(chainId)) listeners.tell(chainId)
    },
    failed(chainId, error) {
      if (!(error instanceof RpcError)) return
      const { code, details } = failureOf(error)
      const before = failures.get(chainId)
      failures.set(chainId, { code, details })
      if (before?.code !== code) listeners.tell(chainId)
    },
    onChange: listeners.add,
  }
}
