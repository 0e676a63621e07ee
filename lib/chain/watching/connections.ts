import { createListeners } from '@/lib/base/listeners'
import type { NetworkId } from '@/lib/base/network-id'
import type { Regime } from '@/lib/base/regime'
import { failureOf, RpcError } from '@/lib/base/rpc/errors'
import { medians } from '@/lib/chain/shared/statistics'
import type { ConnectionView, FailureView } from '@/lib/language/ui'
import type { TransactionRecord } from '@/lib/storage/records'

export interface Connections {
  view(networkId: NetworkId): Promise<ConnectionView>
  /** A call succeeded: an earlier failure is over. */
  succeeded(networkId: NetworkId): void
  failed(networkId: NetworkId, error: unknown): void
  onChange(listener: (networkId: NetworkId) => void): () => void
}

/** Whether each network can be reached, how it confirms, and how fast it was. */
export function createConnections(dependencies: {
  regimeOf(networkId: NetworkId): Regime
  measuredOn(networkId: NetworkId): Promise<TransactionRecord[]>
}): Connections {
  const { regimeOf, measuredOn } = dependencies
  const listeners = createListeners<[networkId: NetworkId]>()
  const failures = new Map<NetworkId, FailureView>()

  return {
    async view(networkId) {
      const failure = failures.get(networkId) ?? null
      const { preconfirmedMs, sealedMs } = medians(await measuredOn(networkId))
      return {
        networkId,
        regime: regimeOf(networkId),
        reachable: failure === null,
        failure,
        medianPreconfirmedMs: preconfirmedMs,
        medianSealedMs: sealedMs,
      }
    },
    succeeded(networkId) {
      if (failures.delete(networkId)) listeners.tell(networkId)
    },
    failed(networkId, error) {
      if (!(error instanceof RpcError)) return
      const { code, details } = failureOf(error)
      const before = failures.get(networkId)
      failures.set(networkId, { code, details })
      if (before?.code !== code) listeners.tell(networkId)
    },
    onChange: listeners.add,
  }
}
