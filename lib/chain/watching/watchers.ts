import type { Clock } from '@/lib/base/clock'
import { Failure } from '@/lib/base/failure'
import type { Faults } from '@/lib/base/faults'
import { createListeners } from '@/lib/base/listeners'
import type { NetworkId } from '@/lib/base/network-id'
import type { KeepAlive } from '@/lib/base/rpc/types'
import type { Networks } from '@/lib/chain/networks/networks'
import type { ConfirmationWatcher } from '@/lib/chain/watching/types'
import { createConfirmationWatcher } from '@/lib/chain/watching/watcher'

/** One confirmation watcher for each network, made when it is first asked for. */
export interface Watchers {
  /** @throws Failure `network-unknown` {networkId} */
  of(networkId: NetworkId): ConfirmationWatcher
  /** The network was removed, and its connection with it. */
  remove(networkId: NetworkId): void
  /** The way in which a network reports confirmations changed. */
  onRegime(listener: (networkId: NetworkId) => void): () => void
}

export function createWatchers(dependencies: {
  clock: Clock
  faults: Faults
  keepAlive: KeepAlive
  networks: Networks
}): Watchers {
  const { clock, faults, keepAlive, networks } = dependencies
  const watchers = new Map<NetworkId, ConfirmationWatcher>()
  const listeners = createListeners<[networkId: NetworkId]>()

  function make(networkId: NetworkId): ConfirmationWatcher {
    const network = networks.get(networkId)
    if (network === undefined) throw new Failure('network-unknown', { networkId })
    const made = createConfirmationWatcher({
      connection: networks.connection(networkId),
      network,
      clock,
      keepAlive,
      faults,
      checkGenesis: () => networks.checkGenesis(networkId),
      onEpoch: listener =>
        networks.onEpoch((restarted, epoch) => {
          if (restarted === networkId) listener(epoch)
        }),
    })
    made.onRegime(() => listeners.tell(networkId))
    return made
  }

  return {
    of(networkId) {
      const watcher = watchers.get(networkId) ?? make(networkId)
      watchers.set(networkId, watcher)
      return watcher
    },
    remove(networkId) {
      watchers.get(networkId)?.stop()
      watchers.delete(networkId)
    },
    onRegime: listeners.add,
  }
}
