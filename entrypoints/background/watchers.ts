import type { ConfirmationWatcher } from '@/lib/confirmations/types'
import { createConfirmationWatcher } from '@/lib/confirmations/watcher'
import type { Faults } from '@/lib/faults/types'
import type { Networks } from '@/lib/networks/networks'
import type { KeepAlive } from '@/lib/rpc/types'
import type { Clock } from '@/lib/values/clock'
import { Failure } from '@/lib/values/failure'
import { createListeners } from '@/lib/values/listeners'

/** One confirmation watcher for each network, made when it is first asked for. */
export interface Watchers {
  /** @throws Failure `network-unknown` {chainId} */
  of(chainId: number): ConfirmationWatcher
  /** The network was removed, and its connection with it. */
  remove(chainId: number): void
  /** The way in which a network reports confirmations changed. */
  onRegime(listener: (chainId: number) => void): () => void
}

export function createWatchers(dependencies: {
  clock: Clock
  faults: Faults
  keepAlive: KeepAlive
  networks: Networks
}): Watchers {
  const { clock, faults, keepAlive, networks } = dependencies
  const watchers = new Map<number, ConfirmationWatcher>()
  const listeners = createListeners<[chainId: number]>()

  function make(chainId: number): ConfirmationWatcher {
    const network = networks.get(chainId)
    if (network === undefined) throw new Failure('network-unknown', { chainId })
    const made = createConfirmationWatcher({
      connection: networks.connection(chainId),
      network,
      clock,
      keepAlive,
      faults,
      checkGenesis: () => networks.checkGenesis(chainId),
      onEpoch: listener =>
        networks.onEpoch((restarted, epoch) => {
          if (restarted === chainId) listener(epoch)
        }),
    })
    made.onRegime(() => listeners.tell(chainId))
    return made
  }

  return {
    of(chainId) {
      const watcher = watchers.get(chainId) ?? make(chainId)
      watchers.set(chainId, watcher)
      return watcher
    },
    remove(chainId) {
      watchers.get(chainId)?.stop()
      watchers.delete(chainId)
    },
    onRegime: listeners.add,
  }
}
